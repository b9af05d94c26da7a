import type { Span } from '../base/span.ts';

/** A token of C with its place in the text it was read from. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPLICE = /\\\r?\n/g;

/** The text at the same length with line splices and comments turned to spaces (line breaks inside
 * block comments stay), as the first phases of translation do. Strings stay. Also says where a block
 * comment is never closed. */
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

/** The text at the same length with some pieces of it, in its order, turned to spaces. */
export function blanked(text: string, pieces: readonly Span[]): string {
  let kept = 0;
  const parts = pieces.map(({ start, end }) => {
    const part = text.slice(kept, start) + blank(text.slice(start, end));
    kept = end;
    return part;
  });
  return parts.join('') + text.slice(kept);
}

/** The places of the directives of a text without comments: `line` is where its line begins. */
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
  /[A-Za-z_$]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^=]=|##|[^\s\w]/gu;

/** The tokens between two offsets of a text without comments. Every visible character belongs to one. */
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

/** What closes each bracket. */
export const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The index of the token that closes the bracket at an index, or of what is no bracket; undefined where
 * nothing closes it. */
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

/** The value of an integer literal: decimal, hexadecimal, binary or octal; NaN where it is none. */
export const integerOf = (literal: string): number => Number(bigIntegerOf(literal) ?? Number.NaN);

/** The same, however large; undefined where it is none. */
export function bigIntegerOf(literal: string): bigint | undefined {
  const digits = literal.replace(/[uUlL]+$/, '');
  if (!/^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)$/.test(digits)) return undefined;
  return BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits.replace(/^0+(?=\d)/, ''));
}
