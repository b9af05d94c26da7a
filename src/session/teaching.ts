import { combinations, problemConfigurations } from '../checker/index.ts';
import type { ListedConfiguration } from '../tuning/index.ts';
import type { SessionTools } from './tools.ts';
import { PAR, provePar } from './jobs/par.ts';
import { SWEPT_LEVEL } from './jobs/sensitivity.ts';
import { createSteering } from './jobs/steering.ts';
import type { Settings } from './kept/settings.ts';
import type { OpenDocument } from './workspace/open-document.ts';
import type { Restorer } from './kept/restorer.ts';
import type { Runs } from './run/runs.ts';
import type { Workspace } from './workspace/workspace.ts';
import type { Snapshot } from './workspace/undo-history.ts';

/** Configurations that are told one by one. */
const MOST_LISTED = 500;
const NO_PROBLEM = 'Its kernel cannot be tuned.';

/** Commands for lessons. */
export function createTeaching(
  tools: SessionTools,
  workspace: Workspace,
  runs: Runs,
  restorer: Restorer,
) {
  const { store, jobs, derivation, problemOf, pose, leave } = tools;
  return {
    ...createSteering(tools),
    /** Opens a lesson's settings, without an answer.
     * @param by its source, if it must not run before a button press.
     * @param words as the undo says it. @returns what was open, for `putBack`. */
    lend(posed: Settings, by: OpenDocument['brought'], words: string): Snapshot {
      const { settings, document } = store.getState();
      leave();
      workspace.lend(posed, by, words, pose);
      runs.showNothing();
      return { settings, document };
    },
    /** Reopens what `lend` replaced, with its answer if known. */
    putBack({ settings, document }: Snapshot, words: string): void {
      leave();
      workspace.replace(settings, document, words, pose);
      // It is as it was, which nobody needs to be told.
      store.setState({ notice: undefined });
      runs.showNothing();
      void restorer.begin();
    },
    /** Every configuration, or why it cannot run; empty beyond a few hundred. */
    possible(): readonly ListedConfiguration[] {
      const problem = derivation()?.problem;
      if (!problem || combinations(problem) > MOST_LISTED) return [];
      return [...problemConfigurations(problem)];
    },
    /** Proves all configurations' times beside the page. @param of names them. */
    provePar(posed: Settings, of: string): void {
      const problem = problemOf({ ...posed, level: SWEPT_LEVEL });
      if (problem) void jobs.start(PAR, { of }, (job) => provePar(problem, job));
      else jobs.show(PAR, { phase: 'failed', of, message: NO_PROBLEM });
    },
  };
}
