import type { Span } from '../base/span.ts';
import type { Language } from '../front/language.ts';

/** Values in one run, in order, whoever ran it. */
export interface ValueTrace {
  readonly language: Language;
  readonly configuration: Readonly<Record<string, number>>;
  /** Work-items of a group. */
  readonly items: number;
  /** Arrays with initial contents (`undefined`: unwritten). A local array occurs once per group, a
   * private one once per item worth showing. */
  readonly arrays: readonly TracedArray[];
  readonly events: readonly ValueEvent[];
  /** All groups of the launch, where each has its place from the beginning. */
  readonly groups?: number;
  /** Behind the last event: where items go on that have not come to their end. */
  readonly next?: readonly { readonly group: number; readonly item: number; readonly span: Span }[];
  /** Indices of the event that went wrong and the one it goes back to (a race's other access). */
  readonly wrong?: { readonly event: number; readonly other?: number | undefined } | undefined;
}

export interface TracedArray {
  readonly name: string;
  readonly space: 'global' | 'constant' | 'local' | 'private';
  readonly group?: number | undefined;
  /** The item of the group. */
  readonly item?: number | undefined;
  readonly columns?: number | undefined;
  /** Nobody says what is in it before. */
  readonly isUnknown?: boolean;
  /** Final values that the claims demand, where the inputs alone determine them. */
  readonly wanted?: readonly (number | bigint | undefined)[];
  readonly cells: readonly (number | bigint | undefined)[];
}

export type ValueEvent = {
  /** Linear numbers of the group and its item; item -1 is the whole group (an asynchronous copy). */
  readonly group: number;
  readonly item: number;
  readonly span: Span;
} & (
  | {
      readonly kind: 'read' | 'write' | 'atomic';
      /** Index of `arrays`, and of the cell; beyond the end there is none in `cells`. */
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
