import type { Span } from '../base/span.ts';

/** A C token with its place in the source. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPLICE = /\\\r?\n/g;

/** Blanks line splices and comments at the same length, as C's first translation phases do; line
 * breaks in block comments and strings stay. Also finds a block comment never closed. */
export function blankComments(source: string): { text: string; unclosed: number | undefined } {
  const text = source.replace(SPLICE, (found) => ' '.repeat(found.length));
  const comments: Span[] = [];
  let unclosed: number | undefined;
  const pattern = /\/\/[^\n]*|\/\*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/g;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (!found[0].startsWith('/')) continue;
    let end = found.index + found[0].length;
    if (found[0] === '/*') {
      const close = text.indexOf('*/', end);
      if (close < 0) unclosed = found.index;
      end = close < 0 ? text.length : close + 2;
    }
    comments.push({ start: found.index, end });
    pattern.lastIndex = end;
  }
  return { text: blanked(text, comments), unclosed };
}

/** Blanks `pieces`, given in text order, at the same length. */
export function blanked(text: string, pieces: readonly Span[]): string {
  let kept = 0;
  const parts = pieces.map(({ start, end }) => {
    const part = text.slice(kept, start) + blank(text.slice(start, end));
    kept = end;
    return part;
  });
  return parts.join('') + text.slice(kept);
}

/** Directives of a text without comments; `line` is the line's start. */
export function directivesIn(clean: string): (Span & { readonly line: number })[] {
  return [...clean.matchAll(/(?<![^\n])([^\S\n]*)#[^\n]*/g)].map(
    ({ index: line, 0: whole, 1: space = '' }) => {
      return { line, start: line + space.length, end: line + whole.length };
    },
  );
}

/** Spaces of the same length; line breaks stay. */
export const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

const TOKEN =
  /[A-Za-z_$]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|<<<|>>>|::|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^=]=|##|[^\s\w]/gu;

/** Tokens of a text without comments; every visible character belongs to one. */
export function tokenize(text: string, start = 0, end = text.length): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = start;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const first = found[0].charAt(0);
    if (found.index >= end) break;
    const kind = /[A-Za-z_$]/.test(first)
      ? 'name'
      : first === '"' || first === "'"
        ? 'string'
        : /^\.?\d/.test(found[0])
          ? 'number'
          : 'sign';
    tokens.push({ kind, text: found[0], start: found.index, end: found.index + found[0].length });
  }
  return tokens;
}

export const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Index of the closing token, or of what is no bracket; undefined where nothing closes it. */
export function closing(tokens: readonly Token[], index: number): number | undefined {
  const open = tokens[index]?.text ?? '';
  if (!Object.hasOwn(CLOSING, open)) return index;
  let depth = 0;
  for (let i = index; i < tokens.length; i += 1) {
    const text = tokens[i]?.text;
    if (text === open) depth += 1;
    if (text === CLOSING[open]) depth -= 1;
    if (depth === 0) return i;
  }
  return undefined;
}

/** Decimal, hexadecimal, binary or octal; NaN for anything else. */
export const integerOf = (literal: string): number => Number(bigIntegerOf(literal) ?? Number.NaN);

/** The same, however large; undefined where it is none. */
export function bigIntegerOf(literal: string): bigint | undefined {
  const digits = literal.replace(/[uUlL]+$/, '');
  if (!/^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)$/.test(digits)) return undefined;
  return BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits.replace(/^0+(?=\d)/, ''));
}
