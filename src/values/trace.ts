import type { Span } from '../base/span.ts';

/** What happened to values in one run, in its order, whoever ran it. */
export interface ValueTrace {
  readonly configuration: Readonly<Record<string, number>>;
  /** Arrays that it is about, with what was in them at first (`undefined`: nobody had written it). A local array
   * occurs once for each group, a private one for each item that has one worth showing. */
  readonly arrays: readonly TracedArray[];
  readonly events: readonly ValueEvent[];
  /** The event, by index, at which it went wrong, and the one it goes back to (the other access of a race). */
  readonly wrong?: { readonly event: number; readonly other?: number | undefined } | undefined;
}

export interface TracedArray {
  readonly name: string;
  readonly space: 'global' | 'constant' | 'local' | 'private';
  readonly group?: number | undefined;
  /** The item of the group. */
  readonly item?: number | undefined;
  readonly columns?: number | undefined;
  readonly cells: readonly (number | bigint | undefined)[];
}

export type ValueEvent = {
  /** Linear numbers of the group and of the item in it; an item of -1 is the group as a whole (an asynchronous
   * copy). */
  readonly group: number;
  readonly item: number;
  readonly span: Span;
} & (
  | {
      readonly kind: 'read' | 'write' | 'atomic';
      /** Index of `arrays`, and of the cell; a cell beyond the end has no place in `cells`. */
      readonly array: number;
      readonly cell: number;
      /** Read, or there from now on. */
      readonly value: number | bigint;
    }
  /** A variable of the item has a new value. */
  | { readonly kind: 'variable'; readonly name: string; readonly value: number | bigint }
  | { readonly kind: 'arrive' | 'leave' | 'copy' | 'wait' }
  | { readonly kind: 'start' | 'end' }
);
