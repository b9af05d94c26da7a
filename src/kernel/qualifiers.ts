import type { Span } from '../base/span.ts';
import { blanked, closing, tokenize } from './lexer.ts';
import { type AddressSpace, isAddressSpace } from './syntax.ts';

/** A word of OpenCL C that the C grammar does not know, with its offset in the expanded code. */
export interface Qualifier {
  readonly at: number;
  readonly meaning: AddressSpace | 'kernel' | 'attribute' | 'other';
  /** What stands inside `__attribute__((...))`. */
  readonly text?: string;
}

const OTHER = /^(generic|restrict|read_only|write_only|read_write|extension)$/;

/** Words of C that compilers know with underscores as well: `__const`, `__volatile__`. */
const UNDERSCORED = /^__(const|volatile|signed|inline)(?:__)?$/;

/** Blanks the qualifiers of OpenCL C, with and without their underscores, so that the text is C at the
 * same length. */
export function blankQualifiers(code: string): { text: string; qualifiers: Qualifier[] } {
  const qualifiers: Qualifier[] = [];
  const cuts: Span[] = [];
  let plain = code;
  const tokens = tokenize(code);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
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
  return { text: blanked(plain, cuts), qualifiers };
}
