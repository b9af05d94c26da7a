import { Latest } from '../../base/latest.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import type { SessionTools } from '../tools.ts';
import { exampleSettings, sameProblem, type Settings } from '../kept/settings.ts';
import type { SessionState } from '../state.ts';
import { type FileContent, fileStem, projectText } from './kernel-file.ts';
import { NO_DOCUMENT, type OpenDocument, printOf } from './open-document.ts';
import { nameFor, type OwnKernel } from './own-kernel.ts';
import { type Draft, OwnKernels } from './own-kernels.ts';
import { LONG_TEXT, type SettingsKeeper } from './settings-keeper.ts';
import { type Snapshot, UndoHistory } from './undo-history.ts';
import { noteUnfinished, unfinishedDrafts } from './unfinished.ts';
import { OWN_SEMANTICS } from '../../platform/index.ts';

/** Milliseconds from an edit until it is kept, and between retries. */
const PAUSE = 300;
const RETRY = 3000;

const NEW_KERNEL = `#pragma tuner param WG = pow2(4, size/2)

__kernel void my_kernel(__global const float *input, __global float *output) {
  int i = get_global_id(0);
  output[i] = 2.0f * input[i];
}
`;

export interface FileToSave {
  readonly name: string;
  readonly text: string;
}

export type Workspace = ReturnType<typeof createWorkspace>;

/** The texts in work: the open one, their keeping and undo.
 * @param pose takes settings as the page's, and derives the rest. */
