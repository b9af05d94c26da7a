import { combinations, type Problem, problemConfigurations } from '../checker/index.ts';
import type { ListedConfiguration } from '../tuning/index.ts';
import type { SessionTools } from './environment.ts';
import { NO_PAR, provePar } from './jobs/par.ts';
import { SWEPT_LEVEL } from './jobs/sensitivity.ts';
import { SideJob } from './jobs/side-job.ts';
import { createSteering } from './jobs/steering.ts';
import type { Settings } from './kept/settings.ts';
import type { Reading } from './reading/reading.ts';
import type { OpenDocument } from './workspace/open-document.ts';
import type { Snapshot } from './workspace/undo-history.ts';

/** Configurations that are told one by one. */
const MOST_LISTED = 500;
const NO_PROBLEM = 'Its kernel cannot be tuned.';

/** What lessons need of a session. */
export function createTeaching(
  tools: SessionTools,
  {
    reading,
    problemOf,
    ...place
  }: {
    readonly reading: () => Reading | undefined;
    readonly problemOf: (settings: Settings) => Problem | undefined;
    /** Opens settings in place of what is open, which is kept. */
    readonly lend: (settings: Settings, by: OpenDocument['brought'], words: string) => void;
    /** Opens what was open before, with its answer where that is known. */
    readonly putBack: (before: Snapshot, words: string) => void;
  },
) {
  const { store, derivation } = tools;
  const parJob = new SideJob(tools, NO_PAR, (view) => store.setState({ par: view }));
  return {
    ...createSteering(tools, reading),
    /** Settings that a lesson brings take the place of what is open, without any answer to them.
     * @param by what it came with, where it is not to run before a button is pressed.
     * @param words as the undo says it. @returns what was open, for `putBack`. */
    lend(posed: Settings, by: OpenDocument['brought'], words: string): Snapshot {
      const { settings, document } = store.getState();
      place.lend(posed, by, words);
      return { settings, document };
    },
    /** What was open before `lend` is open again. */
    putBack: place.putBack,
    /** Every configuration of what is set, with the reason where it cannot run; none where there are more than a few
     * hundred. */
    possible(): readonly ListedConfiguration[] {
      const problem = derivation()?.problem;
      if (!problem || combinations(problem) > MOST_LISTED) return [];
      return [...problemConfigurations(problem)];
    },
    /** Proves the times of all configurations of some settings, beside the page. @param of names them. */
    provePar(posed: Settings, of: string): void {
      const problem = problemOf({ ...posed, level: SWEPT_LEVEL });
      if (problem) void parJob.start({ of }, (job) => provePar(problem, job));
      else store.setState({ par: { phase: 'failed', of, message: NO_PROBLEM } });
    },
  };
}
