import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { documentSchema, settingsSchema, type Snapshot } from '../../session/index.ts';
import { persistedIn, TAB_STORAGE } from '../../session/kept/page-storage.ts';
import type { Action } from '../shared/action.ts';

/** Characters of a lesson that a tab keeps: as many as one may have. */
const MOST_SOURCE = 64 * 1024;

interface OpenedLessons {
  /** Whether the pane is beside the page. */
  readonly isOpen: boolean;
  /** The lesson under way, as its file has it; it survives a reload of the tab. */
  readonly source: string | null;
  /** What was open before it began, and comes back. */
  readonly before: Snapshot | null;
  /** The task under way. */
  readonly task: string | null;
}

const CLOSED: OpenedLessons = { isOpen: false, source: null, before: null, task: null };

const schema = v.object({
  isOpen: v.boolean(),
  source: v.nullable(v.pipe(v.string(), v.maxLength(MOST_SOURCE))),
  before: v.nullable(v.object({ settings: settingsSchema, document: documentSchema })),
  task: v.nullable(v.pipe(v.string(), v.maxLength(80))),
});

/** Which lesson is open in this tab. */
export const useOpenedLessons = create<OpenedLessons>()(
  persist((): OpenedLessons => CLOSED, {
    name: 'overtime-lesson',
    storage: persistedIn(TAB_STORAGE),
    merge(kept, current) {
      const { success, output } = v.safeParse(schema, kept);
      return success ? { ...current, ...output } : current;
    },
  }),
);

interface Offered {
  /** A lesson that came with a file, or with the fragment of a link: shown, and begun only on request. */
  readonly offered: { readonly text: string; readonly by: 'file' | 'link' } | null;
}

export const useOffered = create<Offered>()(() => ({ offered: null }));

/** Shows a lesson that came from elsewhere. */
export function offer(text: string, by: 'file' | 'link'): void {
  useOffered.setState({ offered: { text, by } });
  setOpen(true);
}

/** Whether a file is a lesson, by its name. */
export const isLessonFile = (name: string): boolean => /\.(md|markdown)$/i.test(name);

/** Shows the lesson in a file; of what is too large not all is read. */
export async function offerFile(file: File): Promise<void> {
  offer(await file.slice(0, 4 * MOST_SOURCE).text(), 'file');
}

/** A lesson in the address is taken out of it and shown. */
export function offerLinked(): void {
  const { hash, pathname, search } = location;
  if (!hash.startsWith('#lesson=')) return;
  history.replaceState(history.state, '', `${pathname}${search}`);
  offer(hash, 'link');
}

const setOpen = (isOpen: boolean): void => {
  useOpenedLessons.setState({ isOpen });
};

export const closeLessons = (): void => setOpen(false);

/** Opens the lessons beside the page, or puts them away; a lesson under way stays where it is. */
export const LESSONS = {
  id: 'lessons',
  label: 'Lessons',
  run: () => setOpen(!useOpenedLessons.getState().isOpen),
} satisfies Action;
