import { configurations } from '../kernel/index.ts';
import type { Problem } from './problem.ts';

/** More configurations than this are not tuned by themselves: the search takes seconds. */
const MOST_CONFIGURATIONS = 20_000;
/** After the last edit, in milliseconds. */
export const LIVE_PAUSE = 500;

/** Why a problem is not tuned by itself, in one sentence; nothing where it is quickly done. `atHand`: the
 * verifier of its model needs no compiler, or the compiler has been fetched. */
export function costly(problem: Problem, atHand: boolean): string | undefined {
  if (!atHand) {
    return 'This kernel needs a verifier of its own: press Tune once to fetch the compiler.';
  }
  let count = 0;
  for (const _ of configurations(problem.kernel, { ...problem.constants })) {
    count += 1;
    if (count > MOST_CONFIGURATIONS) {
      return `More than ${MOST_CONFIGURATIONS.toLocaleString('en')} configurations: press Tune.`;
    }
  }
  return undefined;
}
