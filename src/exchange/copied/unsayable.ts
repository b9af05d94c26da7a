import type { Span } from '../../base/span.ts';

/** What the other language has no words for. */
export class Unsayable extends Error {
  readonly span: Span;

  constructor(why: string, span: Span) {
    super(why);
    this.span = span;
  }
}
