import { Latest } from '../../base/latest.ts';
import type { SessionTools } from '../tools.ts';
import type { Run } from '../run/run.ts';
import type { History } from './history.ts';
import { ofKernels, restoredRun, type SavedRun } from './history-schema.ts';
import { sameProblem, type Settings } from './settings.ts';
import { isStale } from '../outdated.ts';
import { trust } from '../workspace/open-document.ts';
import { isFirstVisit } from '../workspace/settings-keeper.ts';

interface Beginnings {
  /** Replaces everything by a run of the history. */
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
}

export type Restorer = ReturnType<typeof createRestorer>;

/** Opens runs of the history as they were. */
export function createRestorer(
  { store, storage, now, onLeave }: Pick<SessionTools, 'store' | 'storage' | 'now' | 'onLeave'>,
  history: Pick<History, 'load' | 'content'>,
  { open, tune, tuneSoon, tuneOnce }: Beginnings,
) {
  const latest = new Latest();
  onLeave(() => latest.cancel());
  const first = isFirstVisit(storage);
  if (first) store.setState({ isFirstVisit: true });

  /** First visits begin with a run, later ones where the last ended. */
  async function begin(): Promise<void> {
    const signal = latest.start();
    const runs = await history.load();
    const { run, settings } = store.getState();
    if (signal.aborted || run.phase !== 'none') return;
    const last = ofKernels(runs).find((one) => sameProblem(one.settings, settings));
    if (last) await restore(last);
    else if (first) tune();
    else tuneSoon();
  }

  /** Answers carried settings: by a known run or, if wanted, a cheap new one. */
  async function answer(isWanted: boolean): Promise<void> {
    const signal = latest.start();
    const runs = await history.load();
    const state = store.getState();
    if (signal.aborted) return;
    const last = ofKernels(runs).find((one) => sameProblem(one.settings, state.settings));
    if (last) {
      // It has been run here before.
      trust(store);
      if (state.run.phase !== 'ended' || isStale(state)) await restore(last);
    } else if (isWanted) tuneOnce();
  }

  async function restore(saved: SavedRun): Promise<void> {
    const signal = latest.start();
    const content = await history.content(saved.id);
    if (signal.aborted) return;
    // Page behaviour is not part of a run.
    const { live, compilerChecks } = store.getState().settings;
    const settings = {
      ...saved.settings,
      ...(live !== undefined && { live }),
      ...(compilerChecks !== undefined && { compilerChecks }),
    };
    await open(saved, settings, restoredRun(saved, content, now()), signal);
  }

  return { begin, answer, restore };
}
