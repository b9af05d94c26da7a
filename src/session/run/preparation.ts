import { Latest } from '../../base/latest.ts';
import { ModelChecker, type Problem } from '../../checker/index.ts';
import type { SessionTools } from '../tools.ts';
import { isBrought } from '../workspace/open-document.ts';
import type { Workers } from './workers.ts';

/** Milliseconds without an edit before the verifier is prepared. */
const PAUSE = 300;

/** Prepares the page's verifier when edits pause, to save runs the wait. */
export function prepareVerifiers(
  { store, derivation, pause, memoryMB }: SessionTools,
  workers: Workers,
): void {
  const latest = new Latest();
  let key: string | undefined;

  async function prepare(problem: Problem, signal: AbortSignal): Promise<void> {
    await pause(PAUSE, signal);
    if (signal.aborted) return;
    const options = { memoryMB: memoryMB(), pool: workers.pool };
    await new ModelChecker(workers.searching(), problem, options).prepare(signal);
  }

  store.subscribe((state, before) => {
    const problem = derivation()?.problem;
    if (state.derived === before.derived || !problem || isBrought(state)) return;
    const { level, text } = problem.model;
    if (key === `${level} ${text}`) return;
    key = `${level} ${text}`;
    // The run will report its errors.
    prepare(problem, latest.start()).catch(() => undefined);
  });
}
