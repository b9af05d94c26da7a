/** Order of a group's items between two meeting points. */
export interface Order {
  /** Another group begins. */
  readonly begin?: () => void;
  /** Items that can go on, in their order. @param isBefore an item comes next to such an access. */
  readonly next: (
    ready: readonly number[],
    isBefore: (item: number) => boolean,
  ) => readonly number[];
  /** Stop before accesses where others may come between: atomics and races. */
  readonly yields: boolean;
  /** Other groups come between too, in this order, where several have memory of their own. */
  readonly inTurns?: (groups: readonly number[]) => readonly number[];
  /** The lanes that are active together where nobody names them: all that can be, unless it says so. */
  readonly active?: Active;
}

/** Each lane for itself, or every other one. */
export type Active = 'alone' | 'halves';

export const ASCENDING: Order = { next: (ready) => ready, yields: false };

/** Ways in which lanes are active together, in words where they are not the usual one. */
export const ACTIVE: readonly { readonly order: Order; readonly words?: string }[] = [
  { order: ASCENDING },
  { order: { ...ASCENDING, active: 'alone' }, words: 'where each lane is active alone' },
  { order: { ...ASCENDING, active: 'halves' }, words: 'where every other lane is active' },
];
