import { type Measured, Unreadable } from './measured.ts';
import { MOST_COLUMNS, numberOf, type Outcome, shortened, TableBuilder } from './table.ts';
import { splitUnit } from './units.ts';

/** Reads a headed table separated by commas, semicolons or tabs; `#` starts a comment. The header
 * tells the column and unit of times (`time_ms`, `Duration [us]`).
 * @param timeColumn overrides the guess.
 * @param mayBeEmpty a header alone will do.
 * @throws {Unreadable} */
export function readCsv(text: string, timeColumn?: string, mayBeEmpty = false): Measured {
  const separator = separatorOf(text);
  const records = recordsOf(text, separator);
  const first = records.next();
  if (first.done === true) throw new Unreadable('It is empty.');
  const headers = first.value.map((cell) => cell.trim());
  if (headers.every((header) => numberOf(header) !== undefined))
    throw new Unreadable(
      'Its first line has numbers only; the first line has to name the columns.',
    );
  const time = timeAt(headers, timeColumn);
  const { unit } = splitUnit(headers[time] ?? '');
  const status = headers.findIndex((header, at) => at !== time && STATUS.test(header));
  const others = headers.flatMap((_, at) => (at === time || at === status ? [] : [at]));
  const named = others.filter((at) => headers[at] !== '');
  const table = new TableBuilder(
    named.map((at) => headers[at] ?? ''),
    unit ?? 'ms',
  );
  let ragged = 0;
  for (const record of records) {
    if (record.length !== headers.length) {
      ragged += 1;
      continue;
    }
    const cell = (at: number): string => localised(record[at]?.trim() ?? '', separator);
    table.add(named.map(cell), outcomeOf(cell(time), status === -1 ? '' : cell(status)));
  }
  if (ragged > 0)
    table.note(`${ragged} lines have another number of cells than the header and are left out.`);
  if (!unit)
    table.note(
      `The unit of ${shortened(headers[time] ?? '')} is not said; milliseconds are assumed.`,
    );
  return table.finish('csv', {}, mayBeEmpty);
}

/** Likely headers of times, best first; compile times do not count. */
const TIMES = [
  /^(time|runtime|duration)$/i,
  /^(kernel|computation|execution|exec|run|avg|average|mean|median|min|total|measured)?[ _-]*(time|runtime|duration)$/i,
  /(time|duration|latency)/i,
];
const NO_TIMES =
  /compil|verif|bench|strateg|framework|stamp|overhead|search|valid|times$|std|dev|var/i;
const STATUS = /^(status|invalidity|error|failure|reason|result)$/i;

/** The column of times. @throws {Unreadable} if there is none, or not the named one. */
function timeAt(headers: readonly string[], wanted: string | undefined): number {
  const some = headers.slice(0, 12).map(shortened).join(', ');
  if (wanted !== undefined) {
    const at = headers.indexOf(wanted);
    if (at !== -1) return at;
    throw new Unreadable(`It has no column ${shortened(wanted)}; it has ${some}.`);
  }
  const names = headers.map((header) => splitUnit(header).name);
  for (const pattern of TIMES) {
    const at = names.findIndex((name) => pattern.test(name) && !NO_TIMES.test(name));
    if (at !== -1) return at;
  }
  throw new Unreadable(`None of its columns is called time: it has ${some}.`);
}

const FINE = /^(ok|correct|valid|success|passed|true|1|)$/i;

function outcomeOf(time: string, status: string): Outcome {
  if (!FINE.test(status)) return { reason: status };
  const value = numberOf(time);
  if (value !== undefined) return { time: value };
  return { reason: time === '' ? 'no time is given' : time };
}

/** `3,87` where commas do not separate. */
const localised = (cell: string, separator: string): string =>
  separator !== ',' && /^[+-]?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell;

/** The commonest separator in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = /^(?:#.*\n|\s*\n)*(.*)/.exec(text.slice(0, 65_536))?.slice(1) ?? [];
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign: string): number => bare.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Records without comments and blank lines, quoted as in RFC 4180. @throws {Unreadable} for too
 * many cells. */
function* recordsOf(text: string, separator: string): Generator<string[]> {
  let at = 0;
  while (at < text.length) {
    const [record, next] = recordAt(text, at, separator);
    const line = text.slice(at, at + 1);
    at = next;
    if (line === '#' || (record.length === 1 && record[0]?.trim() === '')) continue;
    yield record;
  }
}

function recordAt(text: string, from: number, separator: string): [record: string[], next: number] {
  const lineEnd = endOfLine(text, from);
  if (text[from] === '#') return [[], lineEnd + 1];
  const line = text.slice(from, lineEnd);
  if (!line.includes('"')) return [checked(line.replace(/\r$/, '').split(separator)), lineEnd + 1];
  const cells: string[] = [];
  let at = from;
  for (;;) {
    while (text[at] === ' ') at += 1;
    const [cell, next] = text[at] === '"' ? quotedAt(text, at) : ['', at];
    const stop = endOfCell(text, next, separator);
    cells.push(cell + text.slice(next, stop).replace(/\r$/, ''));
    if (text[stop] !== separator) return [checked(cells), stop + 1];
    at = stop + 1;
  }
}

function checked(cells: string[]): string[] {
  if (cells.length <= MOST_COLUMNS) return cells;
  throw new Unreadable(`A line of it has ${cells.length} cells; at most ${MOST_COLUMNS} are read.`);
}

function quotedAt(text: string, from: number): [cell: string, next: number] {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const mark = text.indexOf('"', at);
    if (mark === -1) throw new Unreadable('A quotation mark in it is never closed.');
    cell += text.slice(at, mark);
    if (text[mark + 1] !== '"') return [cell, mark + 1];
    cell += '"';
    at = mark + 2;
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

function endOfCell(text: string, from: number, separator: string): number {
  const line = endOfLine(text, from);
  const at = text.slice(from, line).indexOf(separator);
  return at === -1 ? line : from + at;
}
