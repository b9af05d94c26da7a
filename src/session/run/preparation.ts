import { Latest } from '../../base/latest.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Workers } from './workers.ts';

/** Milliseconds without an edit before the verifier is prepared. */
const PAUSE = 300;

export type Preparation = ReturnType<typeof createPreparation>;

/** Gets verifiers ready, so that a run need not wait for SPIN and the compiler. */
export function createPreparation({ pause, memoryMB }: SessionTools, workers: Workers) {
  const latest = new Latest();
  let key: string | undefined;

  /** Whether the verifier of a problem is ready now, as far as that needs no compiler that is not there.
   * What is wrong with it the run will say. */
  function prepare(problem: Problem, signal: AbortSignal): Promise<boolean> {
    const options = { memoryMB: memoryMB(), pool: workers.pool };
    const checker = new ModelChecker(workers.searching(), problem, options);
    return checker.prepare(signal).then(
      () => true,
      () => false,
    );
  }

  return {
    prepare,
    /** This is on the page now: its verifier is prepared once edits pause. */
    async see(problem: Problem): Promise<void> {
      const { level, text } = problem.model;
      if (key === `${level} ${text}`) return;
      key = `${level} ${text}`;
      const signal = latest.start();
      await pause(PAUSE, signal);
      if (!signal.aborted) await prepare(problem, signal);
    },
  };
}
