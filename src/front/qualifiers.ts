import type { Span } from '../base/span.ts';
import { blanked, closing, type Token, tokenize } from './lexer.ts';
import { type AddressSpace, isAddressSpace, isTypeName } from './types.ts';

/** An OpenCL C word unknown to the C grammar, with its offset in the expanded code. */
export interface Qualifier {
  readonly at: number;
  readonly meaning: AddressSpace | 'kernel' | 'attribute' | 'sign' | 'half' | 'other';
  /** Inside `__attribute__((...))`, a sign's operator, or a number's suffix. */
  readonly text?: string;
}

const OTHER = /^(generic|restrict|read_only|write_only|read_write|extension)$/;

/** Numbers of type `half`, whose suffix C does not know. */
const HALF = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?h$/i;

/** C words that compilers also know underscored: `__const`, `__volatile__`. */
const UNDERSCORED = /^__(const|volatile|signed|inline)(?:__)?$/;

/** Blanks OpenCL C's qualifiers so that the text is C at the same length. The operator behind a
 * cast, as in `(uint)-1`, becomes `~`, which cannot stand between operands: C's grammar does not
 * know OpenCL's types. Nor does it know which names are none. */
export function blankQualifiers(code: string): { text: string; qualifiers: Qualifier[] } {
  const qualifiers: Qualifier[] = [];
  const cuts: Span[] = [];
  let plain = code;
  const tokens = tokenize(code);
  const types = namesOfTypes(tokens);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token !== undefined && isSignOfCast(tokens, i, types)) {
      qualifiers.push({ at: token.start, meaning: 'sign', text: token.text });
      plain = `${plain.slice(0, token.start)}~${plain.slice(token.end)}`;
    }
    cuts.push(...looseParentheses(tokens, i, types));
    if (token?.kind === 'number' && HALF.test(token.text)) {
      qualifiers.push({ at: token.end - 1, meaning: 'half', text: 'h' });
      plain = `${plain.slice(0, token.end - 1)}f${plain.slice(token.end)}`;
    }
    if (token?.kind !== 'name') continue;
    const { start } = token;
    const word = token.text.replace(/^__(?=[a-z])/, '').replace(/__$/, '');
    const c = UNDERSCORED.exec(token.text)?.[1];
    if (c !== undefined)
      plain = plain.slice(0, start) + c.padEnd(token.text.length) + plain.slice(token.end);
    else if (/^__attribute(__)?$/.test(token.text) && tokens[i + 1]?.text === '(') {
      i = closing(tokens, i + 1) ?? tokens.length - 1;
      const end = tokens[i]?.end ?? token.end;
      qualifiers.push({ at: start, meaning: 'attribute', text: code.slice(token.end, end) });
      cuts.push({ start, end });
    } else if (word === 'kernel' || isAddressSpace(word) || OTHER.test(word)) {
      const meaning = word === 'kernel' || isAddressSpace(word) ? word : 'other';
      qualifiers.push({ at: start, meaning });
      cuts.push(token);
    }
  }
  const inOrder = cuts.toSorted((a, b) => a.start - b.start);
  return { text: blanked(plain, inOrder), qualifiers };
}

/** The names that a text gives to types. */
function namesOfTypes(tokens: readonly Token[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i += 1) {
    if (tokens[i]?.text !== 'typedef') continue;
    for (i += 1; i < tokens.length && tokens[i]?.text !== ';'; i += 1) {
      if (tokens[i]?.text === '{') i = closing(tokens, i) ?? tokens.length;
      const name = tokens[i];
      if (name?.kind === 'name' && /^[;,[]$/.test(tokens[i + 1]?.text ?? '')) found.add(name.text);
    }
  }
  return found;
}

/** The parentheses in `(n) - x * 2`, `(a[1]) - x` and `(f(n)) - x`, where n, a and f are no types: C's
 * grammar would read a cast. */
function looseParentheses(
  tokens: readonly Token[],
  index: number,
  types: ReadonlySet<string>,
): readonly Token[] {
  const [before, open] = [-1, 0].map((i) => tokens[index + i]);
  const end = open?.text === '(' ? endOfPlace(tokens, index + 1, types) : undefined;
  const [close, sign] = end === undefined ? [] : [tokens[end], tokens[end + 1]];
  if (open === undefined || close?.text !== ')' || before?.text === ']') return [];
  const isCall = before?.kind === 'name' && !/^(return|case|else|do)$/.test(before.text);
  const isVector = before?.text === ')' && !/^(?:[-+*&]|&&)$/.test(sign?.text ?? '');
  return isCall || isVector ? [] : [open, close];
}

/** Parentheses around one name, at most: clang allows as many. */
const MOST_AROUND = 256;

/** Behind a name that is no type, in parentheses or not, with its indices and arguments. */
function endOfPlace(
  tokens: readonly Token[],
  start: number,
  types: ReadonlySet<string>,
): number | undefined {
  let at = start;
  while (tokens[at]?.text === '(' && at - start < MOST_AROUND) at += 1;
  const first = tokens[at];
  if (first?.kind !== 'name' || isTypeName(first.text, types)) return undefined;
  let end = behindIndices(tokens, at + 1);
  for (; at > start; at -= 1) {
    if (tokens[end]?.text !== ')') return undefined;
    end = behindIndices(tokens, end + 1);
  }
  return end;
}

function behindIndices(tokens: readonly Token[], start: number): number {
  let end = start;
  while (/^[[(]$/.test(tokens[end]?.text ?? '')) end = (closing(tokens, end) ?? tokens.length) + 1;
  return end;
}

/** The operator in `(T)-x`, `(T)+x`, `(T)*x` or `(T)&x`. */
function isSignOfCast(
  tokens: readonly Token[],
  index: number,
  types: ReadonlySet<string>,
): boolean {
  const sign = tokens[index];
  if (sign === undefined || !/^[-+*&]$/.test(sign.text)) return false;
  const [before, open, name, close] = [-4, -3, -2, -1].map((i) => tokens[index + i]);
  if (close?.text !== ')' || open?.text !== '(' || name?.kind !== 'name') return false;
  if (!isTypeName(name.text, types)) return false;
  // `sizeof(T) - x`, or a call.
  const isCall = before?.kind === 'name' && !/^(return|case|else|do)$/.test(before.text);
  return !isCall && before?.text !== ')' && before?.text !== ']';
}
