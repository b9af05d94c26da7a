import { Latest } from '../../base/latest.ts';
import { uniqueId } from '../../base/unique-id.ts';
import { ALL_EXAMPLES } from '../example-list.ts';
import { sameProblem, type Settings } from '../kept/settings.ts';
import type { SessionState } from '../state.ts';
import type { SessionTools } from '../tools.ts';
import { titleOf } from './kernel-file.ts';
import { NO_DOCUMENT, type OpenDocument } from './open-document.ts';
import { nameFor, type OwnKernel } from './own-kernel.ts';
import type { Draft, OwnKernels } from './own-kernels.ts';
import { LONG_TEXT, type SettingsKeeper } from './settings-keeper.ts';
import type { Snapshot } from './undo-history.ts';
import { noteUnfinished } from './unfinished.ts';

/** Milliseconds from an edit until it is kept, and between retries. */
const PAUSE = 300;
const RETRY = 3000;
/** Milliseconds between two writes while somebody types, or drags a constant: each costs as much as a letter. */
const BETWEEN = 1000;

/** Keeps what is open: the settings at once, a text while it is typed now and then and as an own kernel soon after. */
export function createKeeping(
  { store, storage, exampleText, pause }: SessionTools,
  keeper: SettingsKeeper,
  own: OwnKernels,
) {
  const later = new Latest();
  const again = new Latest();
  /** Drafts being kept, or not kept yet, by kernel. */
  const pending = new Map<string, Draft>();
  /** Revisions that this tab has written. */
  const written = new Set<string>();
  let last: Draft | undefined;

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
    const label = ALL_EXAMPLES.find((entry) => entry.id === settings.example)?.label;
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

  let writtenAt = Number.NEGATIVE_INFINITY;
  let isUnwritten = false;
  function write(): void {
    const { settings, document } = store.getState();
    isUnwritten = false;
    writtenAt = performance.now();
    unsaved({ settings: !keeper.write(settings, document) });
  }

  async function keepSoon(): Promise<void> {
    const signal = later.start();
    await pause(PAUSE, signal);
    if (signal.aborted) return;
    // Whose text becomes a kernel's is written with that.
    keep();
    if (isUnwritten) write();
  }

  store.subscribe(({ settings, document, run }, before) => {
    if (settings === before.settings && document === before.document) return;
    const goesOn = run.isPassing ?? settings.kernelText !== before.settings.kernelText;
    if (goesOn && document === before.document && performance.now() - writtenAt < BETWEEN)
      isUnwritten = true;
    else write();
    if (settings !== before.settings) void keepSoon();
  });

  return {
    keep,
    /** The page may be gone soon: keeps everything possible. */
    flush(): void {
      later.cancel();
      keep();
      if (isUnwritten) write();
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
    /** The open text is about to be replaced. @returns what is kept of it. */
    leave(): Draft | undefined {
      later.cancel();
      const draft = claim();
      if (draft) void save(draft);
      return draft;
    },
    /** What waits need not be kept now. */
    wait: (): void => later.cancel(),
    /** An own kernel, kept with these settings, is the open text. */
    found({ id, revision, name }: OwnKernel, settings: Settings): void {
      last = { id, revision, bases: [], name, settings };
    },
    /** An own kernel is no more. */
    forget(id: string): void {
      later.cancel();
      pending.delete(id);
    },
  };
}
