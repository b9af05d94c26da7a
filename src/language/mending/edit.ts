import type { Span } from '../../base/span.ts';

/** A stretch of a text, and what is to stand there instead; an empty one is a place to insert at. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Something that would settle a diagnostic, in the words of a button. */
export interface Mending {
  readonly title: string;
  /** In the order of the text; they do not overlap. */
  readonly edits: readonly Edit[];
}

/** A text with some edits made. */
export const edited = (text: string, edits: readonly Edit[]): string =>
  // From the last to the first, so that places stay where they are.
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
