import type { TreeNode } from './tree-node.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { CLOSING, tokenize, type Token } from './lexer.ts';
import { isTypeName } from './types.ts';
import type { MappedText } from './source-map.ts';

/** Reports only the first syntax error; later ones are mostly its echo. */
export function syntaxError(
  root: TreeNode,
  text: string,
  code: MappedText,
): Diagnostic | undefined {
  if (!root.hasError) return undefined;
  const tokens = tokenize(text);
  const bracket = unbalanced(tokens);
  const wrong = firstError(root);
  // A missing brace loses the parser from the start: point at the bracket.
  if (bracket !== undefined && wrong?.type !== ';')
    return at(code, bracket.token, bracket.token, bracket.message);
  if (wrong === undefined) return undefined;
  const before = tokens.findLast((token) => token.end <= wrong.startIndex);
  if (wrong.isMissing) {
    const place = before ?? tokens[0];
    const isSign = /^\W+$/.test(wrong.type);
    const what = isSign ? `'${wrong.type}'` : words(wrong.type);
    return {
      ...at(code, place, place, `Expected ${what} after this.`, wrong.startIndex),
      ...(isSign && { missing: wrong.type }),
    };
  }
  const inside = tokens.filter((t) => t.start >= wrong.startIndex && t.end <= wrong.endIndex);
  const start = inside[0];
  // `DECLSPEC void f(...)`: a macro that the host defines.
  if (start !== undefined && before?.kind === 'name' && isType(start.text))
    if (!isType(before.text) && before.end < start.start)
      return {
        ...at(code, before, before, `${before.text} is not known here.`),
        hint: `If it is a macro that the host defines, define it: -D ${before.text}= with what it stands for, or #define ${before.text} in the text.`,
      };
  const broken = start === undefined ? undefined : newStatement(tokens, start, text);
  if (broken !== undefined)
    return { ...at(code, broken, broken, "Expected ';' after this."), missing: ';' };
  const from = start ?? before;
  if (inside.length > 3 || from === undefined)
    return at(code, from, from, 'The text from here on is not understood.', wrong.startIndex);
  const message = `Did not expect '${inside.map((t) => t.text).join(' ')}' here.`;
  return at(code, start, inside.at(-1), message, wrong.startIndex);
}

function at(
  code: MappedText,
  first: Token | undefined,
  last: Token | undefined,
  message: string,
  fallback = 0,
): Diagnostic {
  const span = code.span(first?.start ?? fallback, last?.end ?? fallback + 1);
  return { severity: 'error', code: 'syntax', span, message };
}

const isType = (word: string): boolean => isTypeName(word, new Set());

const words = (type: string): string =>
  type === 'identifier' ? 'a name' : `a ${type.replaceAll('_', ' ')}`;

/** The first error; of nested ones, the innermost starting there or later. */
function firstError(node: TreeNode): TreeNode | undefined {
  const stack = [node];
  let best: TreeNode | undefined;
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    if (current.isMissing || current.isError) {
      const better =
        best === undefined ||
        current.startIndex < best.startIndex ||
        (best.isError &&
          current.startIndex >= best.startIndex &&
          current.endIndex <= best.endIndex);
      if (better) best = current;
    }
    if (current.hasError) stack.push(...current.children.toReversed());
  }
  return best;
}

/** A bracket without its partner. */
export interface Unbalanced {
  readonly token: Token;
  readonly message: string;
  /** The closing text and the end of the search; absent where the opening one is missing. */
  readonly missing?: { readonly text: string; readonly before: Token | undefined };
}

/** The first bracket without its partner. */
export function unbalanced(tokens: readonly Token[]): Unbalanced | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    const { text } = token;
    if (Object.hasOwn(CLOSING, text)) open.push(token);
    else if (Object.values(CLOSING).includes(text)) {
      const partner = open.pop();
      if (partner === undefined || (partner.text === '{' && text !== '}'))
        return { token, message: `This '${text}' closes nothing.` };
      const { text: opened } = partner;
      if (CLOSING[opened] !== text)
        return {
          token: partner,
          message: `Expected '${CLOSING[opened]}' for this '${opened}'.`,
          missing: { text: CLOSING[opened] ?? '', before: token },
        };
    }
  }
  const token = open.at(-1);
  if (token === undefined) return undefined;
  const { text } = token;
  return {
    token,
    message: `This '${text}' is never closed: expected '${CLOSING[text]}'.`,
    missing: { text: CLOSING[text] ?? '', before: undefined },
  };
}

/** `a = 5` with `b = 6;` on the next line parses as nonsense: a line near the error lacks its
 * semicolon. */
function newStatement(tokens: readonly Token[], start: Token, text: string): Token | undefined {
  const index = tokens.indexOf(start);
  for (const i of [index - 1, index]) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (token === undefined || next === undefined) continue;
    const newline = text.slice(token.end, next.start).includes('\n');
    const ends = token.kind !== 'sign' || token.text === ')' || token.text === ']';
    if (newline && ends && (next.kind === 'name' || next.text === '}')) return token;
  }
  return undefined;
}
