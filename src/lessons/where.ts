import type { Progress } from './progress.ts';
import type { Lesson } from './read.ts';

type Done = Progress['lessons'];

export const isSolved = ({ id, tasks }: Lesson, done: Done): boolean =>
  tasks.length > 0 && tasks.every((task) => done[id]?.[task.id]?.done === true);

/** Where somebody goes on: the lesson last begun, or the next that is not solved. None before anything was begun. */
export function goesOnWith(lessons: readonly Lesson[], done: Done): Lesson | undefined {
  const last = Object.keys(done).at(-1);
  const at = lessons.findIndex(({ id }) => id === last);
  return at < 0
    ? undefined
    : [...lessons.slice(at), ...lessons.slice(0, at)].find((each) => !isSolved(each, done));
}
