import { ALL_EXAMPLES } from '../example-list.ts';
import { OWN_SEMANTICS } from '../../platform/index.ts';
import type { SessionTools } from '../tools.ts';
import { exampleSettings, type Settings } from '../kept/settings.ts';
import { fileCommands } from './files.ts';
import { createKeeping } from './keeping.ts';
import { NO_DOCUMENT, type OpenDocument } from './open-document.ts';
import type { OwnKernel } from './own-kernel.ts';
import { OwnKernels } from './own-kernels.ts';
import type { SettingsKeeper } from './settings-keeper.ts';
import { type Snapshot, UndoHistory } from './undo-history.ts';
import { noteUnfinished, unfinishedDrafts } from './unfinished.ts';

const NEW_KERNEL = `#pragma tuner param WG = pow2(4, size/2)

__kernel void my_kernel(__global const float *input, __global float *output) {
  int i = get_global_id(0);
  output[i] = 2.0f * input[i];
}
`;

export type Workspace = ReturnType<typeof createWorkspace>;

/** The texts in work: the open one, their keeping and undo.
 * @param pose takes settings as the page's, and derives the rest. */
export function createWorkspace(
  tools: SessionTools,
  keeper: SettingsKeeper,
  pose: (settings: Settings) => void,
) {
  const { store, storage, exampleText } = tools;
  const own = new OwnKernels(tools);
  const keeping = createKeeping(tools, keeper, own);
  const undo = new UndoHistory();

  const now = (): Snapshot => {
    const { settings, document } = store.getState();
    return { settings, document };
  };
  const open = (document: OpenDocument): void => store.setState({ document });

  /** Replaces the open text, keeping it first. */
  function replace(
    settings: Settings,
    document: OpenDocument,
    words: string,
    show: (settings: Settings) => void = pose,
  ): void {
    const draft = keeping.leave();
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

  /** The document of a text not typed here. */
  const foreign = (
    { kernelText, example }: Pick<Settings, 'kernelText' | 'example'>,
    by?: OpenDocument['brought'],
  ): OpenDocument => ({
    ...NO_DOCUMENT,
    ...(kernelText !== exampleText(example) && { untouched: true }),
    ...(by && { brought: by }),
  });

  function show(kernel: OwnKernel): void {
    const { id, revision, name, settings } = kernel;
    replace(asPageBehaves(settings), { id, bases: [revision] }, `open ${name}`);
    keeping.found(kernel, store.getState().settings);
  }

  /** Deletes an own kernel; the editor keeps an open text. */
  function remove(id: string): void {
    const { document } = store.getState();
    keeping.forget(id);
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
    keeping.found(kernel, kernel.settings);
    open({ ...rest, id, bases: [kernel.revision] });
  }

  function step(back: 'undo' | 'redo', from?: Snapshot): void {
    if (from) keeping.wait();
    else keeping.leave();
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

  const { keep, flush, isAtRisk } = keeping;
  return {
    keep,
    flush,
    isAtRisk,
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
      if (kernel?.settings.kernelText === settings.kernelText)
        keeping.found(kernel, kernel.settings);
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
      const opened = { ...brought, ...(Object.keys(own).length > 0 && { limits: own }) };
      replace(asPageBehaves(opened), foreign(brought, by), words, showBrought);
    },
    /** Opens a lesson's settings and behaviour: not the user's, so kept once edited. */
    lend(
      settings: Settings,
      by: OpenDocument['brought'],
      words: string,
      showLent: (settings: Settings) => void,
    ): void {
      const { compilerChecks } = store.getState().settings;
      const lent = { ...settings, ...(compilerChecks !== undefined && { compilerChecks }) };
      replace(lent, foreign(settings, by), words, showLent);
      // The lesson tells its settings.
      store.setState({ notice: undefined });
    },
    /** The document for a run's text. */
    documentOf({ kernelText, example }: Settings): OpenDocument {
      const { document, settings, kernels } = store.getState();
      if (settings.kernelText === kernelText) return document;
      const kernel = kernels.find((one) => one.settings.kernelText === kernelText);
      if (kernel) return { id: kernel.id, bases: [kernel.revision] };
      return foreign({ kernelText, example });
    },
    commands: {
      /** Undoes changed settings, a replaced text or a deleted kernel. */
      undo: () => step('undo'),
      redo: () => step('redo'),
      /** The field was left: further typing is undone separately. */
      sealUndo: () => undo.seal(),
      openExample(id: string): void {
        const text = exampleText(id);
        const label = ALL_EXAMPLES.find((entry) => entry.id === id)?.label ?? id;
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
      ...fileCommands(tools, own, { asPageBehaves, replace, keep }),
      /** Unreadable records, as found. */
      unreadable: () => keeper.unreadable,
    },
  };
}
