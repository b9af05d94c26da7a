import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracyOf,
  disagreements,
  expectedBest,
  randomShortlists,
  shortlistLength,
} from './accuracy.ts';
import { kendall, meanRanks, spearman } from './rank.ts';

/** Pairs of small numbers, so that there are ties. */
const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
  minLength: 2,
  maxLength: 30,
});

/** Tau-b by its definition: every pair is looked at. */
function tauByPairs(all: readonly (readonly [number, number])[]): number | undefined {
  let [sum, left, right] = [0, 0, 0];
  for (const [at, [a, b]] of all.entries()) {
    for (const [c, d] of all.slice(at + 1)) {
      sum += Math.sign(a - c) * Math.sign(b - d);
      left += Math.abs(Math.sign(a - c));
      right += Math.abs(Math.sign(b - d));
    }
  }
  return left * right === 0 ? undefined : sum / Math.sqrt(left * right);
}

/** One plus the number of smaller ones, plus half of the ties. */
const rankByCounting = (numbers: readonly number[]): number[] =>
  numbers.map((one) => {
    const less = numbers.filter((other) => other < one).length;
    const equal = numbers.filter((other) => other === one).length;
    return less + (equal + 1) / 2;
  });

function correlation(left: readonly number[], right: readonly number[]): number | undefined {
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [ofLeft, ofRight] = [mean(left), mean(right)];
  const deviations = left.map((one, at) => [one - ofLeft, (right[at] ?? 0) - ofRight] as const);
  const both = mean(deviations.map(([a, b]) => a * b));
  const variances = mean(deviations.map(([a]) => a * a)) * mean(deviations.map(([, b]) => b * b));
  return variances === 0 ? undefined : both / Math.sqrt(variances);
}

describe('rank correlation', () => {
  it('gives equal numbers the mean of their ranks', () => {
    expect([...meanRanks([10, 30, 20, 20])]).toEqual([1, 4, 2.5, 2.5]);
    expect([...meanRanks([])]).toEqual([]);
  });

  it('is 1 for the same order, -1 for the opposite, and nothing where all are equal', () => {
    expect(spearman([1, 2, 3], [10, 20, 400])).toBe(1);
    expect(kendall([1, 2, 3], [10, 20, 400])).toBe(1);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBe(-1);
    expect(kendall([1, 2, 3], [3, 2, 1])).toBe(-1);
    for (const of of [spearman, kendall]) {
      expect(of([1, 1, 1], [1, 2, 3])).toBeUndefined();
      expect(of([1], [2])).toBeUndefined();
      expect(of([], [])).toBeUndefined();
    }
  });

  it('has the figures of a worked example with ties', () => {
    // By hand: ranks 1 2.5 2.5 4 and 1 2 3.5 3.5; 4 concordant pairs, 5 untied on each side.
    expect(spearman([1, 2, 2, 3], [1, 2, 3, 3])).toBeCloseTo(3.75 / 4.5, 12);
    expect(kendall([1, 2, 2, 3], [1, 2, 3, 3])).toBeCloseTo(4 / 5, 12);
  });

  it('says what the definitions say', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        const left = all.map(([one]) => one);
        const right = all.map(([, other]) => other);
        expect([...meanRanks(left)]).toEqual(rankByCounting(left));
        same(spearman(left, right), correlation(rankByCounting(left), rankByCounting(right)));
        same(kendall(left, right), tauByPairs(all));
      }),
    );
  });

  it('takes a hundred thousand at once', () => {
    const numbers = Float64Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003);
    expect(kendall(numbers, numbers)).toBe(1);
    expect(
      kendall(
        numbers,
        numbers.map((one) => -one),
      ),
    ).toBe(-1);
  });
});

function same(one: number | undefined, other: number | undefined): void {
  if (one === undefined || other === undefined) expect(one).toBe(other);
  else expect(one).toBeCloseTo(other, 9);
}

const accuracy = (scores: readonly number[], times: readonly number[]) =>
  accuracyOf(Float64Array.from(scores), Float64Array.from(times));

describe('how good a ranking is', () => {
  it('takes of equal scores the slowest first', () => {
    const times = Array.from({ length: 20 }, (_, index) => index + 1);
    // With all predictions equal, shortlists take the slowest first.
    const { bestOfTop, firstChoice, rho } = accuracy(
      times.map(() => 7),
      times,
    );
    expect(bestOfTop).toEqual({ '1': 1 / 20, '5': 1 / 20, '10': 1 / 19 });
    expect(firstChoice).toBeCloseTo(times.reduce((sum, time) => sum + 1 / time, 0) / 20, 12);
    expect(rho).toBeUndefined();
  });

  it('knows the first choice and what it costs', () => {
    const right = accuracy([1, 2, 3], [5, 6, 7]);
    expect(right).toMatchObject({ firstChoice: 1, regret: 0, rho: 1, tau: 1 });
    expect(accuracy([2, 1, 3], [4, 8, 9])).toMatchObject({ firstChoice: 0.5, regret: 1 });
    // Two share the first place, so each counts half.
    expect(accuracy([1, 1, 3], [4, 8, 9])).toMatchObject({ firstChoice: 0.75, regret: 0.5 });
  });

  it('has at least one configuration in a shortlist', () => {
    expect(shortlistLength(3, 1)).toBe(1);
    expect(shortlistLength(4201, 10)).toBe(420);
    expect(() => accuracy([], [])).toThrow(RangeError);
  });

  it('knows what random shortlists reach, by drawing all of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (numbers, seed) => {
          const times = Float64Array.from(numbers).toSorted();
          const drawn = 1 + (seed % times.length);
          const shares = choices([...times], drawn).map(
            (some) => (times[0] ?? 0) / Math.min(...some),
          );
          const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
          expect(expectedBest(times, drawn)).toBeCloseTo(mean, 9);
        },
      ),
    );
    // One of all: the mean of the shares.
    expect(randomShortlists(Float64Array.of(2, 1, 4))['10']).toBeCloseTo((1 + 0.5 + 0.25) / 3, 12);
  });

  it('lists where rankings differ most, in both directions', () => {
    const scores = Float64Array.of(1, 2, 3, 4, 5, 6);
    const times = Float64Array.of(60, 20, 30, 40, 50, 10);
    const found = disagreements(scores, times, 1);
    expect(found).toEqual([
      { index: 0, modelRank: 1, measuredRank: 6, taken: 'too fast' },
      { index: 5, modelRank: 6, measuredRank: 1, taken: 'too slow' },
    ]);
    expect(disagreements(scores, scores, 3)).toEqual([]);
  });
});

function choices(from: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return from.flatMap((one, at) =>
    choices(from.slice(at + 1), count - 1).map((others) => [one, ...others]),
  );
}
