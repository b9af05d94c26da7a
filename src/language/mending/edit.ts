import type { Span } from '../../base/span.ts';

/** Replaces a span; an empty span inserts. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A fix, worded for its button. */
export interface Mending {
  readonly title: string;
  /** In text order, without overlaps. */
  readonly edits: readonly Edit[];
}

/** A text with some edits made. */
export const edited = (text: string, edits: readonly Edit[]): string =>
  // Back to front, so that offsets stay valid.
  edits
    .toReversed()
    .reduce(
      (now, { span, text: put }) => now.slice(0, span.start) + put + now.slice(span.end),
      text,
    );

/** Where a place is once some edits are made. */
export const movedBy = (place: number, edits: readonly Edit[]): number =>
  edits
    .filter(({ span }) => span.end <= place)
    .reduce((at, { span, text }) => at + text.length - (span.end - span.start), place);

/** An edit that inserts. */
export const insertion = (at: number, text: string): Edit => ({
  span: { start: at, end: at },
  text,
});
