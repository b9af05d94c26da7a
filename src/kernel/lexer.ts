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
export function blankComments(source: string): { text: string; unclosed?: number } {
  const text = source.replace(SPLICE, (found) => ' '.repeat(found.length));
  const pieces: string[] = [];
  let unclosed: number | undefined;
  let kept = 0;
  const pattern = /\/\/[^\n]*|\/\*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/g;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (!found[0].startsWith('/')) continue;
    let end = found.index + found[0].length;
    if (found[0] === '/*') {
      const close = text.indexOf('*/', end);
      if (close < 0) unclosed = found.index;
      end = close < 0 ? text.length : close + 2;
    }
    pieces.push(text.slice(kept, found.index), blank(text.slice(found.index, end)));
    kept = end;
    pattern.lastIndex = end;
  }
  pieces.push(text.slice(kept));
  return { text: pieces.join(''), ...(unclosed === undefined ? {} : { unclosed }) };
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
