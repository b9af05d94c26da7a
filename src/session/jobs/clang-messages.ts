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
    // A note explains the message before it; one without a place is about the command line.
    if (severity === 'note' || line < 1) return [];
    const name = /undeclared identifier '(\w+)'/.exec(message)?.[1];
    if (name !== undefined && given.has(name)) return [];
    const span = spanAt(text, line, column);
    const words = message.charAt(0).toUpperCase() + message.slice(1);
    return [{ severity, code: 'clang', source: 'clang', span, message: words }];
  });
}

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
