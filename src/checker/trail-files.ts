import { parseTicks } from '../base/ticks.ts';
import { type ProgramFiles, rangesIn } from '../promela/index.ts';
import { unpackTrail } from '../base/packed-trail.ts';
import type { Trail } from '../tuning/index.ts';
import type { Problem } from './problem.ts';

/** Everything needed to run a trail again somewhere else. */
export interface TrailFiles {
  /** The verifier's model and command-line words. */
  readonly model: string;
  readonly words: readonly string[];
  readonly trail: string;
  /** Pure Promela with numbers filled in, for `spin -t`; absent if model time is in C. */
  readonly simulation?: string;
  /** Files the verifier reads. */
  readonly files?: ProgramFiles;
}

export function trailFiles({ model, constants }: Problem, { words, packed }: Trail): TrailFiles {
  const bound = parseTicks(words.find((word) => word.startsWith('T='))?.slice(2) ?? '');
  const ranges = rangesIn(words);
  const files = model.files?.(constants, ranges);
  const run = {
    constants,
    ranges,
    prune: words.includes('prune=1'),
    improve: words.includes('improve=1'),
    report: words.includes('report=1'),
    ...(bound !== undefined && { bound }),
  };
  return {
    model: model.text,
    words,
    trail: unpackTrail(packed),
    ...(!model.wide && model.simulation && { simulation: model.simulation(run, true).text }),
    ...(files && { files }),
  };
}
