import { scatterOf, stepsFor, type SlopeOptions, TOLERATED } from './slope.ts';
import { type Estimate, middleMean } from './statistics.ts';

interface StepOptions extends SlopeOptions {
  /** Groups of a launch at most. */
  readonly most: number;
}

/** Of six, the least and the greatest hold the middle in 97 of 100 cases. */
const SEARCHES = 6;
const SAMPLES = 3;

/** Groups that are on a device at once: one more takes as long again. Each is as busy as its steps say, and
 * hinders no other. */
export async function firstStep(
  last: (steps: number, groups: number) => Promise<number>,
  options: StepOptions,
): Promise<Estimate | { readonly none: string }> {
  const { check, most } = options;
  const steps = await stepsFor((count) => last(count, 1), options);
  if (typeof steps !== 'number') return steps;
  const time = async (groups: number): Promise<number> => {
    const times: number[] = [];
    while (times.length < SAMPLES) {
      check();
      times.push(await last(steps, groups));
    }
    return middleMean(times);
  };
  const one = await time(1);
  const isOver = async (groups: number): Promise<boolean> => (await time(groups)) > 1.5 * one;
  let over = 2;
  while (over < most && !(await isOver(over))) over *= 2;
  if (over >= most) return { none: 'as many groups as may be launched are there at once' };
  const found: number[] = [];
  while (found.length < SEARCHES) {
    let [fits, tooMany] = [over / 2, over];
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (await isOver(middle)) tooMany = middle;
      else fits = middle;
    }
    found.push(fits);
  }
  const scatter = scatterOf(found);
  if (scatter > TOLERATED) return { none: 'the step is somewhere else each time' };
  const [low, high] = [Math.min(...found), Math.max(...found)];
  const middle = found.toSorted((a, b) => a - b)[SEARCHES / 2] ?? low;
  // Twice and three times as many take twice and three times as long.
  for (const waves of [1, 2, 3]) {
    const apart = Math.abs((await time(waves * low)) - waves * one) / (waves * one);
    if (apart > TOLERATED)
      return { none: `${waves * low} groups take no ${waves} times as long as one` };
  }
  return { middle, low, high };
}
