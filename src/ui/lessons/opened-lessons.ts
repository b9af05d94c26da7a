import * as v from 'valibot';
import { create } from 'zustand';
import { Latest } from '../../base/latest.ts';
import { outside } from '../../outside/browser.ts';
import { settingsSchema } from '../../session/kept/settings.ts';
import { documentSchema } from '../../session/workspace/open-document.ts';
import type { Snapshot } from '../../session/workspace/undo-history.ts';
import { TAB_STORAGE } from '../../session/kept/page-storage.ts';
import type { Session } from '../../session/core.ts';
import { keptStore } from '../shared/kept-store.ts';

/** The limit of a lesson's size. */
const MOST_SOURCE = 64 * 1024;

interface OpenedLessons {
  readonly isOpen: boolean;
  /** The lesson's source; survives a reload. */
  readonly source: string | null;
  /** Restored after the lesson. */
  readonly before: Snapshot | null;
  /** The lesson's page, while another place is open. */
  readonly during: Snapshot | null;
  /** The task under way. */
  readonly task: string | null;
  /** A puzzle has the whole place, with the stage. */
  readonly isPuzzle: boolean;
}

const CLOSED: OpenedLessons = {
  isOpen: false,
  source: null,
  before: null,
  during: null,
  task: null,
  isPuzzle: false,
};

const snapshot = v.nullable(v.object({ settings: settingsSchema, document: documentSchema }));

const schema = v.object({
  isOpen: v.boolean(),
  source: v.nullable(v.pipe(v.string(), v.maxLength(MOST_SOURCE))),
  before: snapshot,
  // Older pages had none.
  during: v.optional(snapshot, null),
  task: v.nullable(v.pipe(v.string(), v.maxLength(80))),
  isPuzzle: v.optional(v.boolean(), false),
});

/** Which lesson is open in this tab. */
export const useOpenedLessons = keptStore('overtime-lesson', schema, CLOSED, TAB_STORAGE);

type Offer<Read extends (source: Blob | string) => unknown> = {
  readonly read: Awaited<ReturnType<Read>>;
  readonly by: 'file' | 'link';
} | null;

interface Offered {
  /** From a file or link; begins only on request. */
  readonly offered: Offer<typeof outside.lesson>;
  /** A class, likewise. */
  readonly taught: Offer<typeof outside.taught>;
}

export const useOffered = create<Offered>()(() => ({ offered: null, taught: null }));

const latest = new Latest();

/** Shows what came from elsewhere once it is read, unless something else came since. */
async function offer<Read>(
  reading: Promise<Read>,
  offered: (read: Read) => Partial<Offered>,
): Promise<void> {
  const signal = latest.start();
  const read = await reading;
  if (!latest.is(signal)) return;
  useOffered.setState({ offered: null, taught: null, ...offered(read) });
  setOpen(true);
}

const offerLesson = (source: Blob | string, by: 'file' | 'link'): Promise<void> =>
  offer(outside.lesson(source), (read) => ({ offered: { read, by } }));
const offerTaught = (source: Blob | string, by: 'file' | 'link'): Promise<void> =>
  offer(outside.taught(source), (read) => ({ taught: { read, by } }));

export const isLessonFile = (name: string): boolean => /\.(md|markdown)$/i.test(name);

export const offerFile = (file: File): Promise<void> => offerLesson(file, 'file');
export const offerClass = (file: File): Promise<void> => offerTaught(file, 'file');

/** A lesson or a class in the address is taken out of it and shown. */
export function offerLinked(): void {
  const { hash, pathname, search } = location;
  const isOfClass = hash.startsWith('#class=');
  if (!isOfClass && !hash.startsWith('#lesson=')) return;
  history.replaceState(history.state, '', `${pathname}${search}`);
  void (isOfClass ? offerTaught(hash, 'link') : offerLesson(hash, 'link'));
}

const setOpen = (isOpen: boolean): void => {
  useOpenedLessons.setState({ isOpen });
};

/** A lesson is beside the workbench. */
export const useIsTaught = (): boolean =>
  useOpenedLessons(({ isOpen, source, isPuzzle }) => isOpen && source !== null && !isPuzzle);

/** The list of lessons or a puzzle has the place; there is no workbench. */
export const useIsAlone = (): boolean =>
  useOpenedLessons(({ isOpen, source, isPuzzle }) => isOpen && (source === null || isPuzzle));

/** A puzzle is open, and its run is played on its own stage. */
export const useIsPuzzled = (): boolean =>
  useOpenedLessons(({ isOpen, source, isPuzzle }) => isOpen && source !== null && isPuzzle);

/** Goes elsewhere: what was open before the lesson is open again, and the lesson waits. */
export function pauseLesson({ store, commands }: Pick<Session, 'store' | 'commands'>): void {
  const { source, before, isOpen } = useOpenedLessons.getState();
  if (!isOpen) return;
  if (!before) return setOpen(false);
  const { settings, document } = store.getState();
  // An author's trial is nothing to go on with.
  const during = source === null ? null : { settings, document };
  useOpenedLessons.setState({ isOpen: false, before: null, during });
  commands.putBack(before, 'leave the lesson');
}

/** Opens the lessons; one that waits goes on. */
export function resumeLesson({ commands }: Pick<Session, 'commands'>): void {
  const { source, during } = useOpenedLessons.getState();
  if (source === null || !during) return setOpen(true);
  const { settings, document } = during;
  const before = commands.lend(settings, document.brought, 'go on with the lesson');
  useOpenedLessons.setState({ isOpen: true, before, during: null });
}
