import { Latest } from '../../base/latest.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Workers } from './workers.ts';

/** Milliseconds without an edit before the verifier is prepared. */
const PAUSE = 300;

/** What gets the verifier of a problem that is on the page ready once edits pause: by then a run need not
 * wait for SPIN and the compiler. */
export function createPreparation({ pause, memoryMB }: SessionTools, workers: Workers) {
  const latest = new Latest();
  let key: string | undefined;

  async function prepare(problem: Problem, signal: AbortSignal): Promise<void> {
    await pause(PAUSE, signal);
    if (signal.aborted) return;
    const options = { memoryMB: memoryMB(), pool: workers.pool };
    await new ModelChecker(workers.searching(), problem, options).prepare(signal);
  }

  return (problem: Problem): void => {
    const { level, text } = problem.model;
    if (key === `${level} ${text}`) return;
    key = `${level} ${text}`;
    // What is wrong with it the run will say.
    prepare(problem, latest.start()).catch(() => undefined);
  };
}
