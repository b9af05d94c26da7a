import { Refused } from './refused.ts';

/** Tokens, longest first; C's too, since other tuners write them. */
const TOKEN =
  /\s*(?:(\d[\w.]*)|([A-Za-z_]\w*)|(\*\*|\/\/|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>()[\],&|^~!?:])|(\S))/y;

/** A token of a condition. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
}

/** Follows the last token. */
export const END: Token = { kind: 'end', text: 'its end' };

/** The most that is read at once, in characters. */
const MOST_CHARACTERS = 200_000;

/** The tokens of a condition. @throws {Refused} */
export function tokensOf(text: string): Token[] {
  if (text.length > MOST_CHARACTERS) throw new Refused('it is longer than is read');
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const found = pattern.exec(text);
    const [, number, name, sign, other] = found ?? [];
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new Refused(`${other ?? 'something'} has no counterpart in a kernel's pragma`);
  }
  return tokens;
}
