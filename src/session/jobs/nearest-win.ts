import type { Configuration } from '../../tuning/index.ts';

/** `stays`: a present optimum is still among the fastest; `unknown`: unproved; else the winners. */
export type Outcome = 'stays' | 'unknown' | readonly Configuration[];

/** Something of the platform that can be turned. */
export interface Dial {
  readonly name: string;
  readonly meaning: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Values between doublings suit times; units come in powers of 2. */
  readonly isFine: boolean;
  readonly hasFractions?: boolean;
}

/** A value at which another configuration wins. */
export interface Win {
  readonly value: number;
  /** Its neighbour where nothing wins yet; absent without fine values. */
  readonly stays?: number;
  readonly optima: readonly Configuration[];
}

/** Halvings, and doublings, at most. */
export const MOST_STEPS = 4;

/** A dial's values in one direction, nearest first. */
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

/** The first value where another configuration wins, on a fine dial by bisection. A nearer one
 * exists only where winners alternate.
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

/** Bisects between staying and losing. */
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
