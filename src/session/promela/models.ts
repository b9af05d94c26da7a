import { Cancelled, Failure } from '../../base/failure.ts';
import type { CheckResult } from '../../checker/index.ts';
import type { SessionTools } from '../environment.ts';
import { SideJob } from '../jobs/side-job.ts';
import type { History } from '../kept/history.ts';
import { printOf } from '../workspace/open-document.ts';
import { AsksForC, checking } from './model-checking.ts';
import {
  askedOf,
  askedProblem,
  definesProblem,
  type ModelAsked,
  type ModelDocument,
  MOST_MODEL_TEXT,
  newModel,
  searchOptionsOf,
  type TypedTuning,
} from './model-document.ts';
import { detachedModel } from './detached-model.ts';
import { ModelKeeper, withEarlier } from './model-keeper.ts';
import { ModelReader } from './model-reading.ts';
import { createModelTunings } from './model-tunings.ts';
import {
  type ModelTuningView,
  type ModelView,
  NO_MODEL_CHECK,
  questionOfModel,
  UNREAD,
  type Waiting,
} from './model-view.ts';

/** What a model of its own is opened with. */
export type OpenedText = Parameters<typeof newModel>[1];

/** Promela models of their own: which is open, what is known of it, and what runs of it.
 * @param trust the user has pressed a button: what came with a link may run. */
export function createModels(tools: SessionTools, history: History, trust: () => void) {
  const { store, storage, tabStorage, now } = tools;
  const keeper = new ModelKeeper(storage, tabStorage);
  const view = (): ModelView => store.getState().model;
  const set = (change: Partial<ModelView>): void =>
    store.setState(({ model }) => ({ model: { ...model, ...change } }));
  const reader = new ModelReader(tools, (reading) => set({ reading }));
  const checkJob = new SideJob(tools, NO_MODEL_CHECK, (check) => {
    const isFirst = !view().check.results.some(hasTrail);
    set({ check });
    const at = check.results.findIndex(hasTrail);
    if (isFirst && at >= 0) showTrail(at);
  });
  const tunings = createModelTunings(tools, {
    history,
    view,
    set,
    trust,
    isAllowed,
    asking,
    known,
  });

  store.subscribe(({ model }, { model: before }) => {
    const { isOpen, document, earlier } = model;
    const isSame =
      isOpen === before.isOpen && document === before.document && earlier === before.earlier;
    if (isSame) return;
    const isUnsaved = !keeper.write({ isOpen, document, earlier });
    if (isUnsaved !== model.isUnsaved) set({ isUnsaved });
  });

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
  function place(document: ModelDocument): void {
    const { document: left, earlier } = view();
    const isLeft = left !== undefined && left.text !== document.text && left.text.trim() !== '';
    checkJob.forget();
    tunings.forget();
    set({
      ...{ document, isOpen: true, trail: undefined, consent: undefined, reading: UNREAD },
      earlier: (isLeft ? withEarlier(earlier, left) : earlier).filter(
        ({ text }) => text !== document.text,
      ),
    });
    read(document);
    void tunings.showKept();
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

  async function check(): Promise<void> {
    const { document, check: before } = view();
    if (!document || before.phase === 'running') return;
    if (askedProblem(document.asked) ?? definesProblem(document)) return;
    trust();
    set({ consent: undefined });
    const { asked } = document;
    const question = questionOfModel(document);
    const posed = { document, asked: askedOf(asked), options: searchOptionsOf(asked) };
    await checkJob.start({ question }, (job) =>
      asking({ for: 'check' }, checking({ ...posed, isAllowed, now }, job), (error) => ({
        failure: error instanceof Failure ? error : undefined,
      })),
    );
    if (view().consent) return checkJob.forget();
    known(document);
  }

  /** The compiler is there by now: what it was waited for is read. */
  function known(document: ModelDocument): void {
    const { document: present, reading } = view();
    if (present && reading.phase === 'waiting') read(present);
    else if (present === document && reading.phase === 'reading') read(document);
  }

  function showTrail(at: number): void {
    const {
      check: { results, question },
    } = view();
    const result = results[at];
    if (!result?.trail || !question) return;
    const { check: searched, status, trail: packed, verifier } = result;
    const title = `${searched.what}: ${status}`;
    set({ trail: { title, packed, words: [], verifier, question } });
  }

  const begun = keeper.load();
  set(begun);
  if (begun.isOpen && begun.document) read(begun.document);
  if (begun.document) void tunings.showKept();

  const commands = {
    /** Opens a model of its own in the kernel's place; the kernel stays as it is. */
    openModel: (name: string, content: OpenedText): void => place(newModel(name, content)),
    /** Makes the model that is generated of the kernel one of its own. */
    detachModel(): void {
      const detached = detachedModel(tools);
      if (detached) place(detached);
    },
    /** The page is about the kernel again; the model is kept. */
    attachModel(): void {
      if (!view().isOpen) return;
      checkJob.cancel();
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
      if (model) place(model);
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
    checkModel: () => void check(),
    cancelModelCheck: () => checkJob.cancel(),
    ...tunings.commands,
    /** The user has read what C the model has, and lets it run or not. */
    answerC(isAllowed: boolean): void {
      const { consent } = view();
      set({ consent: undefined });
      if (!consent || !isAllowed) return;
      change({ allowedC: printOf(consent.c.join('\n')) });
      if (consent.for === 'check') void check();
      else tunings.goOn(consent);
    },
    /** Opens the run that one of the searches of a check has found. */
    showModelTrail: showTrail,
    closeModelTrail: () => set({ trail: undefined }),
    /** What a file of the model holds. */
    modelToSave(): { readonly name: string; readonly text: string } | undefined {
      const { document } = view();
      return document && { name: fileNameOf(document.name), text: document.text };
    },
  };
  return {
    commands,
    openDocument: place,
    /** Opens a model with what was found of it elsewhere. */
    showFound(document: ModelDocument, found: ModelTuningView): void {
      place(document);
      tunings.showFound(found);
    },
    restore: tunings.restorer(place),
    showTuned: tunings.showTuned,
  };
}

const hasTrail = ({ trail }: CheckResult): boolean => trail !== undefined;

const fileNameOf = (name: string): string =>
  /\.(pml|prom|promela|spin)$/i.test(name) ? name : `${name.replace(/\.[^.]*$/, '')}.pml`;
