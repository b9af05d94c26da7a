import type { Task } from './format.ts';
import type { Lesson } from './read.ts';

interface At {
  /** The task under way. */
  readonly current: string | null;
  readonly isJudging: boolean;
  /** It has an answer that was judged. */
  readonly isSaid: (id: string) => boolean;
  /** It is solved, or given up. */
  readonly isSettled: (id: string) => boolean;
  /** The open page is the one it is about. */
  readonly isOpen: (task: Task) => boolean;
}

/** Views that would give away an answer, and are kept back.
 * - `answer`: the results.
 * - `others`: the results, but for the run that was asked about: a later task asks about the same page.
 * - `steered`: for a task of orders, all but the run. */
export type Seal = 'answer' | 'others' | 'steered';

export function sealOf({ tasks }: Lesson, at: At): Seal | null {
  const asked =
    tasks.find(({ id }) => id === at.current && !at.isSaid(id)) ??
    tasks.find(({ id }) => !at.isSettled(id));
  if (!asked || !at.isOpen(asked)) return null;
  if (asked.kind === 'schedule') return at.isSettled(asked.id) ? null : 'steered';
  if (asked.kind !== 'predict') return null;
  if (!at.isSaid(asked.id) && !at.isJudging) return 'answer';
  const isAskedLater = tasks.some(
    (task) =>
      task.id !== asked.id &&
      (task.kind === 'predict' || task.kind === 'par') &&
      !at.isSettled(task.id) &&
      at.isOpen(task),
  );
  return isAskedLater ? 'others' : null;
}

/** The part of a lesson's text to show: up to the first task that is not settled. */
export function readable({ blocks, tasks }: Lesson, isSettled: At['isSettled']): Lesson['blocks'] {
  const known = new Set(tasks.map(({ id }) => id));
  const end = blocks.findIndex(
    (block) => block.kind === 'task' && known.has(block.id) && !isSettled(block.id),
  );
  return end < 0 ? blocks : blocks.slice(0, end + 1);
}
