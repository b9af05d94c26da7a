import { shuffled } from '../base/random.ts';
import { type Estimate, estimateOf, clockStep } from './statistics.ts';
import { roundPercent } from '../base/words.ts';

/** Takes so many nanoseconds for so many steps. */
export type Lasting = (steps: number) => Promise<number>;

/** Time of a step, or why there is none. */
export type Slope =
  { readonly estimate: Estimate; readonly slopes: readonly number[] } | { readonly none: string };

export interface SlopeOptions {
  readonly random: () => number;
  /** Is called before each submission; throws to stop. */
  readonly check: () => void;
  readonly rounds?: number;
  /** Of steps in a sample at least, and they are its multiples. */
  readonly unit?: number;
  readonly mostSteps?: number;
}

/** Nanoseconds of the shortest of three lengths, in a clock's steps too; nothing longer than the most is
 * submitted at once. */
const SHORTEST = 4e6;
const CLOCK_STEPS = 60;
const MOST = 80e6;
const ROUNDS = 20;
const LENGTHS = [1, 2, 3] as const;
/** Of quartiles from each other, and of the middle length from the line through the others. */
export const TOLERATED = 0.15;

/** Nanoseconds of a step: the slope over three lengths, taken in rounds of another order each. What does
 * not lie on a line, or scatters, is no signal. */
export async function slopeOf(last: Lasting, options: SlopeOptions): Promise<Slope> {
  const { random, check, rounds = ROUNDS } = options;
  const steps = await stepsFor(last, options);
  if (typeof steps !== 'number') return steps;
  const seen: number[][] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (const length of shuffled(LENGTHS, LENGTHS.length, random)) {
      check();
      times[length - 1] = await last(length * steps);
    }
    if (round > 0) seen.push(times);
  }
  return judged(seen, steps, random);
}

/** The slope of rounds of three times each, if they tell one. */
function judged(
  rounds: readonly (readonly number[])[],
  steps: number,
  random: () => number,
): Slope {
  const slopes = rounds.map(([short = 0, , long = 0]) => (long - short) / (2 * steps));
  const bends = rounds.map(([short = 0, middle = 0, long = 0]) => middle - (short + long) / 2);
  const [, slope] = quartiles(slopes);
  if (!(slope > 0)) return { none: 'longer runs take no longer' };
  const [, bend] = quartiles(bends);
  const apart = Math.abs(bend) / (slope * steps);
  if (apart > TOLERATED)
    return { none: `time is no line of the length: ${roundPercent(apart)} off` };
  const scatter = scatterOf(slopes);
  if (scatter > TOLERATED) return { none: `its quartiles are ${roundPercent(scatter)} apart` };
  const estimate = estimateOf(slopes, Math.floor(random() * 2 ** 31));
  return estimate ? { estimate, slopes } : { none: 'too few rounds' };
}

/** Quartiles' distance, of their middle. */
export function scatterOf(numbers: readonly number[]): number {
  const [low, middle, high] = quartiles(numbers);
  return (high - low) / Math.abs(middle);
}

function quartiles(numbers: readonly number[]): readonly [number, number, number] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return low + (high - low) * (place % 1);
  };
  return [at(0.25), at(0.5), at(0.75)];
}

/** Steps that fill the shortest length. */
export async function stepsFor(
  last: Lasting,
  { check, unit = 1, mostSteps = 2 ** 28 }: SlopeOptions,
): Promise<number | { readonly none: string }> {
  const most = mostSteps / 3;
  const whole = (steps: number): number =>
    Math.max(unit, Math.floor(Math.min(steps, most) / unit) * unit);
  const seen: number[] = [];
  for (let steps = unit; ; steps = whole(steps * 4)) {
    check();
    const time = await last(steps);
    seen.push(time);
    const wanted = Math.min(MOST / 3, Math.max(SHORTEST, CLOCK_STEPS * clockStep(seen)));
    if (steps === unit && time > MOST / 3) return { none: 'the least work takes too long' };
    // A time of a few of the clock's steps foretells little.
    if (time >= wanted / 4) return whole((steps * wanted) / time);
    if (whole(steps * 4) === steps)
      return time > 0 ? steps : { none: 'the clock sees no time pass' };
  }
}
