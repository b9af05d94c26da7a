import { Latest } from '../../base/latest.ts';
import { combinations, type Problem } from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import type { Settings } from '../kept/settings.ts';
import { isBrought } from '../workspace/open-document.ts';
import type { TaskRunner } from './task-runner.ts';
import type { Workers } from './workers.ts';

/** More configurations than this are not tuned by themselves: the search takes seconds. */
const MOST_CONFIGURATIONS = 20_000;
/** After the last edit, in milliseconds. */
const PAUSE = 500;

/** How the page tunes by itself. */
export const LIVE = { level: 'accelerated', method: 'branch-and-bound' } as const;

/** Tunes by itself once edits pause, where that is wanted and quickly done.
 * @param problemOf the problem that settings pose.
 * @param start begins a run. */
export function createLiveTuning(
  { store, exampleText, hasCompiler, pause }: SessionTools,
  workers: Workers,
  runner: TaskRunner,
  problemOf: (settings: Settings) => Problem | undefined,
  start: (problem: Problem, settings: Settings) => void,
) {
  const latest = new Latest();
  const atHand = ({ kernelText, example }: Settings, problem: Problem): boolean =>
    exampleText(example) === kernelText ||
    hasCompiler() ||
    workers.pool.hasVerifierOf(problem.model.text);
  return {
    cancel: () => latest.cancel(),
    /** Tunes at once as it is set, where that is quickly done. */
    once(): void {
      const posed = store.getState().settings;
      const found = isBrought(store.getState()) ? undefined : problemOf(posed);
      if (found && costly(found, atHand(posed, found)) === undefined) start(found, posed);
    },
    /** Something has changed: tunes after a while without a further change. */
    async soon(): Promise<void> {
      const signal = latest.start();
      if (!store.getState().settings.live || isBrought(store.getState())) return;
      await pause(PAUSE, signal);
      if (signal.aborted) return;
      const posed: Settings = { ...store.getState().settings, ...LIVE };
      const found = problemOf(posed);
      const held = found && costly(found, atHand(posed, found));
      store.setState({ held });
      if (found && held === undefined) start(found, posed);
      else if (found) runner.cancel();
    },
  };
}

/** Why a problem is not tuned by itself, in one sentence; nothing where it is quickly done. `atHand`: the
 * verifier of its model needs no compiler, or the compiler has been fetched. */
function costly(problem: Problem, atHand: boolean): string | undefined {
  if (!atHand) {
    return 'This kernel needs a verifier of its own: press Tune once to fetch the compiler.';
  }
  return combinations(problem) > MOST_CONFIGURATIONS
    ? `More than ${MOST_CONFIGURATIONS.toLocaleString('en')} configurations: press Tune.`
    : undefined;
}
