import type { Machine, WarpAccess } from '../../device/index.ts';

/** A word of memory that lanes touch. */
export interface LaneCell {
  /** In cells from the left and from above. */
  readonly column: number;
  readonly row: number;
  readonly lanes: readonly number[];
  /** Bytes from the start of the array. */
  readonly address: number;
  /** It waits for another word of its bank. */
  readonly waits: boolean;
}

/** Words touched by a warp's lanes, in columns by bank or rows by cache line. */
export interface LanesLayout {
  readonly kind: 'banks' | 'lines';
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly LaneCell[];
  /** Rows that are not shown. */
  readonly more: number;
}

const WORD = 4;
const BANKS = 32;
/** Rows that are shown at most. */
const MOST_ROWS = 8;

/** Lays out an access; nothing where its addresses are not derived. */
export function layOutLanes(
  { lanes, bytes, memory }: WarpAccess,
  { line }: Pick<Machine, 'line'>,
): LanesLayout | undefined {
  if (!lanes) return undefined;
  const words = new Map<number, number[]>();
  for (const [lane, address] of lanes.entries()) {
    if (address === undefined) continue;
    const last = Math.floor((address + bytes - 1) / WORD);
    for (let word = Math.floor(address / WORD); word <= last; word += 1) {
      const known = words.get(word);
      if (known) known.push(lane);
      else words.set(word, [lane]);
    }
  }
  const sorted = [...words].toSorted(([a], [b]) => a - b);
  const isLocal = memory === 'local';
  const columns = isLocal ? BANKS : Math.max(1, line / WORD);
  /** Words of each bank so far, or the row of each line. */
  const seen = new Map<number, number>();
  const cells = sorted.map(([word, found]): LaneCell => {
    const column = ((word % columns) + columns) % columns;
    const key = isLocal ? column : Math.floor(word / columns);
    const before = seen.get(key);
    const row = isLocal ? (before ?? 0) : (before ?? seen.size);
    seen.set(key, isLocal ? row + 1 : row);
    return { column, row, lanes: found, address: word * WORD, waits: isLocal && row > 0 };
  });
  const rows = cells.reduce((most, { row }) => Math.max(most, row + 1), 1);
  return {
    kind: isLocal ? 'banks' : 'lines',
    columns,
    rows: Math.min(rows, MOST_ROWS),
    cells: cells.filter(({ row }) => row < MOST_ROWS),
    more: Math.max(0, rows - MOST_ROWS),
  };
}

/** The picture in a sentence. */
export function laneWords(access: WarpAccess): string {
  const { kind, name, memory, lanes, degree, lines, bytes } = access;
  const what = `${kind === 'load' ? 'Load from' : 'Store to'} ${name}, ${memory} memory`;
  if (!lanes) return `${what}: where its lanes are does not follow from the text.`;
  const taking = lanes.filter((lane) => lane !== undefined).length;
  const who = `${taking} of ${lanes.length} lanes, ${bytes} bytes each`;
  if (degree === undefined)
    return `${what}: ${who}, touch ${lines === 1 ? 'one line' : `${lines ?? 0} lines`}.`;
  return degree > 1
    ? `${what}: ${who}; a bank has ${Math.round(degree)} different words to give, one after the other: a ${Math.round(degree)}-way conflict.`
    : `${what}: ${who}; no bank has more than one word to give.`;
}

const SIZE = 11;
/** Readable on light and dark ground, where the page's tokens do not reach. */
const INK = { plain: '#0072b2', waits: '#d55e00', line: '#8a929c' };

/** The picture as a file by itself, for the editor's hover. */
export function lanesSvg(access: WarpAccess, machine: Pick<Machine, 'line'>): string | undefined {
  const layout = layOutLanes(access, machine);
  if (!layout) return undefined;
  const { columns, rows, cells } = layout;
  const width = columns * SIZE + 1;
  const height = rows * SIZE + 1;
  const cell = (column: number, row: number, more: string): string =>
    `<rect x="${column * SIZE + 0.5}" y="${row * SIZE + 0.5}" width="${SIZE}" height="${SIZE}" ${more}/>`;
  const grid = Array.from({ length: columns * rows }, (_, at) =>
    cell(
      at % columns,
      Math.floor(at / columns),
      `fill="none" stroke="${INK.line}" stroke-opacity="0.5"`,
    ),
  );
  const taken = cells.map(({ column, row, waits }) =>
    cell(column, row, `fill="${waits ? INK.waits : INK.plain}" stroke="${INK.line}"`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[...grid, ...taken].join('')}</svg>`;
}
