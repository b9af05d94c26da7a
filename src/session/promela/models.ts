import { Cancelled } from '../../base/failure.ts';
import type { SessionTools } from '../tools.ts';
import type { History } from '../kept/history.ts';
import { printOf } from '../workspace/open-document.ts';
import { createKeptAnswers } from './kept-answers.ts';
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
import { AsksForC, createNativeSearches } from './native-searches.ts';
import {
  MODEL_CHECK,
  MODEL_OPENING,
  MODEL_RECHECK,
  MODEL_TUNING,
  type ModelTuningView,
  type ModelView,
  UNREAD,
  type Waiting,
} from './model-view.ts';

const JOBS = [MODEL_CHECK, MODEL_TUNING, MODEL_OPENING, MODEL_RECHECK];

export type OpenedText = Parameters<typeof newModel>[1];

export type Models = ReturnType<typeof createModels>;

/** Promela models: the open one, its readings and its runs. */
export function createModels(tools: SessionTools, history: History) {
  const { store, jobs, storage, tabStorage } = tools;
  const keeper = new ModelKeeper(storage, tabStorage);
  const view = (): ModelView => store.getState().model;
  const set = (change: Partial<ModelView>): void =>
    store.setState(({ model }) => ({ model: { ...model, ...change } }));
  const reader = new ModelReader(tools, (reading) => set({ reading }));
  const { searching, ...native } = createNativeSearches(tools, isAllowed);
  const place = { history, view, set, isAllowed, searching, asking, known };
  const checks = createModelChecks(tools, place);
  const tunings = createModelTunings(tools, place);
  const { showKept, restore } = createKeptAnswers(tools, place, { checks, tunings, put, tell });

  store.subscribe(({ subject, model }, { subject: left, model: before }) => {
    const { document, earlier } = model;
    if (subject !== left) {
      for (const job of JOBS) jobs.cancel(job);
      reader.leave();
    } else if (document === before.document && earlier === before.earlier) return;
    const isUnsaved = !keeper.write({ isOpen: subject === 'model', document, earlier });
    if (isUnsaved !== model.isUnsaved) set({ isUnsaved });
  });

  /** Puts a model in the kernel's place. */
  function show(change: Partial<ModelView>): void {
    store.setState(({ model }) => ({ subject: 'model', model: { ...model, ...change } }));
  }

  function tell(words: string): void {
    store.setState({ notice: { words } });
  }

  function read(document: ModelDocument): void {
    reader.read(document, view().reading);
  }

  /** Changes the model; another text is read again. */
  function change(changes: Partial<ModelDocument>): void {
    const { document } = view();
    if (!document) return;
    const after = { ...document, ...changes };
    set({ document: after });
    if ('text' in changes || 'files' in changes || 'defines' in changes) read(after);
  }

  /** Opens a model; an edited one before it is kept. */
  function put(document: ModelDocument): void {
    const { document: left, earlier } = view();
    const isLeft = left !== undefined && left.text !== document.text && left.text.trim() !== '';
    for (const job of JOBS) jobs.forget(job);
    show({
      document,
      trail: undefined,
      consent: undefined,
      reading: UNREAD,
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

  /** A job's steps. Asked for C, the job counts as never begun. */
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

  /** With the compiler here, waiting text can be read. */
  function known(document: ModelDocument): void {
    const { document: present, reading } = view();
    if (present && reading.phase === 'waiting') read(present);
    else if (present === document && reading.phase === 'running') read(document);
  }

  const commands = {
    /** Opens a model in the kernel's place; the kernel stays. */
    openModel: (name: string, content: OpenedText): void => put(newModel(name, content)),
    /** Turns the kernel's generated model into a standalone one. */
    detachModel(): void {
      const detached = detachedModel(tools);
      if (detached) put(detached);
    },
    /** Goes back to the kernel; the model is kept. */
    attachModel(): void {
      store.setState({ subject: 'kernel' });
    },
    /** Goes back to the last open model. */
    returnToModel(): void {
      const { document } = view();
      if (!document) return;
      show({});
      read(document);
    },
    /** Opens a model replaced earlier. */
    openEarlierModel(text: string): void {
      const model = view().earlier.find((one) => one.text === text);
      if (model) put(model);
    },
    setModelText(text: string): void {
      const { document } = view();
      if (text !== document?.text) change({ text: text.slice(0, MOST_MODEL_TEXT) });
    },
    setModelDefines: (defines: string) => change({ defines }),
    /** Adds or removes an included file. */
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
    ...native.commands,
    /** The user's decision after reading the model's C. */
    answerC(isAllowed: boolean): void {
      const { consent } = view();
      set({ consent: undefined });
      if (!consent || !isAllowed) return;
      change({ allowedC: printOf(consent.c.join('\n')) });
      if (consent.for === 'check') checks.commands.checkModel();
      else tunings.goOn(consent);
    },
    closeModelTrail: () => set({ trail: undefined }),
    /** The model as a file. */
    modelToSave(): { readonly name: string; readonly text: string } | undefined {
      const { document } = view();
      return document && { name: fileNameOf(document.name), text: document.text };
    },
  };
  const { isOpen, ...begun } = keeper.load();
  set(begun);
  if (isOpen) commands.returnToModel();
  if (begun.document) void showKept();

  return {
    commands,
    openDocument: put,
    /** Opens a model with findings from elsewhere. */
    showFound(document: ModelDocument, found: ModelTuningView): void {
      put(document);
      tunings.showFound(found);
    },
    tune: tunings.commands.tuneModel,
    verify: checks.commands.checkModel,
    cancel: () => [MODEL_CHECK, MODEL_TUNING, MODEL_OPENING].forEach(jobs.cancel),
    restore,
    showTuned: tunings.showTuned,
  };
}

const fileNameOf = (name: string): string =>
  /\.(pml|prom|promela|spin)$/i.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.pml`;
