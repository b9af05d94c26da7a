import * as v from 'valibot';
import { MOST_BYTES } from '../../lessons/index.ts';
import { keptStore } from '../shared/kept-store.ts';

const text = v.pipe(v.string(), v.maxLength(2 * MOST_BYTES));

/** A teacher's drafts, kept by this browser. */
export const useDrafts = keptStore(
  'overtime-drafts',
  v.object({
    /** Which of them is open. */
    open: v.nullable(v.picklist(['lesson', 'class'])),
    /** Null before it has been begun. */
    lesson: v.nullable(text),
    title: v.pipe(v.string(), v.maxLength(80)),
    /** Sources of the class's lessons, in order. */
    sources: v.pipe(v.array(text), v.maxLength(60), v.readonly()),
  }),
  { open: null, lesson: null, title: '', sources: [] },
);

/** Opens one of them, or neither. */
export function write(open: 'lesson' | 'class' | null): void {
  useDrafts.setState({ open });
}

/** Goes on with a text in the editor of lessons. */
export function writeLesson(lesson: string): void {
  useDrafts.setState({ open: 'lesson', lesson });
}
