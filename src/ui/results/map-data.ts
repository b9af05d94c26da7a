import type { ResultsView } from '../../session/run/results-table.ts';

/** First and last value by parameter; absent ones are unrestricted. */
export type Ranges = Readonly<Record<string, readonly [number, number]>>;

/** The fixed value by parameter; otherwise the fastest counts. */
export type Slices = Readonly<Record<string, number>>;

/** The axes; without `y` there is one row. */
export interface Axes {
  readonly x: string;
  readonly y?: string | undefined;
}

export interface MapChoice extends Axes {
  readonly slices: Slices;
  readonly ranges: Ranges;
}

/** Model time over two parameters; a cell is its fastest configuration. */
export interface MapData extends Axes {
  /** Values along the axes, ascending. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Time by cell, row by row, as a double; NaN if unknown. */
  readonly times: Float64Array;
  /** Row in the results table by cell; -1 if unknown. */
  readonly rows: Int32Array;
  /** Configurations that each cell stands for. */
  readonly counts: Uint32Array;
  /** Least and most of all times; NaN without any. */
  readonly least: number;
  readonly most: number;
}

/** @param all what is shown of each row of the table, where that is not its time. */
export function mapData(
  view: ResultsView,
  { x, y, slices, ranges }: MapChoice,
  all: Float64Array = view.table.times(),
): MapData {
  const { table, size } = view;
  const columnX = table.column(x) ?? NOTHING;
  const columnY = y === undefined ? undefined : table.column(y);
  const wanted = filter(view, { x, y, slices, ranges });
  const xs = distinct(columnX, size, wanted);
  const ys = columnY ? distinct(columnY, size, wanted) : [0];
  const placeX = new Map(xs.map((value, index) => [value, index]));
  const placeY = new Map(ys.map((value, index) => [value, index]));
  const cells = xs.length * ys.length;
  const times = new Float64Array(cells).fill(Number.NaN);
  const rows = new Int32Array(cells).fill(-1);
  const counts = new Uint32Array(cells);
  let least = Number.NaN;
  let most = Number.NaN;
  for (let row = 0; row < size; row += 1) {
    if (wanted !== ALL && !wanted(row)) continue;
    const atX = placeX.get(columnX[row] ?? Number.NaN);
    const atY = columnY ? placeY.get(columnY[row] ?? Number.NaN) : 0;
    if (atX === undefined || atY === undefined) continue;
    const cell = atY * xs.length + atX;
    counts[cell] = (counts[cell] ?? 0) + 1;
    const time = all[row] ?? Number.NaN;
    const known = times[cell] ?? Number.NaN;
    if (rows[cell] === -1 || time < known || (Number.isNaN(known) && !Number.isNaN(time))) {
      rows[cell] = row;
      times[cell] = time;
    }
  }
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    if (!(time >= least)) least = time;
    if (!(time <= most)) most = time;
  }
  return { x, y: columnY && y, xs, ys, times, rows, counts, least, most };
}

const NOTHING = new Float64Array(0);

const ALL = (): boolean => true;

function filter(
  { table }: ResultsView,
  { x, y, slices, ranges }: MapChoice,
): (row: number) => boolean {
  const exact = Object.entries(slices).flatMap(([name, at]) =>
    name === x || name === y ? [] : [[name, [at, at]] as const],
  );
  const bounds = [...Object.entries(ranges), ...exact].flatMap(([name, [low, high]]) => {
    const column = table.column(name);
    return column ? [{ column, low, high }] : [];
  });
  if (bounds.length === 0) return ALL;
  return (row) =>
    bounds.every(({ column, low, high }) => {
      const value = column[row] ?? Number.NaN;
      return value >= low && value <= high;
    });
}

/** The values of a column, ascending. */
export function distinct(
  column: Float64Array,
  size: number,
  wanted: (row: number) => boolean = () => true,
): number[] {
  const values = new Set<number>();
  for (let row = 0; row < size; row += 1) {
    const value = column[row] ?? Number.NaN;
    if (!Number.isNaN(value) && wanted(row)) values.add(value);
  }
  return [...values].toSorted((a, b) => a - b);
}

function cellsWith({ times }: MapData, isWanted: (time: number) => boolean): number[] {
  const cells: number[] = [];
  times.forEach((time, cell) => {
    if (isWanted(time)) cells.push(cell);
  });
  return cells;
}

/** Cells with a time, fastest first, ties in map order. */
export const ranked = (data: MapData): number[] =>
  cellsWith(data, (time) => !Number.isNaN(time)).sort(
    (a, b) => (data.times[a] ?? 0) - (data.times[b] ?? 0) || a - b,
  );

/** Cells whose time is the least. */
export const optimaOf = (data: MapData): number[] => cellsWith(data, (time) => time === data.least);
