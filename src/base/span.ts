/** Half-open range of UTF-16 offsets in the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** 1-based line and column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Replaces lone `\r` line ends by `
 * `, keeping offsets. */
export const withNewlines = (text: string): string =>
  text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;

/** Line and column of an offset, clamped to the end. */
export function positionAt(text: string, offset: number): Position {
  const before = withNewlines(text.slice(0, Math.max(0, offset)));
  const newline = before.lastIndexOf('\n');
  let line = 1;
  for (let i = before.indexOf('\n'); i >= 0; i = before.indexOf('\n', i + 1)) line += 1;
  return { line, column: before.length - newline };
}

/** Span of a 1-based line without its break, clamped to the text. */
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

/** Span of a 1-based line without surrounding blanks. */
export function wordsOfLine(text: string, line: number): Span {
  const { start, end } = spanOfLine(text, line);
  const words = text.slice(start, end).trim();
  const first = text.indexOf(words, start);
  return { start: first, end: first + words.length };
}
