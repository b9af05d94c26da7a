import { positionAt, type Span } from '../src/base/span.ts';

/** Where something is. */
export interface Place {
  /** From 1, as editors count; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Another file than the kernel's own. */
  readonly file?: string | undefined;
}

export type PlaceOf = (span: Span) => Place;

export const placesIn =
  (text: string): PlaceOf =>
  ({ start }) =>
    positionAt(text, start);

/** `NAME:line:column`, as compilers have it. */
export const placeIn = (name: string, { line, column, file }: Place): string =>
  `${file ?? name}:${line}:${column}`;
