import type { SessionTools } from '../environment.ts';
import { ofKernels } from '../kept/history-schema.ts';
import type { Notice } from '../notice.ts';
import type { Settings } from '../kept/settings.ts';
import type { ModelDocument } from '../promela/model-document.ts';
import { type OpenDocument } from '../workspace/open-document.ts';
import { readFragment } from './link.ts';
import type { Carried } from './portable.ts';

/** How what came with a link or file takes the place of what is there. */
interface Place {
  /** Opens settings, after what is there has been kept. */
  readonly bring: (
    settings: Settings,
    by: OpenDocument['brought'],
    words: string,
    notice: Notice | undefined,
  ) => void;
  /** Opens a model of its own in the kernel's place. */
  readonly openModel: (model: ModelDocument) => void;
  /** Shows an answer to what is set now, where one is at hand or wanted. */
  readonly answer: (isWanted: boolean) => void;
}

/** What opens states that were made in another page. */
export function createOpening(
  { store, exampleText, isEmbedded = false }: SessionTools,
  { bring, openModel, answer }: Place,
) {
  const isKnown = (text: string): boolean => {
    const { kernels, history } = store.getState();
    return [...kernels, ...ofKernels(history)].some(({ settings }) => settings.kernelText === text);
  };

  /** Opens what a link or file carried, in place of what is there; one step of undo. A kernel that nobody here has
   * written or run is shown, and runs only once the user has pressed a button. */
  function openCarried(carried: Carried, by: 'link' | 'file', words: string): void {
    const { settings, view, model, isShipped, notes } = carried;
    const isForeign = isEmbedded || !(isShipped || isKnown(settings.kernelText));
    const notice = notes.length > 0 ? { words: notes.join(' ') } : undefined;
    bring(settings, isForeign ? by : undefined, words, notice);
    store.setState({ arrival: { view }, chosen: view.chosen });
    if (model) openModel(model);
    answer(view.answered === true && !model);
  }

  return {
    openCarried,
    /** Opens the fragment of a link; what is wrong with it is told. */
    openLink(fragment: string): void {
      const read = readFragment(fragment, exampleText);
      if (read.ok) openCarried(read, 'link', 'open a link');
      else store.setState({ notice: { words: `The link was not opened. ${read.message}` } });
    },
    /** What had arrived is shown. */
    arrived: () => store.setState({ arrival: undefined }),
  };
}
