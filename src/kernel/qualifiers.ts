import { blank, tokenize } from './lexer.ts';
import type { AddressSpace } from './syntax.ts';

/** A word of OpenCL C that the C grammar does not know, with its offset in the expanded code. */
export interface Qualifier {
  readonly at: number;
  readonly meaning: AddressSpace | 'kernel' | 'attribute' | 'other';
  /** What stands inside `__attribute__((...))`. */
  readonly text?: string;
}

const MEANING: Readonly<Record<string, Qualifier['meaning']>> = {
  kernel: 'kernel',
  global: 'global',
  local: 'local',
  constant: 'constant',
  private: 'private',
  generic: 'other',
  restrict: 'other',
  read_only: 'other',
  write_only: 'other',
  read_write: 'other',
};

/** Blanks the qualifiers of OpenCL C, with and without their underscores, so that the text is C at the
 * same length. */
export function blankQualifiers(code: string): { text: string; qualifiers: Qualifier[] } {
  const qualifiers: Qualifier[] = [];
  const pieces: string[] = [];
  let kept = 0;
  const cut = (start: number, end: number): void => {
    pieces.push(code.slice(kept, start), blank(code.slice(start, end)));
    kept = end;
  };
  const tokens = tokenize(code);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined || token.kind !== 'name') continue;
    if (/^__attribute(__)?$/.test(token.text) && tokens[i + 1]?.text === '(') {
      let depth = 0;
      let end = token.end;
      for (i += 1; i < tokens.length; i += 1) {
        const part = tokens[i];
        if (part?.text === '(') depth += 1;
        if (part?.text === ')') depth -= 1;
        end = part?.end ?? end;
        if (depth === 0) break;
      }
      qualifiers.push({ at: token.start, meaning: 'attribute', text: code.slice(token.end, end) });
      cut(token.start, end);
      continue;
    }
    const word = token.text.replace(/^__(?=[a-z])/, '').replace(/__$/, '');
    const meaning = Object.hasOwn(MEANING, word) ? MEANING[word] : undefined;
    if (meaning === undefined) continue;
    qualifiers.push({ at: token.start, meaning });
    cut(token.start, token.end);
  }
  pieces.push(code.slice(kept));
  return { text: pieces.join(''), qualifiers };
}
