import { Latest } from '../../base/latest.ts';
import { combinations, type Problem } from '../../checker/index.ts';
import type { SessionTools } from '../tools.ts';
import type { Settings } from '../kept/settings.ts';
import { isBrought } from '../workspace/open-document.ts';
import type { TaskRunner } from './task-runner.ts';
import type { Workers } from './workers.ts';

/** With more configurations the search takes seconds. */
const MOST_CONFIGURATIONS = 20_000;
/** After the last edit, in milliseconds. */
const PAUSE = 500;

export const LIVE = { level: 'accelerated', method: 'branch-and-bound' } as const;

/** Tunes when edits pause, where wanted and quickly done. */
export function createLiveTuning(
  { store, exampleText, hasCompiler, pause, reading, problemOf, onLeave }: SessionTools,
  workers: Workers,
  runner: TaskRunner,
) {
  const latest = new Latest();
  onLeave(() => latest.cancel());
  const start = (problem: Problem, settings: Settings): void =>
    runner.start(problem, settings, settings.method);
  const atHand = ({ kernelText, example }: Settings, problem: Problem): boolean =>
    exampleText(example) === kernelText ||
    hasCompiler() ||
    workers.pool.hasVerifierOf(problem.model.text);
  return {
    cancel: () => latest.cancel(),
    /** Why these settings are not answered unasked, if so. */
    heldBy: (posed: Settings, problem: Problem) => costly(problem, atHand(posed, problem)),
    /** Tunes now as set, where quickly done. */
    once(): void {
      const posed = store.getState().settings;
      const found = isBrought(store.getState()) ? undefined : problemOf(posed);
      if (found && costly(found, atHand(posed, found)) === undefined) start(found, posed);
    },
    /** Tunes once changes pause. */
    async soon(): Promise<void> {
      if (!reading()) return;
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

/** Why not to tune unasked, if so. `atHand`: the verifier needs no compiler, or it was fetched. */
function costly(problem: Problem, atHand: boolean): string | undefined {
  if (!atHand) {
    return 'This kernel needs a verifier of its own: press Tune once to fetch the compiler.';
  }
  return combinations(problem) > MOST_CONFIGURATIONS
    ? `More than ${MOST_CONFIGURATIONS.toLocaleString('en')} configurations: press Tune.`
    : undefined;
}
