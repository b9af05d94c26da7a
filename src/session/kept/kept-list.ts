import * as v from 'valibot';

const MOST_NAME = 200;

/** A name that fits into a list: `k_k_k_…` */
export const shortName = (name: string): string =>
  name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 1)}…`;

/** The name of a record: a kernel's may be of any length. */
export const listName = v.pipe(v.string(), v.transform(shortName));

/** What a date can be made of. */
const moment = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(8.64e15));

/** Where a record stands in its list. */
export const placeInList = {
  /** Milliseconds since 1970; 0 where what was kept is no moment. */
  savedAt: v.fallback(moment, 0),
  /** Counted up with each record that is kept: clocks go back. Records of older versions of the page have none,
   * and are older than those that have. */
  order: v.exactOptional(v.fallback(v.pipe(v.number(), v.safeInteger()), 0)),
};

interface Placed {
  readonly savedAt: number;
  readonly order?: number;
}

/** Sorts a list so that it begins with what was kept last. */
export const newerFirst = (a: Placed, b: Placed): number =>
  (b.order ?? -1) - (a.order ?? -1) || b.savedAt - a.savedAt;

/** The order of what is kept next. */
export const nextOrder = (list: readonly Placed[]): number =>
  1 + Math.max(0, ...list.map(({ order = 0 }) => order));
