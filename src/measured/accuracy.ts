import { indicesBy, kendall, meanRanks, spearman } from './rank.ts';

/** Shortlist sizes, in percent of all configurations. */
export const SHORTLISTS = ['1', '5', '10'] as const;

/** Something for each length of a shortlist. */
export type PerShortlist = Readonly<Record<(typeof SHORTLISTS)[number], number>>;

/** The quality of a ranking against measured times; shares of the fastest's speed, 0 to 1. */
export interface Accuracy {
  /** Spearman's rho and Kendall's tau-b; absent if a side is constant. */
  readonly rho?: number | undefined;
  readonly tau?: number | undefined;
  /** The best measured time among the top ranked. */
  readonly bestOfTop: PerShortlist;
  /** The top ranked one; the mean over ties. */
  readonly firstChoice: number;
  /** Extra time of the first choice: 0.25 for a quarter; the mean over ties. */
  readonly regret: number;
}

/** At least one. */
export const shortlistLength = (size: number, percent: number): number =>
  Math.max(1, Math.floor((size * percent) / 100));

export const perShortlist = (of: (percent: number) => number): PerShortlist => ({
  '1': of(1),
  '5': of(5),
  '10': of(10),
});

/** Judges scores (low is good) against measured times.
 * @throws {RangeError} for no configurations. */
export function accuracyOf(scores: Float64Array, times: Float64Array): Accuracy {
  const fastest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  if (times.length === 0) throw new RangeError('there is nothing to compare');
  const score = (index: number): number => scores[index] ?? 0;
  const time = (index: number): number => times[index] ?? 0;
  // Ties are pessimistic: slowest first.
  const order = indicesBy(
    times.length,
    (left, right) => score(left) - score(right) || time(right) - time(left),
  );
  const best = (count: number): number =>
    order.slice(0, count).reduce((least, index) => Math.min(least, time(index)), Infinity);
  const first = order.filter((index) => score(index) === score(order[0] ?? 0));
  const mean = (of: (index: number) => number): number =>
    first.reduce((sum, index) => sum + of(index), 0) / first.length;
  return {
    rho: spearman(scores, times),
    tau: kendall(scores, times),
    bestOfTop: perShortlist((percent) => fastest / best(shortlistLength(times.length, percent))),
    firstChoice: mean((index) => fastest / time(index)),
    regret: mean((index) => time(index) / fastest - 1),
  };
}

/** Expected best of a random shortlist: the i-th fastest of n is the best of k with probability C(n
 * - i, k - 1) / C(n, k). */
export function randomShortlists(times: Float64Array): PerShortlist {
  const sorted = times.toSorted();
  return perShortlist((percent) => expectedBest(sorted, shortlistLength(sorted.length, percent)));
}

/** The expected share of the fastest; times ascend. */
export function expectedBest(sorted: Float64Array, drawn: number): number {
  const { length } = sorted;
  const fastest = sorted[0] ?? 1;
  let probability = drawn / length;
  let expected = 0;
  for (let index = 0; index <= length - drawn; index += 1) {
    expected += probability * (fastest / (sorted[index] ?? fastest));
    probability *= (length - index - drawn) / (length - index - 1);
  }
  return expected;
}

/** A configuration that two rankings put at different places. */
export interface Disagreement {
  /** Which of those compared. */
  readonly index: number;
  /** Ranks from 1, ties at their mean. */
  readonly modelRank: number;
  readonly measuredRank: number;
  /** The model's prediction. */
  readonly taken: 'too fast' | 'too slow';
}

/** The largest rank differences, up to `count` in each direction. */
export function disagreements(
  scores: Float64Array,
  times: Float64Array,
  count: number,
): readonly Disagreement[] {
  const [model, measured] = [meanRanks(scores), meanRanks(times)];
  const difference = (index: number): number => (measured[index] ?? 0) - (model[index] ?? 0);
  const order = indicesBy(times.length, (left, right) => difference(right) - difference(left));
  const found = (index: number): Disagreement => ({
    index,
    modelRank: model[index] ?? 0,
    measuredRank: measured[index] ?? 0,
    taken: difference(index) > 0 ? 'too fast' : 'too slow',
  });
  const tooFast = order.slice(0, count).filter((index) => difference(index) > 0);
  const tooSlow = order.slice(-count).filter((index) => difference(index) < 0);
  return [...tooFast, ...tooSlow]
    .sort((left, right) => Math.abs(difference(right)) - Math.abs(difference(left)))
    .map(found);
}
