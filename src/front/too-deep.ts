import { type Diagnostic, Reports } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';

/** Deeper nesting is refused: later passes recurse on a worker's half megabyte of stack. Each `else
 * if` in a chain and each term of a sum is one level. */
export const MAX_DEPTH = 400;

/** For nesting too deep to follow. */
export function tooDeep(span: Span): readonly Diagnostic[] {
  const reports = new Reports();
  reports.error(
    'too-deep',
    span,
    `This is nested too deeply: a text may have ${MAX_DEPTH} levels.`,
    'Each else if of a chain is a level, and each term of a sum: cut the chain in two, or put a part of the sum in a variable.',
  );
  return reports.all;
}
