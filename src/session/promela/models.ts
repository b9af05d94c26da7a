import { Cancelled } from '../../base/failure.ts';
import type { SessionTools } from '../environment.ts';
import type { History } from '../kept/history.ts';
import { printOf } from '../workspace/open-document.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { AsksForC } from './model-checking.ts';
import { createModelChecks } from './model-checks.ts';
import {
  type ModelAsked,
  type ModelDocument,
  MOST_MODEL_TEXT,
  newModel,
  type TypedTuning,
} from './model-document.ts';
import { detachedModel } from './detached-model.ts';
import { ModelKeeper, withEarlier } from './model-keeper.ts';
import { ModelReader } from './model-reading.ts';
import { createModelTunings } from './model-tunings.ts';
import { type ModelTuningView, type ModelView, UNREAD, type Waiting } from './model-view.ts';

/** What a model of its own is opened with. */
export type OpenedText = Parameters<typeof newModel>[1];

/** Promela models of their own: which is open, what is known of it, and what runs of it.
 * @param trust the user has pressed a button: what came with a link may run. */
export function createModels(tools: SessionTools, history: History, trust: () => void) {
  const { store, storage, tabStorage } = tools;
  const keeper = new ModelKeeper(storage, tabStorage);
  const view = (): ModelView => store.getState().model;
  const set = (change: Partial<ModelView>): void =>
    store.setState(({ model }) => ({ model: { ...model, ...change } }));
  const reader = new ModelReader(tools, (reading) => set({ reading }));
  const place = { history, view, set, trust, isAllowed, asking, known };
  const checks = createModelChecks(tools, place);
  const tunings = createModelTunings(tools, place);
  const { showKept, restore } = createKeptAnswers(place, { checks, tunings, put, tell });

  store.subscribe(({ model }, { model: before }) => {
    const { isOpen, document, earlier } = model;
    const isSame =
      isOpen === before.isOpen && document === before.document && earlier === before.earlier;
    if (isSame) return;
    const isUnsaved = !keeper.write({ isOpen, document, earlier });
    if (isUnsaved !== model.isUnsaved) set({ isUnsaved });
  });

  function tell(words: string): void {
    store.setState({ notice: { words } });
  }

  function read(document: ModelDocument): void {
    reader.read(document, view().reading);
  }

  /** Changes the model; what is known of its text is found out again where that is another. */
  function change(changes: Partial<ModelDocument>): void {
    const { document } = view();
    if (!document) return;
    const after = { ...document, ...changes };
    set({ document: after });
    if ('text' in changes || 'files' in changes || 'defines' in changes) read(after);
  }

  /** Puts a model in the place of the one before, which is kept if somebody has worked on it. */
  function put(document: ModelDocument): void {
    const { document: left, earlier } = view();
    const isLeft = left !== undefined && left.text !== document.text && left.text.trim() !== '';
    checks.forget();
    tunings.forget();
    set({
      ...{ document, isOpen: true, trail: undefined, consent: undefined, reading: UNREAD },
      earlier: (isLeft ? withEarlier(earlier, left) : earlier).filter(
        ({ text }) => text !== document.text,
      ),
    });
    read(document);
    void showKept();
  }

  function isAllowed(c: readonly string[]): boolean {
    return view().document?.allowedC === printOf(c.join('\n'));
  }

  /** The steps of a job. C that nobody has allowed is asked about, and the job is as if it had not begun. */
  async function* asking<Change>(
    what: Waiting,
    steps: AsyncIterable<Change>,
    failed: (error: unknown) => Change,
  ): AsyncGenerator<Change, void> {
    try {
      yield* steps;
    } catch (error) {
      if (error instanceof AsksForC) set({ consent: { ...what, c: error.c } });
      else if (!(error instanceof Cancelled)) yield failed(error);
      throw error;
    }
  }

  /** The compiler is there by now: what it was waited for is read. */
  function known(document: ModelDocument): void {
    const { document: present, reading } = view();
    if (present && reading.phase === 'waiting') read(present);
    else if (present === document && reading.phase === 'reading') read(document);
  }

  const begun = keeper.load();
  set(begun);
  if (begun.isOpen && begun.document) read(begun.document);
  if (begun.document) void showKept();

  const commands = {
    /** Opens a model of its own in the kernel's place; the kernel stays as it is. */
    openModel: (name: string, content: OpenedText): void => put(newModel(name, content)),
    /** Makes the model that is generated of the kernel one of its own. */
    detachModel(): void {
      const detached = detachedModel(tools);
      if (detached) put(detached);
    },
    /** The page is about the kernel again; the model is kept. */
    attachModel(): void {
      if (!view().isOpen) return;
      checks.commands.cancelModelCheck();
      tunings.cancel();
      reader.leave();
      set({ isOpen: false });
    },
    /** The page is about the model again that was open last. */
    returnToModel(): void {
      const { document } = view();
      if (!document) return;
      set({ isOpen: true });
      read(document);
    },
    /** Opens a model that another had taken the place of. */
    openEarlierModel(text: string): void {
      const model = view().earlier.find((one) => one.text === text);
      if (model) put(model);
    },
    setModelText(text: string): void {
      const { document } = view();
      if (text !== document?.text) change({ text: text.slice(0, MOST_MODEL_TEXT) });
    },
    setModelDefines: (defines: string) => change({ defines }),
    /** Gives a file along that the model includes, or takes it away. */
    setModelFile(name: string, text: string | undefined): void {
      const { [name]: _, ...others } = view().document?.files ?? {};
      change({ files: text === undefined ? others : { ...others, [name]: text } });
    },
    setModelAsked(changes: Partial<ModelAsked>): void {
      const { document } = view();
      if (document) change({ asked: { ...document.asked, ...changes } });
    },
    setModelTuning(changes: Partial<TypedTuning>): void {
      const { document } = view();
      if (document) change({ tuning: { ...document.tuning, ...changes } });
    },
    ...checks.commands,
    ...tunings.commands,
    /** The user has read what C the model has, and lets it run or not. */
    answerC(isAllowed: boolean): void {
      const { consent } = view();
      set({ consent: undefined });
      if (!consent || !isAllowed) return;
      change({ allowedC: printOf(consent.c.join('\n')) });
      if (consent.for === 'check') checks.commands.checkModel();
      else tunings.goOn(consent);
    },
    closeModelTrail: () => set({ trail: undefined }),
    /** What a file of the model holds. */
    modelToSave(): { readonly name: string; readonly text: string } | undefined {
      const { document } = view();
      return document && { name: fileNameOf(document.name), text: document.text };
    },
  };
  return {
    commands,
    openDocument: put,
    /** Opens a model with what was found of it elsewhere. */
    showFound(document: ModelDocument, found: ModelTuningView): void {
      put(document);
      tunings.showFound(found);
    },
    restore,
    showTuned: tunings.showTuned,
  };
}

const fileNameOf = (name: string): string =>
  /\.(pml|prom|promela|spin)$/i.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.pml`;
