import { FINDING_KINDS, type FindingKind } from '../../values/finding.ts';

/** A run's part in a state. *chain*: one schedule, so only its inputs; *mixed*: the order of atomic
 * operations is chosen; *free*: of all accesses. */
export type Mode = 'chain' | 'mixed' | 'free';

/** Asynchronous copies of a group that may be under way. */
export const MOST_COPIES = 8;

/** An array needs an element. */
export const some = (length: number): number => Math.max(1, length);

/** The number of a kind of finding. */
export const kind = (name: FindingKind): number => FINDING_KINDS.indexOf(name);

/** An item's state. */
export const STATUS = {
  ready: 0,
  barrier: 1,
  copy: 2,
  wait: 3,
  ended: 4,
  access: 5,
  endless: 6,
  meet: 7,
} as const;
/** A step's outcome. */
export const CAME_TO = { on: 0, wrong: 1, nothing: 2, done: 3 } as const;
/** Accesses of memory. */
export const ACCESS = { read: 0, write: 1, atomic: 2 } as const;
