import * as v from 'valibot';
import { MOST_BYTES, NO_PROGRESS, progressSchema } from '../../lessons/index.ts';
import { keptStore } from '../shared/kept-store.ts';

/** What was done in lessons, as this browser keeps it. */
export const useProgress = keptStore('overtime-progress', progressSchema, NO_PROGRESS);

const MOST_OWN = 30;

/** Lessons that were opened from files or links, as texts; the last one first. */
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

/** Keeps a lesson; one with the same name takes the place of the older one. */
export function keepLesson(source: string, isSame: (other: string) => boolean): void {
  const { sources } = useOwnLessons.getState();
  const others = sources.filter((other) => !isSame(other));
  useOwnLessons.setState({ sources: [source, ...others].slice(0, MOST_OWN) });
}
