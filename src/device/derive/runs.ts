/** Disjoint byte ranges, ascending: start, end, start, end, ... */
export type Runs = readonly number[];

/** So many steps of so many bytes. */
export interface Stride {
  readonly step: number;
  readonly count: number;
}

/** Beyond this, gaps between ranges are ignored. */
const MOST_RUNS = 8192;
/** The same for those of many items. */
const MOST_TOGETHER = 2 ** 20;

/** Bytes touched by `width` bytes at `start`, moving along strides. */
export function spread(start: number, width: number, strides: readonly Stride[]): Runs {
  let from = start;
  for (const { step, count } of strides) if (step < 0) from += step * (count - 1);
  let runs: Runs = [from, from + width];
  for (const { step, count } of combined(strides)) runs = repeated(runs, step, count, MOST_RUNS);
  return runs;
}

/** Total bytes of the same from several places on, these in rising order; each range counts at least `least`. */
export function bytesFrom(
  places: readonly number[],
  width: number,
  strides: readonly Stride[],
  least: number,
): number {
  let runs = joined(places, width);
  // Copies that lie apart are counted, and only made where a longer stride moves between them.
  let apart: Stride[] = [];
  let extent = extentOf(runs);
  for (const stride of combined(strides)) {
    const { step, count } = stride;
    apart.push(stride);
    if (step > extent) {
      extent += step * (count - 1);
      continue;
    }
    for (const each of apart) runs = repeated(runs, each.step, each.count, MOST_TOGETHER);
    apart = [];
    extent = extentOf(runs);
  }
  return apart.reduce((bytes, { count }) => bytes * count, bytesIn(runs, least));
}

const extentOf = (runs: Runs): number => (runs.at(-1) ?? 0) - (runs[0] ?? 0);

/** Makes steps positive, sorts them, and merges those that continue others. */
function combined(strides: readonly Stride[]): readonly Stride[] {
  const moving = strides.flatMap(({ step, count }) =>
    step === 0 || count <= 1 ? [] : [{ step: Math.abs(step), count }],
  );
  const result: { step: number; count: number }[] = [];
  for (const { step, count } of moving.toSorted((a, b) => a.step - b.step)) {
    const finer = result.find((one) => step % one.step === 0 && step / one.step <= one.count);
    if (finer) finer.count += (step / finer.step) * (count - 1);
    else result.push({ step, count });
  }
  return result;
}

function repeated(runs: Runs, step: number, count: number, most: number): Runs {
  const first = runs[0] ?? 0;
  const last = runs.at(-1) ?? 0;
  // One range whose steps leave no gaps.
  if (runs.length === 2 && step <= last - first) return [first, last + step * (count - 1)];
  const copies = Math.min(count, Math.max(1, Math.floor(most / runs.length)));
  const by = copies < count ? (step * (count - 1)) / Math.max(1, copies - 1) : step;
  if (by > last - first) {
    const all: number[] = [];
    for (let k = 0; k < copies; k += 1) for (const edge of runs) all.push(edge + k * by);
    return all;
  }
  // Twice as many at a time: what overlaps is merged early.
  let [result, doubled, size]: [number[], number[], number] = [[], [...runs], 1];
  for (let taken = 0, rest = copies; ; size *= 2) {
    if (rest % 2 === 1) {
      result = union(result, doubled, taken * by);
      taken += size;
    }
    rest = Math.floor(rest / 2);
    if (rest === 0) return result;
    doubled = union(doubled, doubled, size * by);
  }
}

/** Some runs with others that are moved. */
function union(runs: readonly number[], others: readonly number[], by: number): number[] {
  const result: number[] = [];
  let end = -Infinity;
  for (let i = 0, j = 0; i < runs.length || j < others.length;) {
    const own = i < runs.length ? (runs[i] ?? 0) : Infinity;
    const other = j < others.length ? (others[j] ?? 0) + by : Infinity;
    const isOwn = own <= other;
    const from = isOwn ? own : other;
    const to = isOwn ? (runs[i + 1] ?? 0) : (others[j + 1] ?? 0) + by;
    if (isOwn) i += 2;
    else j += 2;
    if (from > end || result.length === 0) result.push(from, (end = to));
    else if (to > end) result[result.length - 1] = end = to;
  }
  return result;
}

/** The bytes of several together. */
export function together(parts: readonly Runs[]): Runs {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const half = Math.ceil(parts.length / 2);
  return parts.length === 0
    ? []
    : union(together(parts.slice(0, half)), together(parts.slice(half)), 0);
}

/** Ranges of one width, which begin in rising order. */
function joined(starts: readonly number[], width: number): Runs {
  const result: number[] = [];
  let end = -Infinity;
  for (const start of starts) {
    if (start > end) result.push(start, start + width);
    else result[result.length - 1] = start + width;
    end = start + width;
  }
  return result;
}

/** Total bytes; each range counts at least `least`. */
export function bytesIn(runs: Runs, least = 0): number {
  let sum = 0;
  for (let i = 0; i + 1 < runs.length; i += 2)
    sum += Math.max(least, (runs[i + 1] ?? 0) - (runs[i] ?? 0));
  return sum;
}

/** Number of rows of a given size that the ranges touch. */
export function rowsOf(runs: Runs, row: number): number {
  const first = runs[0] ?? 0;
  let [rows, last] = [0, -1];
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const from = Math.max(last + 1, Math.floor(((runs[i] ?? 0) - first) / row));
    const to = Math.floor(((runs[i + 1] ?? 0) - 1 - first) / row);
    if (to >= from) rows += to - from + 1;
    last = Math.max(last, to);
  }
  return rows;
}
