import { type Token, tokensOf } from './tokens.ts';

/** A variable that a model declares. */
export interface Variable {
  readonly name: string;
  /** The word of its type; that of a structure is its name. */
  readonly type: string;
  /** Elements, as written; absent where it is no array. */
  readonly size?: string | undefined;
  /** `hidden` (outside of the state), `local` (used by one process), `show`. */
  readonly kept?: string | undefined;
}

/** A text's declarations, read before any tool runs. */
export interface ModelFacts {
  readonly globals: readonly Variable[];
  readonly locals: readonly (Variable & { readonly process: string })[];
  /** Types that are declared, with their fields. */
  readonly structures: ReadonlyMap<string, readonly Variable[]>;
  readonly processes: readonly string[];
  readonly hasStart: boolean;
  readonly mtypes: readonly string[];
  /** Names of `ltl` formulas and `never` claims, as SPIN gives them. */
  readonly claims: readonly Claim[];
  readonly inlines: readonly string[];
  readonly hasEmbeddedC: boolean;
  /** Statements `xr c` and `xs c`, with the separator behind them. */
  readonly exclusive: readonly { readonly start: number; readonly end: number }[];
  readonly hasRendezvous: boolean;
}

export interface Claim {
  readonly name: string;
  readonly kind: 'ltl' | 'never';
  /** It has an acceptance label: a run that never ends may break it. */
  readonly accepts: boolean;
  /** The formula of an `ltl`, on one line. */
  readonly formula?: string;
}

export const TYPES = new Set('bit bool byte pid short int unsigned mtype chan'.split(' '));
const VISIBILITIES = new Set(['hidden', 'local', 'show']);

/** Reads a preprocessed text. Unknown parts are skipped: SPIN judges, this finds names. */
export function factsOf(text: string): ModelFacts {
  return new FactsReader(text).read();
}

class FactsReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly #globals: Variable[] = [];
  readonly #locals: (Variable & { process: string })[] = [];
  readonly #structures = new Map<string, readonly Variable[]>();
  readonly #processes: string[] = [];
  readonly #mtypes: string[] = [];
  readonly #claims: Claim[] = [];
  readonly #inlines: string[] = [];
  readonly #exclusive: { start: number; end: number }[] = [];
  #hasStart = false;
  #hasC = false;
  #hasRendezvous = false;
  /** Formulas and claims without a name so far, by kind. */
  readonly #unnamed = { ltl: 0, never: 0 };

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  read(): ModelFacts {
    while (this.#at < this.#tokens.length) this.#unit();
    return {
      globals: this.#globals,
      locals: this.#locals,
      structures: this.#structures,
      processes: this.#processes,
      hasStart: this.#hasStart,
      mtypes: this.#mtypes,
      claims: this.#claims,
      inlines: this.#inlines,
      hasEmbeddedC: this.#hasC,
      exclusive: this.#exclusive,
      hasRendezvous: this.#hasRendezvous,
    };
  }

  #word(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? '';
  }

  #isName(ahead = 0): boolean {
    return this.#tokens[this.#at + ahead]?.kind === 'name';
  }

  /** One declaration of the outermost level, or one word that is none. */
  #unit(): void {
    const word = this.#word();
    switch (word) {
      case 'init':
        this.#hasStart = true;
        this.#process('init', 1);
        return;
      case 'active':
        this.#hasStart = true;
        this.#at += 1;
        return;
      case 'proctype':
      case 'D_proctype':
        this.#process(this.#word(1), 2);
        return;
      case 'inline':
        this.#inlines.push(this.#word(1));
        this.#at += 2;
        this.#body(undefined);
        return;
      case 'typedef':
        this.#structure();
        return;
      case 'ltl':
      case 'never':
        this.#claim(word);
        return;
      case 'notrace':
      case 'trace':
        this.#at += 1;
        this.#body(undefined);
        return;
      default:
        if (!this.#declaration((variable) => this.#globals.push(variable))) this.#step();
    }
  }

  /** Passes one word over, and sees what it says about the whole model. */
  #step(): void {
    const token = this.#tokens[this.#at];
    if (token && /^c_(code|decl|expr|state|track)$/.test(token.text)) this.#hasC = true;
    if (this.#word() === '[' && this.#word(1) === '0' && this.#word(2) === ']')
      this.#hasRendezvous ||= this.#word(3) === 'of';
    if (token && (token.text === 'xr' || token.text === 'xs') && this.#isName(1)) {
      let last = 1;
      while (this.#word(last + 1) !== '' && !/^(;|->|\})$/.test(this.#word(last + 1))) last += 1;
      if (this.#word(last + 1) !== '}') last += 1;
      const end = this.#tokens[this.#at + last]?.end ?? token.end;
      this.#exclusive.push({ start: token.start, end });
    }
    this.#at += 1;
  }

  #process(name: string, words: number): void {
    this.#processes.push(name);
    this.#at += words;
    this.#body(name);
  }

  /** Parameters and what stands in braces. */
  #body(process: string | undefined): void {
    let depth = 0;
    while (this.#at < this.#tokens.length) {
      const word = this.#word();
      if (word === '{') depth += 1;
      if (word === '}') depth -= 1;
      const isDeclared =
        process !== undefined &&
        this.#declaration((variable) => this.#locals.push({ ...variable, process }));
      if (!isDeclared) this.#step();
      if (word === '}' && depth === 0) return;
    }
  }

  #structure(): void {
    const name = this.#word(1);
    this.#at += 2;
    if (this.#word() !== '{') return;
    const fields: Variable[] = [];
    while (this.#at < this.#tokens.length && this.#word() !== '}')
      if (!this.#declaration((field) => fields.push(field))) this.#step();
    this.#at += 1;
    this.#structures.set(name, fields);
  }

  #claim(kind: 'ltl' | 'never'): void {
    this.#at += 1;
    let name = `${kind}_${this.#unnamed[kind]}`;
    if (this.#isName()) {
      name = this.#word();
      this.#at += 1;
    } else this.#unnamed[kind] += 1;
    const from = this.#at;
    this.#body(undefined);
    const body = this.#tokens.slice(from, this.#at);
    const accepts = body.some(
      ({ text }, at) => text.startsWith('accept') && body[at + 1]?.text === ':',
    );
    const braced = this.#text.slice(body[0]?.end, body.at(-1)?.start);
    // The preprocessor leaves its marks between lines.
    const words = braced.replaceAll(/^#.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
    const formula = kind === 'ltl' && { formula: words };
    this.#claims.push({ name, kind, accepts, ...formula });
  }

  /** A declaration of variables or of message types, if one begins here. */
  #declaration(tell: (variable: Variable) => void): boolean {
    const start = this.#at;
    const kept = VISIBILITIES.has(this.#word()) ? this.#word() : undefined;
    if (kept !== undefined) this.#at += 1;
    const type = this.#word();
    const isType = TYPES.has(type) || this.#structures.has(type);
    // `mtype:colour x`
    const sub = type === 'mtype' && this.#word(1) === ':' ? 2 : 0;
    if (isType && type === 'mtype' && /^[={]$/.test(this.#word(1 + sub))) {
      this.#at += 1 + sub;
      this.#messages();
      return true;
    }
    if (!isType || !this.#isName(1 + sub)) {
      this.#at = start;
      return false;
    }
    this.#at += 1 + sub;
    for (;;) {
      const name = this.#word();
      this.#at += 1;
      const size = this.#word() === '[' ? this.#bracketed() : undefined;
      tell({ name, type, size, kept });
      this.#initialiser();
      if (this.#word() !== ',' || !this.#isName(1)) return true;
      // Parameters and variables alike; never the arguments of `run`.
      this.#at += 1;
    }
  }

  #messages(): void {
    if (this.#word() === '=') this.#at += 1;
    while (this.#at < this.#tokens.length && this.#word() !== '}') {
      if (this.#isName()) this.#mtypes.push(this.#word());
      this.#at += 1;
    }
    this.#at += 1;
  }

  #bracketed(): string {
    const words: string[] = [];
    for (this.#at += 1; this.#at < this.#tokens.length && this.#word() !== ']'; this.#at += 1)
      words.push(this.#word());
    this.#at += 1;
    return words.join(' ');
  }

  /** Up to the comma or what else ends a variable's declaration. */
  #initialiser(): void {
    let depth = 0;
    while (this.#at < this.#tokens.length) {
      const word = this.#word();
      if (depth === 0 && /^(,|;|\)|\}|->)$/.test(word)) return;
      // A declaration needs no `;` before what begins the next unit.
      if (depth === 0 && BEGINS.has(word)) return;
      if (/^[([{]$/.test(word)) depth += 1;
      if (/^[)\]}]$/.test(word)) depth -= 1;
      this.#step();
    }
  }
}

/** A text's C blocks, with the words before them. */
export function embeddedCOf(text: string): readonly string[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ text: word, kind }, at) => {
    if (kind === 'c') return [`${tokens[at - 1]?.text ?? ''} ${word}`.trim()];
    const isWord = kind === 'name' && (word === 'c_state' || word === 'c_track');
    return isWord ? [`${word} ${tokens[at + 1]?.text ?? ''}`] : [];
  });
}

const BEGINS = new Set(
  'active proctype init inline typedef never ltl hidden local show mtype bit bool byte short int chan'.split(
    ' ',
  ),
);

/** The text without its `xr` and `xs`, everything else in its place. */
export function withoutExclusive(
  text: string,
  { exclusive }: Pick<ModelFacts, 'exclusive'>,
): string {
  let result = text;
  for (const { start, end } of exclusive) {
    const blank = text.slice(start, end).replace(/[^\n]/g, ' ');
    result = result.slice(0, start) + blank + result.slice(end);
  }
  return result;
}
