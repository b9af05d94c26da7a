import * as v from 'valibot';
import {
  MOST_BYTES,
  MOST_CLASS,
  NO_PROGRESS,
  NO_WORK,
  progressSchema,
  workSchema,
} from '../../lessons/index.ts';
import { keptStore } from '../shared/kept-store.ts';

/** Progress in the lessons, kept by this browser. */
export const useProgress = keptStore('overtime-progress', progressSchema, NO_PROGRESS);

/** Solved puzzles with their evidence, kept by this browser. */
export const useWork = keptStore('overtime-work', workSchema, NO_WORK);

/** The class that one is in, as its file. */
export const useKeptClass = keptStore(
  'overtime-class',
  v.object({ text: v.nullable(v.pipe(v.string(), v.maxLength(MOST_CLASS))) }),
  { text: null },
);

const MOST_OWN = 30;

/** Lessons from files or links, newest first. */
export const useOwnLessons = keptStore<{ readonly sources: readonly string[] }>(
  'overtime-own-lessons',
  v.object({
    sources: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(MOST_BYTES))),
      v.maxLength(MOST_OWN),
      v.readonly(),
    ),
  }),
  { sources: [] },
);

/** Replaces an older lesson of the same name. */
export function keepLesson(source: string, isSame: (other: string) => boolean): void {
  const { sources } = useOwnLessons.getState();
  const others = sources.filter((other) => !isSame(other));
  useOwnLessons.setState({ sources: [source, ...others].slice(0, MOST_OWN) });
}
