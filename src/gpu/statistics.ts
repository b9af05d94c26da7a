import { sumOf } from '../base/sum.ts';
import { randomNumbers } from '../base/random.ts';

/** A middle value, and where the true one lies in 95 of 100 cases. */
export interface Estimate {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1000;

/** The mean of the middle half: outliers do not move it, as with a median, and the steps of a coarse
 * clock average out, as with a mean. */
export function middleMean(numbers: ArrayLike<number>): number {
  const sorted = Float64Array.from(numbers).sort();
  const cut = Math.floor(sorted.length / 4);
  const half = sorted.subarray(cut, sorted.length - cut);
  return sumOf(half) / half.length;
}

/** The middle with its percentile interval by the bootstrap; undefined of less than five numbers. */
export function estimateOf(numbers: readonly number[], seed = 1): Estimate | undefined {
  if (numbers.length < 5) return undefined;
  const random = randomNumbers(seed);
  const drawn = new Float64Array(numbers.length);
  const middles = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    for (let i = 0; i < drawn.length; i += 1)
      drawn[i] = numbers[Math.floor(random() * numbers.length)] ?? 0;
    middles[resample] = middleMean(drawn);
  }
  middles.sort();
  const at = (share: number): number => middles[Math.round(share * (RESAMPLES - 1))] ?? 0;
  return { middle: middleMean(numbers), low: at(0.025), high: at(0.975) };
}

const ofLogarithms = (logs: readonly number[], seed?: number): Estimate | undefined => {
  const found = estimateOf(logs, seed);
  return (
    found && {
      middle: Math.exp(found.middle),
      low: Math.exp(found.low),
      high: Math.exp(found.high),
    }
  );
};

/** Times by round; absent where a round has none. */
export type Rounds = readonly (number | undefined)[];

/** Nanoseconds of a launch. */
export const timeOf = (rounds: Rounds, seed?: number): Estimate | undefined =>
  ofLogarithms(
    rounds.flatMap((time) => (time === undefined || time <= 0 ? [] : [Math.log(time)])),
    seed,
  );

/** How many times as long one takes as the other, from the rounds that have both: what slows a round
 * slows both in it. */
export function ratioOf(one: Rounds, other: Rounds, seed?: number): Estimate | undefined {
  const logs = one.flatMap((time, round) => {
    const beside = other[round];
    return time === undefined || beside === undefined || time <= 0 || beside <= 0
      ? []
      : [Math.log(time / beside)];
  });
  return ofLogarithms(logs, seed);
}

/** Which of two is faster; neither where the interval holds both. */
export type Order = 'faster' | 'slower' | 'tie';

export const orderOf = ({ low, high }: Pick<Estimate, 'low' | 'high'>): Order =>
  high < 1 ? 'faster' : low > 1 ? 'slower' : 'tie';

/** Steps of a clock that some times are multiples of, in nanoseconds. */
export function clockStep(times: readonly number[]): number {
  const whole = times.filter((time) => time > 0);
  const steps = [100_000, 65_536];
  if (whole.length < 3) return Math.max(...steps);
  return steps.find((step) => whole.every((time) => time % step === 0)) ?? 1;
}
