import type { Span } from '../../base/span.ts';

/** A construct that the other language lacks. */
export class Unsayable extends Error {
  readonly span: Span;

  constructor(why: string, span: Span) {
    super(why);
    this.span = span;
  }
}
