import { type Span, wordsOfLine } from '../base/span.ts';
import { type Token, tokensOf, TYPES } from '../promela/index.ts';

/** A name that a Promela text declares. */
export interface PromelaName {
  readonly name: string;
  readonly kind:
    'variable' | 'process' | 'inline' | 'message' | 'type' | 'label' | 'claim' | 'macro';
  readonly span: Span;
  /** The line that declares it. */
  readonly code: string;
}

const HEADS: Readonly<Record<string, PromelaName['kind']>> = {
  proctype: 'process',
  D_proctype: 'process',
  inline: 'inline',
  typedef: 'type',
  ltl: 'claim',
  never: 'claim',
};

let last: { readonly text: string; readonly names: readonly PromelaName[] } | undefined;

/** Declarations found by tokens alone, so half-typed text works. */
export function promelaNames(text: string): readonly PromelaName[] {
  if (last?.text !== text) last = { text, names: new Reader(text).names };
  return last.names;
}

class Reader {
  readonly names: PromelaName[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    for (const found of text.matchAll(/^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)/gm)) {
      const [all, name = ''] = found;
      const end = found.index + all.length;
      this.#tell('macro', name, { start: end - name.length, end });
    }
    const types = new Set(TYPES);
    for (let at = 0; at < this.#tokens.length; at += 1) {
      const { text: word } = this.#tokens[at] ?? { text: '' };
      const head = HEADS[word];
      const next = this.#tokens[at + 1];
      if (head && next?.kind === 'name') {
        this.#tell(head, next.text, next);
        if (head === 'type') types.add(next.text);
        if (head === 'inline') this.#parameters(at + 2);
      } else if (word === 'mtype' && /^[={]$/.test(next?.text ?? '')) this.#messages(at + 1);
      else if (types.has(word) && next?.kind === 'name') this.#variables(at + 1);
      else if (this.#isLabel(at)) this.#tellAt('label', at);
    }
  }

  #tell(kind: PromelaName['kind'], name: string, { start, end }: Span): void {
    const line = this.#text.slice(0, start).split('\n').length;
    const { start: from, end: to } = wordsOfLine(this.#text, line);
    const code = this.#text.slice(from, to);
    this.names.push({ name, kind, span: { start, end }, code });
  }

  #tellAt(kind: PromelaName['kind'], at: number): void {
    const token = this.#tokens[at];
    if (token?.kind === 'name') this.#tell(kind, token.text, token);
  }

  #word(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** Names after a type, up to the declaration's end. */
  #variables(from: number): void {
    let depth = 0;
    for (let at = from; at < this.#tokens.length; at += 1) {
      const word = this.#word(at);
      if (depth === 0 && (at === from || this.#word(at - 1) === ',')) this.#tellAt('variable', at);
      if (/^[([{]$/.test(word)) depth += 1;
      if (/^[)\]}]$/.test(word)) depth -= 1;
      if (depth < 0 || (depth === 0 && /^(;|->|\})$/.test(word))) return;
      // `byte x` may end without `;` before a new line's keyword.
      if (depth === 0 && (HEADS[word] || word === 'active' || word === 'init')) return;
    }
  }

  #parameters(from: number): void {
    for (let at = from; at < this.#tokens.length && this.#word(at) !== ')'; at += 1)
      this.#tellAt('variable', at);
  }

  #messages(from: number): void {
    for (let at = from; at < this.#tokens.length && this.#word(at) !== '}'; at += 1)
      this.#tellAt('message', at);
  }

  #isLabel(at: number): boolean {
    const before = this.#word(at - 1);
    return (
      this.#tokens[at]?.kind === 'name' &&
      this.#word(at + 1) === ':' &&
      (before === '' || /^([;{}:]|->|::|od|fi|\))$/.test(before))
    );
  }
}
