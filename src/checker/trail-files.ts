import { parseTicks } from '../base/ticks.ts';
import type { Range } from '../promela/index.ts';
import { unpackTrail } from '../base/packed-trail.ts';
import type { Trail } from '../tuning/index.ts';
import type { Problem } from './problem.ts';

/** Everything needed to run a trail again somewhere else. */
export interface TrailFiles {
  /** The model that the verifier was made of, and the words of its command line. */
  readonly model: string;
  readonly words: readonly string[];
  readonly trail: string;
  /** The same model in pure Promela with the numbers in place, for `spin -t`. Absent where model time
   * is counted in C, which SPIN itself does not run. */
  readonly simulation?: string;
}

export function trailFiles({ model, constants }: Problem, { words, packed }: Trail): TrailFiles {
  const bound = parseTicks(words.find((word) => word.startsWith('T='))?.slice(2) ?? '');
  const run = {
    constants,
    ranges: rangesIn(words),
    prune: words.includes('prune=1'),
    improve: words.includes('improve=1'),
    report: words.includes('report=1'),
    ...(bound !== undefined && { bound }),
  };
  return {
    model: model.text,
    words,
    trail: unpackTrail(packed),
    ...(!model.wide && { simulation: model.simulation(run, true) }),
  };
}

/** The ranges that words of a command line give: `WG=4..512`, `N=8..64/8`. */
function rangesIn(words: readonly string[]): Record<string, Range> {
  return Object.fromEntries(
    words.flatMap((word) => {
      const found = /^(\w+)=(\d+)\.\.(\d+)(?:\/(\d+))?$/.exec(word);
      if (!found) return [];
      const [, name = '', low, high, step] = found;
      const range = { low: Number(low), high: Number(high) };
      return [[name, step === undefined ? range : { ...range, step: Number(step) }] as const];
    }),
  );
}
