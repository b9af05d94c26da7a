import { positionAt } from '../base/span.ts';
import type { Finding } from '../values/index.ts';

/** Which finding a line belongs to: its own, one that it leads to, or the condition that lets it happen; undefined
 * for a line without. */
export function foundAt(
  text: string,
  findings: readonly Finding[],
  line: number,
): number | undefined {
  // The line of the wish is not the line of the mistake.
  if (/^\s*#/.test(text.split('\n')[line - 1] ?? '')) return undefined;
  const lineOf = ({ start }: Finding['span']): number => positionAt(text, start).line;
  const found = findings.findIndex(({ kind, span, related = [] }) =>
    [span, ...related.map((each) => each.span)]
      .flatMap((each) => {
        const own = lineOf(each);
        return GUARDED.has(kind) ? [own, guardOf(text, own)] : [own];
      })
      .includes(line),
  );
  if (found >= 0) return found;
  // Where only the result is wrong, no line of the kernel is named.
  const isResult = findings.length > 0 && findings.every(({ kind }) => kind === 'result');
  return isResult && isDeciding(text, line) ? 0 : undefined;
}

/** Kinds that a condition should have prevented: the mistake may stand there. */
const GUARDED: ReadonlySet<string> = new Set<Finding['kind']>(['bounds', 'divergence']);

const indentOf = (line: string): number => line.search(/\S/);

/** The line of the condition or loop that a line stands in; undefined for none. */
function guardOf(text: string, line: number): number | undefined {
  const lines = text.split('\n').slice(0, line);
  const indent = indentOf(lines.at(-1) ?? '');
  const at = lines.findLastIndex((each) => indentOf(each) >= 0 && indentOf(each) < indent);
  return /^\s*(?:\} else )?(?:if|for|while)\b/.test(lines[at] ?? '') ? at + 1 : undefined;
}

/** A condition leaves something out. */
const isDeciding = (text: string, line: number): boolean =>
  /^\s*if\b/.test(text.split('\n')[line - 1] ?? '');
