import { type Format, type Measured, Unreadable, type Unit, UNITS } from './measured.ts';

/** Far more than anybody has measured. */
export const MOST_ROWS = 1_000_000;
export const MOST_COLUMNS = 256;

/** Distinct reasons kept; a file may have one per row. */
const MOST_TEXTS = 1000;

/** Longest word quoted back to the reader. */
const MOST_WORD = 120;

/** A time, in its own unit or the file's, or the reason there is none. */
export type Outcome =
  { readonly time: number; readonly unit?: Unit | undefined } | { readonly reason: string };

/** Facts a file states about itself. */
type About = Pick<Measured, 'device' | 'kernel'>;

/** A parameter's value. */
type Cell = number | string;

/** Quotes a file's text in a sentence. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST_WORD ? `${line.slice(0, MOST_WORD)}...` : line;
};

/** Collects rows and remarks. */
export class TableBuilder {
  readonly #names: readonly string[];
  readonly #cells: Cell[][];
  readonly #times: number[] = [];
  readonly #reasons: number[] = [];
  readonly #texts: string[] = [''];
  readonly #textIndex = new Map<string, number>();
  readonly #rowOf = new Map<string, number>();
  readonly #unit: Unit;
  readonly #notes = new Set<string>();
  #repeated = 0;
  readonly #lacking = new Map<string, number>();

  /** @throws {Unreadable} for no columns, or too many. */
  constructor(names: readonly string[], unit: Unit) {
    if (names.length === 0) throw new Unreadable('No configuration in it has a tuning parameter.');
    if (names.length > MOST_COLUMNS)
      throw new Unreadable(`It has ${names.length} columns; at most ${MOST_COLUMNS} are read.`);
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined)
      throw new Unreadable(`Two of its columns are called ${shortened(twice)}.`);
    this.#names = names;
    this.#unit = unit;
    this.#cells = names.map(() => []);
  }

  get names(): readonly string[] {
    return this.#names;
  }

  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Adds a row, values in column order. Incomplete rows are dropped; of duplicates the fastest
   * counts. @throws {Unreadable} for too many rows. */
  add(values: readonly unknown[], outcome: Outcome): void {
    const cells: Cell[] = [];
    for (const [at, name] of this.#names.entries()) {
      const cell = cellOf(values[at]);
      if (cell === undefined) {
        this.#lacking.set(name, (this.#lacking.get(name) ?? 0) + 1);
        return;
      }
      cells.push(cell);
    }
    const time = timeOf(outcome, this.#unit);
    const reason = time === undefined ? this.#textOf(reasonOf(outcome)) : 0;
    const key = JSON.stringify(cells);
    const known = this.#rowOf.get(key);
    if (known !== undefined) {
      this.#repeated += 1;
      const before = this.#times[known] ?? Number.NaN;
      if (time === undefined || before <= time) return;
      this.#times[known] = time;
      this.#reasons[known] = 0;
      return;
    }
    if (this.#times.length === MOST_ROWS)
      throw new Unreadable(`It has more than ${MOST_ROWS.toLocaleString('en')} configurations.`);
    this.#rowOf.set(key, this.#times.length);
    for (const [at, cell] of cells.entries()) this.#cells[at]?.push(cell);
    this.#times.push(time ?? Number.NaN);
    this.#reasons.push(reason);
  }

  /** The table. @throws {Unreadable} where it has no rows, unless it may be empty. */
  finish(format: Format, about: About = {}, mayBeEmpty = false): Measured {
    for (const [name, count] of this.#lacking)
      this.note(`${rows(count)} left out, for want of a value of ${shortened(name)}.`);
    if (this.#times.length === 0 && !(mayBeEmpty && this.#lacking.size === 0))
      throw new Unreadable(['There is no configuration in it.', ...this.#notes].join(' '));
    if (this.#repeated > 0)
      this.note(
        `${rows(this.#repeated)} repeated: of those with the same values the fastest counts.`,
      );
    const columns = this.#names.map((name, at) => this.#column(name, this.#cells[at] ?? []));
    return {
      format,
      ...about,
      unit: this.#unit,
      columns,
      times: Float64Array.from(this.#times),
      reasons: Uint16Array.from(this.#reasons),
      texts: this.#texts,
      notes: [...this.#notes],
    };
  }

  #column(name: string, cells: readonly Cell[]): Measured['columns'][number] {
    if (cells.every((cell) => typeof cell === 'number'))
      return { name, values: Float64Array.from(cells) };
    const truth = cells.map(truthOf);
    const truths = truth.filter((value) => value !== undefined);
    if (truths.length === cells.length) return { name, values: Float64Array.from(truths) };
    // In order of appearance; numbers count as words here.
    const index = new Map<string, number>();
    const values = cells.map((cell) => {
      const word = String(cell);
      const at = index.get(word) ?? index.size;
      index.set(word, at);
      return at;
    });
    const words = [...index.keys()];
    const some = words.slice(0, 4).map((word, at) => `${at} is ${shortened(word)}`);
    const more = words.length > some.length ? ' and so on' : '';
    this.note(
      `The values of ${shortened(name)} are words; they count as ${some.join(', ')}${more}.`,
    );
    return { name, values: Float64Array.from(values), words };
  }

  #textOf(text: string): number {
    const known = this.#textIndex.get(text);
    if (known !== undefined) return known;
    const isFull = this.#texts.length === MOST_TEXTS;
    if (!isFull) this.#texts.push(text);
    const at = isFull
      ? this.#textOf('for a reason that found no room here')
      : this.#texts.length - 1;
    this.#textIndex.set(text, at);
    return at;
  }
}

const rows = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row is' : 'rows are'}`;

/** Number or word, else undefined. Booleans stay words until the column is complete. */
function cellOf(value: unknown): Cell | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return undefined;
  return numberOf(text) ?? text.slice(0, MOST_WORD);
}

/** Stricter than `Number`: no hexadecimal, infinite or blank text. */
export function numberOf(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const TRUTHS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
]);

const truthOf = (cell: Cell): number | undefined =>
  typeof cell === 'number'
    ? cell === 0 || cell === 1
      ? cell
      : undefined
    : TRUTHS.get(cell.toLowerCase());

/** Kernel Tuner once wrote 1e20 for failures. */
const FAILED_TIME = 1e20;

/** Milliseconds, if plausible. */
function timeOf(outcome: Outcome, unit: Unit): number | undefined {
  if (!('time' in outcome)) return undefined;
  const { time } = outcome;
  return time > 0 && time < FAILED_TIME ? time * UNITS[outcome.unit ?? unit] : undefined;
}

function reasonOf(outcome: Outcome): string {
  if ('reason' in outcome) return shortened(outcome.reason) || 'no reason is given';
  const { time } = outcome;
  return time >= FAILED_TIME ? 'it failed' : `its time is given as ${time}`;
}
