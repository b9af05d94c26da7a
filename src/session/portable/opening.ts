import { Latest } from '../../base/latest.ts';
import type { SessionTools } from '../tools.ts';
import { ofKernels } from '../kept/history-schema.ts';
import type { Restorer } from '../kept/restorer.ts';
import type { Models } from '../promela/models.ts';
import type { Runs } from '../run/runs.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Carried } from './portable.ts';

export type Opening = ReturnType<typeof createOpening>;

/** Opens states that were made in another page. */
export function createOpening(
  { store, outside, isEmbedded = false, pose, leave }: SessionTools,
  workspace: Workspace,
  { closeTrace }: Runs,
  models: Models,
  restorer: Restorer,
) {
  const latest = new Latest();
  const isKnown = (text: string): boolean => {
    const { kernels, history } = store.getState();
    return [...kernels, ...ofKernels(history)].some(({ settings }) => settings.kernelText === text);
  };

  /** Replaces the open state; one undo step. Unknown kernels are shown, but run only after a button
   * press. */
  function openCarried(carried: Carried, by: 'link' | 'file', words: string): void {
    const { settings, view, model, isShipped, notes } = carried;
    const isForeign = isEmbedded || !(isShipped || isKnown(settings.kernelText));
    const notice = notes.length > 0 ? { words: notes.join(' ') } : undefined;
    leave();
    closeTrace();
    workspace.bring(settings, isForeign ? by : undefined, words, (after) =>
      pose(after, notice ?? null),
    );
    store.setState({ arrival: { view }, chosen: view.chosen });
    if (model) models.openDocument(model);
    void restorer.answer(view.answered === true && !model);
  }

  return {
    openCarried,
    /** Opens a link's fragment and tells its faults. */
    async openLink(fragment: string): Promise<void> {
      const signal = latest.start();
      const read = await outside.link(fragment);
      if (!latest.is(signal)) return;
      if (read.ok) openCarried(read, 'link', 'open a link');
      else store.setState({ notice: { words: `The link was not opened. ${read.message}` } });
    },
    /** The answer's run is opened at a tick. */
    openMoment: (at: number) =>
      store.setState({ arrival: { view: { fills: 'trace', at }, isHere: true } }),
    /** The view that came is shown. */
    arrived: () => store.setState({ arrival: undefined }),
  };
}
