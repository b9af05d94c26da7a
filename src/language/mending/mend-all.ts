import type { Diagnostic } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/span.ts';
import { namesFirst } from '../fixes.ts';
import { edited } from './edit.ts';
import { mendings, type ReadDiagnostics } from './mendings.ts';

/** A fix that was made. */
export interface Mended {
  /** Line of its first edit when it was made, from 1. */
  readonly line: number;
  readonly title: string;
  /** The problem that it settles. */
  readonly why: string;
}

const MOST_MENDED = 100;

/** Makes the first fix of each error, then of each warning, one at a time, until none can be settled; never twice for
 * the same. That nothing is tuned is no fault. */
export function mendAll(
  source: string,
  read: ReadDiagnostics,
): { readonly text: string; readonly mended: readonly Mended[] } {
  let text = source;
  const mended: Mended[] = [];
  const tried = new Set<string>();
  while (mended.length < MOST_MENDED) {
    const said = namesFirst(read(text));
    const next = ['error', 'warning']
      .flatMap((severity) =>
        said.filter((each) => each.severity === severity && each.code !== 'no-parameters'),
      )
      .find((each) => !tried.has(keyOf(text, each)));
    if (next === undefined) break;
    tried.add(keyOf(text, next));
    const [first] = mendings(text, next, read);
    if (first === undefined) continue;
    const { line } = positionAt(text, first.edits[0]?.span.start ?? 0);
    mended.push({ line, title: first.title, why: next.message });
    text = edited(text, first.edits);
  }
  return { text, mended };
}

/** A problem by what it says and what it is about, wherever its lines have moved. */
const keyOf = (text: string, { code, message, span }: Diagnostic): string =>
  `${code} ${message.replaceAll(/\bline \d+/g, '')} ${text.slice(span.start, span.end)}`;
