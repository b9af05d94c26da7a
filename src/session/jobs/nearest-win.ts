import type { Configuration } from '../../tuning/index.ts';

/** What the optimum does at another value of a constant: `stays` where one of the present optima is still as
 * fast as any, `unknown` where that is not proved, and otherwise the configurations that win instead. */
export type Outcome = 'stays' | 'unknown' | readonly Configuration[];

/** Something of the platform that can be turned. */
export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Whether values between those of halving and doubling are asked for: a time can be any; platforms seldom have 5
   * units, and machines are not built so. */
  readonly isFine: boolean;
  /** Whether it may be a fraction. */
  readonly hasFractions?: boolean;
}

/** A value at which another configuration wins. */
export interface Win {
  readonly value: number;
  /** The value beside it at which none does yet; absent where those between were not asked for. */
  readonly stays?: number;
  readonly optima: readonly Configuration[];
}

/** How often a constant is halved, and doubled. */
export const MOST_STEPS = 4;

/** The values that a dial is turned to in one direction, the nearest first. */
export function turnedTo(
  { value, least, most, hasFractions = false }: Dial,
  direction: 'up' | 'down',
  steps = MOST_STEPS,
): number[] {
  const values: number[] = [];
  let now = value;
  for (let step = 0; step < steps; step += 1) {
    const half = hasFractions ? now / 2 : Math.floor(now / 2);
    const next = direction === 'down' ? half : now === 0 ? 1 : now * 2;
    if (next === now || next < least || next > most) break;
    values.push(next);
    now = next;
  }
  return values;
}

/** The first value on a way at which another configuration wins and, where the dial is fine, one beside which
 * none does: found by bisection, so that there may be a nearer one only where winners alternate.
 * @param ask what the optimum does at a value. */
export async function nearestWin(
  dial: Dial,
  way: readonly number[],
  ask: (value: number) => Promise<Outcome>,
): Promise<Win | undefined> {
  let stays = dial.value;
  for (const value of way) {
    const outcome = await ask(value);
    if (outcome === 'unknown') return undefined;
    if (outcome === 'stays') {
      stays = value;
      continue;
    }
    if (!dial.isFine) return { value, optima: outcome };
    return bisect(stays, { value, optima: outcome }, ask);
  }
  return undefined;
}

/** Halves the way from a value at which the optimum stays to one at which another wins. */
async function bisect(
  stays: number,
  win: Win,
  ask: (value: number) => Promise<Outcome>,
): Promise<Win> {
  if (Math.abs(win.value - stays) <= 1) return { ...win, stays };
  const middle = Math.trunc((stays + win.value) / 2);
  const outcome = await ask(middle);
  if (outcome === 'unknown') return win;
  return outcome === 'stays'
    ? bisect(middle, win, ask)
    : bisect(stays, { value: middle, optima: outcome }, ask);
}
