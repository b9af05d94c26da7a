import type { Diagnostic } from '../../base/diagnostic.ts';
import { type Span, spanOfLine } from '../../base/span.ts';
import type { ClangMessage } from '../../spin/clang.ts';

/** clang's messages as diagnostics. The host would define the names in `given` with -D: parameters
 * and platform constants. */
export function clangDiagnostics(
  messages: readonly ClangMessage[],
  text: string,
  given: ReadonlySet<string>,
): readonly Diagnostic[] {
  return messages.flatMap(({ severity, line, column, message }): Diagnostic[] => {
    // A note explains the message before it.
    if (severity === 'note') return [];
    // Without a place, clang itself gave up: nothing about the kernel.
    if (line < 1) return [gaveUp(message)];
    const name = /undeclared identifier '(\w+)'/.exec(message)?.[1];
    if (name !== undefined && given.has(name)) return [];
    const span = spanAt(text, line, column);
    const words = message.charAt(0).toUpperCase() + message.slice(1);
    return [{ severity, code: 'clang', source: 'clang', span, message: words }];
  });
}

/** The text was not checked by clang, and why. */
const gaveUp = (message: string): Diagnostic => ({
  severity: 'info',
  code: 'clang-gave-up',
  source: 'clang',
  span: { start: 0, end: 0 },
  message: `clang has not checked this text: ${message}.`,
  hint: 'The model does not depend on it. Cut the longest sum or chain of else if in two to have it checked.',
});

/** clang counts columns in UTF-8 bytes, from 1. */
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
