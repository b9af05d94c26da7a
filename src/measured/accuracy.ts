import { indicesBy, kendall, meanRanks, spearman } from './rank.ts';

/** Shares of the configurations that a shortlist takes, in percent. */
export const SHORTLISTS = ['1', '5', '10'] as const;

/** Something for each length of a shortlist. */
export type PerShortlist = Readonly<Record<(typeof SHORTLISTS)[number], number>>;

/** How good a ranking is, beside the times that were measured. Shares are of the speed of the fastest
 * configuration measured, from 0 to 1: 1 where that itself is reached. */
export interface Accuracy {
  /** Spearman's rho and Kendall's tau-b; absent where one side is all equal. */
  readonly rho?: number | undefined;
  readonly tau?: number | undefined;
  /** The best measured time among the first of the ranking. */
  readonly bestOfTop: PerShortlist;
  /** The one that the ranking puts first; the mean where it puts several there. */
  readonly firstChoice: number;
  /** How much longer the first choice takes than the fastest: 0.25 for a quarter, the mean over ties. */
  readonly regret: number;
}

/** How many a shortlist of some percent has: at least one. */
export const shortlistLength = (size: number, percent: number): number =>
  Math.max(1, Math.floor((size * percent) / 100));

export const perShortlist = (of: (percent: number) => number): PerShortlist => ({
  '1': of(1),
  '5': of(5),
  '10': of(10),
});

/** How well scores, the least the best, rank configurations that took so long.
 * @throws {RangeError} where there are none. */
export function accuracyOf(scores: Float64Array, times: Float64Array): Accuracy {
  const fastest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  if (times.length === 0) throw new RangeError('there is nothing to compare');
  const score = (index: number): number => scores[index] ?? 0;
  const time = (index: number): number => times[index] ?? 0;
  // Of those with equal scores the slowest first: nobody can count on luck.
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

/** What a shortlist of configurations drawn at random reaches on average. In closed form: the i-th fastest
 * of n is the best of k with probability C(n - i, k - 1) / C(n, k). */
export function randomShortlists(times: Float64Array): PerShortlist {
  const sorted = times.toSorted();
  return perShortlist((percent) => expectedBest(sorted, shortlistLength(sorted.length, percent)));
}

/** The expected share of the fastest that the best of `drawn` reaches; times in ascending order. */
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
  /** What the model takes it to be. */
  readonly taken: 'too fast' | 'too slow';
}

/** The largest differences of ranks, the largest first: up to `count` in each direction. */
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
