import type { ResultsView } from '../../session/index.ts';

/** Rows that are sorted at most: nobody scrolls further, and the file has all of them. */
const MOST_SORTED = 20_000;

/** Rows of the results, fastest first, then those without a time. Of very many the fastest only. */
export function fastestFirst({ table, size }: ResultsView): Uint32Array {
  const times = table.times();
  let limit = Infinity;
  if (size > MOST_SORTED) {
    // NaN sorts last in a typed array.
    const sorted = times.slice(0, size).sort();
    limit = sorted[MOST_SORTED - 1] ?? Infinity;
  }
  const timed: number[] = [];
  const others: number[] = [];
  for (let row = 0; row < size; row += 1) {
    const time = times[row] ?? Number.NaN;
    if (Number.isNaN(time)) {
      if (others.length < MOST_SORTED) others.push(row);
    } else if (time <= limit && timed.length < 2 * MOST_SORTED) timed.push(row);
  }
  timed.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return Uint32Array.from([...timed, ...others].slice(0, Math.min(size, MOST_SORTED)));
}
