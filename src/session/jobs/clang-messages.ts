import type { Diagnostic } from '../../base/diagnostic.ts';
import { type Span, spanOfLine } from '../../base/span.ts';
import type { ClangMessage } from '../../spin/clang.ts';

/** The errors and warnings of clang about a kernel text as diagnostics. `given` are the names that the
 * host would define with -D: parameters and constants of the platform, which may be used undeclared. */
export function clangDiagnostics(
  messages: readonly ClangMessage[],
  text: string,
  given: ReadonlySet<string>,
): readonly Diagnostic[] {
  return messages.flatMap(({ severity, line, column, message }): Diagnostic[] => {
    // A note explains the message before it.
    if (severity === 'note') return [];
    // One without a place is about clang itself: it gave up, which says nothing of the kernel.
    if (line < 1) return [gaveUp(message)];
    const name = /undeclared identifier '(\w+)'/.exec(message)?.[1];
    if (name !== undefined && given.has(name)) return [];
    const span = spanAt(text, line, column);
    const words = message.charAt(0).toUpperCase() + message.slice(1);
    return [{ severity, code: 'clang', source: 'clang', span, message: words }];
  });
}

/** That clang has not checked the text, and why. */
const gaveUp = (message: string): Diagnostic => ({
  ...{ severity: 'info', code: 'clang-gave-up', source: 'clang', span: { start: 0, end: 0 } },
  message: `clang has not checked this text: ${message}.`,
  hint: 'The model does not depend on it. Cut the longest sum or chain of else if in two to have it checked.',
});

/** The word at a line and a column; clang counts columns in bytes of UTF-8, from 1. */
function spanAt(text: string, line: number, column: number): Span {
  const { start, end } = spanOfLine(text, line);
  let bytes = 1;
  let at = start;
  for (const character of text.slice(start, end)) {
    if (bytes >= column) break;
    bytes += new TextEncoder().encode(character).length;
    at += character.length;
  }
  const word = /^\w+/.exec(text.slice(at, end))?.[0].length ?? 1;
  return { start: at, end: Math.min(at + word, text.length) };
}
