import { positionAt } from '../base/span.ts';
import type { Finding } from '../values/index.ts';

/** Which finding a line belongs to: its own, or one that it leads to; undefined for a line without. */
export function foundAt(
  text: string,
  findings: readonly Finding[],
  line: number,
): number | undefined {
  const found = findings.findIndex(({ span, related = [] }) =>
    [span, ...related.map((each) => each.span)].some(
      ({ start }) => positionAt(text, start).line === line,
    ),
  );
  if (found >= 0) return found;
  // Where only the result is wrong, no line of the kernel is named.
  const isResult = findings.length > 0 && findings.every(({ kind }) => kind === 'result');
  return isResult && isDeciding(text, line) ? 0 : undefined;
}

/** A condition leaves something out. */
const isDeciding = (text: string, line: number): boolean =>
  /^\s*if\b/.test(text.split('\n')[line - 1] ?? '');
