/** A half-open range of UTF-16 offsets in the kernel's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A 1-based line and column, as editors and compilers count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text whose lines end in `\r` alone, as those of old Macs, with `\n` in its place; every offset stays. */
export const withNewlines = (text: string): string =>
  text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;

/** The line and column of an offset; offsets beyond the end give the last position. */
export function positionAt(text: string, offset: number): Position {
  const before = withNewlines(text.slice(0, Math.max(0, offset)));
  const newline = before.lastIndexOf('\n');
  let line = 1;
  for (let i = before.indexOf('\n'); i >= 0; i = before.indexOf('\n', i + 1)) line += 1;
  return { line, column: before.length - newline };
}

/** The span of a 1-based line without its line break; lines outside the text are clamped to it. */
export function spanOfLine(text: string, line: number): Span {
  let start = 0;
  for (let i = 1; i < line; i += 1) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) break;
    start = newline + 1;
  }
  const newline = text.indexOf('\n', start);
  return { start, end: newline < 0 ? text.length : newline };
}

/** The span of a 1-based line without the blanks around its words. */
export function wordsOfLine(text: string, line: number): Span {
  const { start, end } = spanOfLine(text, line);
  const words = text.slice(start, end).trim();
  const first = text.indexOf(words, start);
  return { start: first, end: first + words.length };
}
