import { Latest } from '../../base/latest.ts';
import type { SessionTools } from '../environment.ts';
import type { Run } from '../run/run.ts';
import type { History } from './history.ts';
import { ofKernels, restoredRun, type SavedRun } from './history-schema.ts';
import { sameProblem, type Settings } from './settings.ts';
import { isStale } from '../outdated.ts';
import { isFirstVisit } from '../workspace/settings-keeper.ts';

/** What a page can begin with. */
interface Beginnings {
  /** Shows a run of the history in place of everything. */
  readonly open: (
    saved: SavedRun,
    settings: Settings,
    run: Run,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly tune: () => void;
  readonly tuneSoon: () => void;
  /** Tunes at once, where that is quickly done. */
  readonly tuneOnce: () => void;
  /** The text has been run here before. */
  readonly trust: () => void;
}

/** What opens runs of the history as they were. */
export function createRestorer(
  { store, storage, now }: Pick<SessionTools, 'store' | 'storage' | 'now'>,
  history: Pick<History, 'load' | 'content'>,
  { open, tune, tuneSoon, tuneOnce, trust }: Beginnings,
) {
  const latest = new Latest();
  const first = isFirstVisit(storage);
  if (first) store.setState({ isFirstVisit: true });

  /** The first visit begins with a run; a later one with what there was at the end of the last. */
  async function begin(): Promise<void> {
    const signal = latest.start();
    const runs = await history.load();
    const { run, settings } = store.getState();
    if (signal.aborted || run.phase !== 'idle') return;
    const last = ofKernels(runs).find((one) => sameProblem(one.settings, settings));
    if (last) await restore(last);
    else if (first) tune();
    else tuneSoon();
  }

  /** Shows an answer to settings that have come with a link or file: the one that is known, or where one is wanted a
   * new one if that is no great matter. */
  async function answer(isWanted: boolean): Promise<void> {
    const signal = latest.start();
    const runs = await history.load();
    const state = store.getState();
    if (signal.aborted) return;
    const last = ofKernels(runs).find((one) => sameProblem(one.settings, state.settings));
    if (last) {
      trust();
      if (state.run.phase !== 'ended' || isStale(state)) await restore(last);
    } else if (isWanted) tuneOnce();
  }

  async function restore(saved: SavedRun): Promise<void> {
    const signal = latest.start();
    const content = await history.content(saved.id);
    if (signal.aborted) return;
    // How the page behaves is no matter of the run.
    const { live, compilerChecks } = store.getState().settings;
    const settings = {
      ...saved.settings,
      ...(live !== undefined && { live }),
      ...(compilerChecks !== undefined && { compilerChecks }),
    };
    await open(saved, settings, restoredRun(saved, content, now()), signal);
  }

  return {
    begin,
    answer,
    restore,
    /** The user has gone on with something else: a run that is still being read is not opened any more. */
    cancel: () => latest.cancel(),
  };
}
