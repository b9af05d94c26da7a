import type { SessionEnvironment } from '../environment.ts';
import type { History } from './history.ts';
import type { SavedRun } from './history-schema.ts';
import { isFirstVisit, sameProblem } from './settings.ts';
import { restoredRun } from '../run/run.ts';
import type { Run, SessionState, Settings } from '../state.ts';

export interface RestorerPort extends Pick<SessionEnvironment, 'storage' | 'now'> {
  readonly history: Pick<History, 'load' | 'content'>;
  readonly state: () => Pick<SessionState, 'settings' | 'run'>;
  /** Shows a run of the history in place of everything. */
  readonly open: (saved: SavedRun, settings: Settings, run: Run) => void;
  readonly tune: () => void;
  readonly tuneSoon: () => void;
}

/** Opens runs of the history as they were. */
export class Restorer {
  readonly #port: RestorerPort;
  #controller: AbortController | undefined;

  constructor(port: RestorerPort) {
    this.#port = port;
  }

  /** The user has gone on with something else: a run that is still being read is not opened any more. */
  cancel(): void {
    this.#controller?.abort();
  }

  /** The first visit begins with a run; a later one with what there was at the end of the last. */
  async begin(): Promise<void> {
    const { storage, history, state, tune, tuneSoon } = this.#port;
    const first = isFirstVisit(storage);
    const runs = await history.load();
    const { run, settings } = state();
    if (run.phase !== 'idle') return;
    const last = runs.find((one) => sameProblem(one.settings, settings));
    if (last) await this.restore(last);
    else if (first) tune();
    else tuneSoon();
  }

  async restore(saved: SavedRun): Promise<void> {
    this.cancel();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const { history, state, open, now } = this.#port;
    const content = await history.content(saved.id);
    if (signal.aborted) return;
    // How the page behaves is no matter of the run.
    const { live, compilerChecks } = state().settings;
    const settings = {
      ...saved.settings,
      ...(live !== undefined && { live }),
      ...(compilerChecks !== undefined && { compilerChecks }),
    };
    open(saved, settings, restoredRun(saved, content, now()));
  }
}