export function createWorkspace(
  tools: SessionTools,
  keeper: SettingsKeeper,
  pose: (settings: Settings) => void,
) {
  const { store, storage, exampleText, pause } = tools;
  const own = new OwnKernels(tools);
  const undo = new UndoHistory();
  const later = new Latest();
  const again = new Latest();
  /** Drafts being kept, or not kept yet, by kernel. */
  const pending = new Map<string, Draft>();
  /** Revisions that this tab has written. */
  const written = new Set<string>();
  let last: Draft | undefined;

  const now = (): Snapshot => {
    const { settings, document } = store.getState();
    return { settings, document };
  };
  const open = (document: OpenDocument): void => store.setState({ document });
  const unsaved = (change: Partial<SessionState['unsaved']>): void => {
    const before = store.getState().unsaved;
    const after = { ...before, ...change };
    if (JSON.stringify(before) !== JSON.stringify(after)) store.setState({ unsaved: after });
  };

  /** An example's settings, or another text kept elsewhere. */
  function isKept({ settings, document }: Snapshot): boolean {
    const { kernelText, example } = settings;
    // An empty text replaces nothing.
    if (kernelText.trim() === '') return true;
    if (document.untouched && kernelText.length <= LONG_TEXT) return true;
    const isExample = document.id === undefined && kernelText === exampleText(example);
    return (
      isExample ||
      (last?.id === document.id && last !== undefined && sameProblem(last.settings, settings))
    );
  }

  /** The unkept part of the open text, if any. It then belongs to that kernel. */
  function claim(): Draft | undefined {
    const { settings, document, derived, kernels } = store.getState();
    if (isKept({ settings, document })) return undefined;
    const id = document.id ?? uniqueId();
    const revision = uniqueId();
    const bases = [...document.bases, ...written];
    const label = EXAMPLE_LIST.find((entry) => entry.id === settings.example)?.label;
    const text = exampleText(settings.example);
    const name =
      document.file && document.id === undefined
        ? titleOf(document.file)
        : nameFor(
            derived.kernelName,
            label === undefined || text === undefined ? undefined : { label, text },
          );
    written.add(revision);
    open({ ...document, id, bases: [revision, ...document.bases].slice(0, 4) });
    last = { id, revision, bases, name, settings };
    const isFirst = !kernels.some((kernel) => kernel.id === id);
    return document.file && isFirst ? { ...last, named: true } : last;
  }

  async function save(draft: Draft): Promise<void> {
    pending.set(draft.id, draft);
    const kept = await own.save(draft);
    if (pending.get(draft.id) !== draft) return;
    if (kept) {
      pending.delete(draft.id);
      noteUnfinished(storage, [], [draft]);
      const { document } = store.getState();
      // Another tab continued that kernel, so this is a new one.
      if (kept.id !== draft.id && document.id === draft.id) {
        if (last?.id === draft.id) last = { ...last, id: kept.id };
        open({ ...document, id: kept.id, bases: [kept.revision] });
      }
    } else void retry();
    unsaved({ kernel: pending.size > 0 && (!kept || store.getState().unsaved.kernel) });
  }

  async function retry(): Promise<void> {
    const signal = again.start();
    await pause(RETRY, signal);
    if (signal.aborted) return;
    for (const draft of Array.from(pending.values())) await save(draft);
  }

  /** Keeps what is open, where it has to be. */
  function keep(): void {
    const { settings, document } = store.getState();
    const kernel = own.find(document.id);
    // Back at the unedited example: its kept edits are useless.
    if (kernel && !kernel.named && settings.kernelText === exampleText(settings.example)) {
      last = undefined;
      open(NO_DOCUMENT);
      void own.drop(kernel.id);
      return;
    }
    const draft = claim();
    if (draft) void save(draft);
  }

  async function keepSoon(): Promise<void> {
    const signal = later.start();
    await pause(PAUSE, signal);
    if (!signal.aborted) keep();
  }

  /** Replaces the open text, keeping it first. */
  function replace(
    settings: Settings,
    document: OpenDocument,
    words: string,
    show: (settings: Settings) => void = pose,
  ): void {
    later.cancel();
    const draft = claim();
    if (draft) void save(draft);
    const before = now();
    open(document);
    show(settings);
    undo.note(before, now(), words);
    store.setState({ subject: 'kernel' });
    const left = draft?.name ?? own.find(before.document.id)?.name;
    const said = left !== undefined && { said: { words: left, isKept: true } };
    store.setState({ undo: { ...undo.view, ...said } });
  }

  /** Opened settings with the page's present behaviour. */
  const asPageBehaves = (opened: Settings): Settings => {
    const { live: _, compilerChecks: _checks, ...rest } = opened;
    const { live, compilerChecks } = store.getState().settings;
    return {
      ...rest,
      ...(live !== undefined && { live }),
      ...(compilerChecks !== undefined && { compilerChecks }),
    };
  };

  function show({ id, revision, name, settings }: OwnKernel): void {
    replace(asPageBehaves(settings), { id, bases: [revision] }, `open ${name}`);
    const { document } = store.getState();
    last = { id, revision, bases: [], name, settings: store.getState().settings };
    if (document.id !== id) last = undefined;
  }

  /** Deletes an own kernel; the editor keeps an open text. */
  function remove(id: string): void {
    const { document } = store.getState();
    later.cancel();
    pending.delete(id);
    if (document.id === id) {
      const { id: _, ...rest } = document;
      open({ ...rest, bases: [], untouched: true });
    }
    void own.delete(id);
  }

  /** Restores a deleted kernel; an unedited open text belongs to it again. */
  function undelete(id: string): void {
    const kernel = own.undelete(id);
    const { document, settings } = store.getState();
    if (!kernel || document.id !== undefined) return;
    if (settings.kernelText !== kernel.settings.kernelText) return;
    const { untouched: _, ...rest } = document;
    const { revision, name } = kernel;
    last = { id, revision, bases: [], name, settings: kernel.settings };
    open({ ...rest, id, bases: [revision] });
  }

  function step(back: 'undo' | 'redo', from?: Snapshot): void {
    later.cancel();
    const draft = from ? undefined : claim();
    if (draft) void save(draft);
    const words = `${back === 'undo' ? 'Undone' : 'Redone'}: ${undo.view[back] ?? ''}`;
    const then = undo[back](from ?? now());
    if (!then) return;
    if (then.deleted === undefined) {
      open(then.document);
      pose(then.settings);
    } else if (back === 'undo') undelete(then.deleted);
    else remove(then.deleted);
    store.setState({ undo: { ...undo.view, said: { words, isKept: false } } });
  }

  store.subscribe(({ settings, document }, before) => {
    if (settings === before.settings && document === before.document) return;
    unsaved({ settings: !keeper.write(settings, document) });
    if (settings !== before.settings) void keepSoon();
  });

  return {
    /** Reads own kernels, and keeps what closed pages had not. */
    async begin(): Promise<void> {
      const isRead = await own.load();
      if (!isRead) return;
      const drafts = unfinishedDrafts(storage);
      for (const draft of drafts) await own.save(draft);
      noteUnfinished(storage, [], drafts);
      const { document, settings } = store.getState();
      const kernel = own.find(document.id);
      if (kernel && settings.kernelText === '')
        pose({ ...settings, kernelText: kernel.settings.kernelText });
      if (kernel?.settings.kernelText === settings.kernelText) {
        const { id, revision, name } = kernel;
        last = { id, revision, bases: [], name, settings: kernel.settings };
      }
    },
    keep,
    /** The page may be gone soon: keeps everything possible. */
    flush(): void {
      later.cancel();
      keep();
      keeper.writeAgain();
      noteUnfinished(storage, [...pending.values()]);
    },
    /** Something would be lost with the page. */
    isAtRisk(): boolean {
      const { unsaved: parts, settings } = store.getState();
      return (
        (parts.settings && parts.kernel) || (parts.kernel && settings.kernelText.length > LONG_TEXT)
      );
    },
    /** The settings have been changed from these, by hand. */
    changed(before: Snapshot): void {
      const { settings, document } = store.getState();
      const isEdited = settings.kernelText !== before.settings.kernelText;
      // The editor's undo may cross a replaced text: settings follow.
      const back = isEdited ? undo.leadingTo(settings.kernelText) : undefined;
      if (back) {
        step(back, before);
        return;
      }
      if (isEdited && document.untouched) {
        const { untouched: _, ...rest } = document;
        open(rest);
      }
      // The last words stay until something else can be undone.
      if (undo.note(before, now())) store.setState({ undo: undo.view });
    },
    now,
    replace,
    /** Opens a link's or file's content: not the user's, so kept once edited. */
    bring(
      { limits, ...brought }: Settings,
      by: OpenDocument['brought'],
      words: string,
      showBrought: (settings: Settings) => void,
    ): void {
      const { settings } = store.getState();
      const memoryMB = settings.limits?.memoryMB;
      const own = { ...limits, ...(memoryMB !== undefined && { memoryMB }) };
      const isExample = brought.kernelText === exampleText(brought.example);
      const document = {
        ...NO_DOCUMENT,
        ...(!isExample && { untouched: true }),
        ...(by && { brought: by }),
      };
      const opened = { ...brought, ...(Object.keys(own).length > 0 && { limits: own }) };
      replace(asPageBehaves(opened), document, words, showBrought);
    },
    /** Opens a lesson's settings and behaviour: not the user's, so kept once edited. */
    lend(
      settings: Settings,
      by: OpenDocument['brought'],
      words: string,
      showLent: (settings: Settings) => void,
    ): void {
      const isExample = settings.kernelText === exampleText(settings.example);
      const document = {
        ...NO_DOCUMENT,
        ...(!isExample && { untouched: true }),
        ...(by && { brought: by }),
      };
      const { compilerChecks } = store.getState().settings;
      const lent = { ...settings, ...(compilerChecks !== undefined && { compilerChecks }) };
      replace(lent, document, words, showLent);
      // The lesson tells its settings.
      store.setState({ notice: undefined });
    },
    /** The document for a run's text. */
    documentOf({ kernelText, example }: Settings): OpenDocument {
      const { document, settings, kernels } = store.getState();
      if (settings.kernelText === kernelText) return document;
      const kernel = kernels.find((one) => one.settings.kernelText === kernelText);
      if (kernel) return { id: kernel.id, bases: [kernel.revision] };
      const isExample = exampleText(example) === kernelText;
      return isExample ? NO_DOCUMENT : { ...NO_DOCUMENT, untouched: true };
    },
    commands: {
      /** Undoes changed settings, a replaced text or a deleted kernel. */
      undo: () => step('undo'),
      redo: () => step('redo'),
      /** The field was left: further typing is undone separately. */
      sealUndo: () => undo.seal(),
      openExample(id: string): void {
        const text = exampleText(id);
        const label = EXAMPLE_LIST.find((entry) => entry.id === id)?.label ?? id;
        if (text === undefined) return;
        const settings = { ...store.getState().settings, ...exampleSettings(id, text) };
        replace(settings, NO_DOCUMENT, `open ${label}`);
      },
      newKernel(): void {
        const opened = { kernelText: NEW_KERNEL, example: '', semantics: OWN_SEMANTICS } as const;
        const { kernelName: _, ...settings } = store.getState().settings;
        replace({ ...settings, ...opened }, { ...NO_DOCUMENT, untouched: true }, 'new kernel');
      },
      openKernel(id: string): void {
        const kernel = own.find(id);
        if (kernel) show(kernel);
      },
      renameKernel: (id: string, name: string) => void own.rename(id, name),
      duplicateKernel: (id: string) => void own.duplicate(id),
      /** Can be undone; the editor keeps an open text. */
      deleteKernel(id: string): void {
        const kernel = own.find(id);
        if (!kernel) return;
        undo.noteDeleted(id, kernel.name, now());
        remove(id);
        store.setState({ undo: undo.view });
      },
      /** Opens a read file as an own kernel; returns its id. */
      openFile(
        name: string,
        { kind, text, crlf, title, settings: found }: FileContent,
      ): string | undefined {
        const { settings, kernels } = store.getState();
        const { kernelName: _, ...others } = settings;
        const opened = found
          ? asPageBehaves(found)
          : { ...others, kernelText: text, example: '', semantics: OWN_SEMANTICS };
        const file = { name, kind, crlf, ...(title !== undefined && { title }) };
        const called = titleOf(file);
        const same = kernels.find(
          (kernel) => kernel.name === called && kernel.settings.kernelText === text,
        );
        const print = printOf(kind === 'project' ? projectText(opened) : text);
        const known = same ? { id: same.id, bases: [same.revision] } : NO_DOCUMENT;
        replace(opened, { ...known, file: { ...file, print } }, `open ${name}`);
        keep();
        return store.getState().document.id;
      },
      /** The open text as a file. */
      fileToSave(kind: 'kernel' | 'project'): FileToSave {
        const { settings, document, derived } = store.getState();
        const known = document.file?.name ?? own.find(document.id)?.name ?? derived.kernelName;
        const stem = fileStem(known ?? 'kernel');
        const title = own.find(document.id)?.name ?? derived.kernelName;
        return kind === 'project'
          ? { name: `${stem}.overtime.json`, text: projectText(settings, title) }
          : {
              name: document.file?.kind === 'kernel' ? document.file.name : `${stem}.cl`,
              text: document.file?.crlf
                ? settings.kernelText.replaceAll('\n', '\r\n')
                : settings.kernelText,
            };
      },
      /** It stands in a file now. */
      savedToFile(name: string, kind: 'kernel' | 'project'): void {
        const { settings, document } = store.getState();
        const print = printOf(kind === 'project' ? projectText(settings) : settings.kernelText);
        open({ ...document, file: { name, kind, crlf: document.file?.crlf ?? false, print } });
      },
      /** Unreadable records, as found. */
      unreadable: () => keeper.unreadable,
    },
  };
}

/** A kernel's title from a project, else the file's name. */
const titleOf = ({ name, title }: { readonly name: string; readonly title?: string }): string =>
  title ?? name;

/** The file differs from the editor. */
export function isFileModified({
  settings,
  document,
}: Pick<SessionState, 'settings' | 'document'>): boolean {
  if (!document.file) return false;
  const { kind, print } = document.file;
  return printOf(kind === 'project' ? projectText(settings) : settings.kernelText) !== print;
}
