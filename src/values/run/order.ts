/** Order of a group's items between two meeting points. */
export interface Order {
  /** Items that can go on, in their order. */
  readonly next: (ready: readonly number[]) => readonly number[];
  /** Stop before accesses where others may come between: atomics and races. */
  readonly yields: boolean;
}

export const ASCENDING: Order = { next: (ready) => ready, yields: false };
