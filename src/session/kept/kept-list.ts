import * as v from 'valibot';

const MOST_NAME = 200;

/** A name that fits into a list: `k_k_k_…` */
export const shortName = (name: string): string =>
  name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 1)}…`;

/** A figure of a record. */
export const figure = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Those of a search. */
export const figures = {
  states: figure,
  transitions: figure,
  depth: figure,
  memoryMB: figure,
  seconds: figure,
};

const moment = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(8.64e15));

/** A record's name and its place in its list. */
export const listed = {
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  /** Shortened, since kernels' names may have any length. */
  name: v.pipe(v.string(), v.transform(shortName)),
  /** Named by the user: never thrown away by itself. */
  named: v.boolean(),
  /** Milliseconds since 1970; 0 for an unreadable moment. */
  savedAt: v.fallback(moment, 0),
  /** Counts up, since clocks go back. Records without it are from older versions, thus older. */
  order: v.exactOptional(v.fallback(v.pipe(v.number(), v.safeInteger()), 0)),
};

interface Placed {
  readonly savedAt: number;
  readonly order?: number;
}

/** Compares so that the last kept comes first. */
export const newerFirst = (a: Placed, b: Placed): number =>
  (b.order ?? -1) - (a.order ?? -1) || b.savedAt - a.savedAt;

/** The order of what is kept next. */
export const nextOrder = (list: readonly Placed[]): number =>
  1 + Math.max(0, ...list.map(({ order = 0 }) => order));
