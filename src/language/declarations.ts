import type { Span } from '../base/span.ts';
import { closing, type Token } from '../front/lexer.ts';
import { type AddressSpace, isAddressSpace, isTypeName } from '../front/types.ts';

/** A name of the code with its declaration. */
export interface Declared {
  readonly name: string;
  readonly kind: 'kernel' | 'function' | 'argument' | 'variable' | 'type' | 'macro' | 'parameter';
  readonly span: Span;
  /** Where the name can be used. */
  readonly scope: Span;
  /** The declaration on one line. */
  readonly declaration: string;
  /** `__global` and its like. */
  readonly space?: AddressSpace | undefined;
  /** Names of the arguments of a function. */
  readonly parameters?: readonly string[];
  /** The function has a body. */
  readonly defined?: boolean;
  /** All of a function, from its first word. */
  readonly whole?: Span;
}

const QUALIFIER =
  /^(const|volatile|restrict|static|inline|extern|register|typedef|kernel|global|local|constant|private|generic|read_only|write_only|read_write)$/;
const KEYWORD =
  /^(if|else|for|while|do|switch|case|default|return|break|continue|goto|sizeof|struct|union|enum)$/;

const bare = (text: string): string => text.replace(/^__(?=[a-z])/, '');

interface Specifiers {
  /** Index of the token after them. */
  readonly next: number;
  readonly space: Declared['space'];
  readonly isKernel: boolean;
  readonly isType: boolean;
}

/** Reads declarations from tokens, skipping everything else. */
export class Declarations {
  readonly #found: Declared[] = [];
  readonly #types = new Map<string, { base: string; pointers: number }>();
  /** Open scopes; a closing brace fills in the end. */
  readonly #scopes: { start: number; end: number }[];
  /** The last tokens of the loops around. */
  readonly #loops: number[] = [];

  readonly #source: string;
  readonly #tokens: readonly Token[];

  constructor(
    /** The text without comments. */
    source: string,
    tokens: readonly Token[],
  ) {
    this.#source = source;
    this.#tokens = tokens;

    this.#scopes = [{ start: 0, end: source.length }];
  }

  read(): readonly Declared[] {
    let begins = true;
    for (let i = 0; i < this.#tokens.length;) {
      const text = this.#text(i);
      while (i > (this.#loops.at(-1) ?? Infinity)) {
        this.#loops.pop();
        if (this.#scopes.length > 1) this.#scopes.pop();
      }
      const next = begins ? this.#declaration(i) : undefined;
      if (next !== undefined) {
        i = next;
        begins = false;
        continue;
      }
      if (text === '{') this.#scopes.push({ start: this.#at(i), end: this.#source.length });
      if (text === '}' && this.#scopes.length > 1) {
        const scope = this.#scopes.pop();
        if (scope !== undefined) scope.end = this.#at(i);
      }
      if (text === 'for' && this.#text(i + 1) === '(') {
        this.#openLoop(i);
        i += 1;
      }
      begins = /^([{};:]|for)$/.test(text);
      i += 1;
    }
    return this.#found;
  }

  #text(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }

  #at(index: number): number {
    return this.#tokens[index]?.start ?? this.#source.length;
  }

  /** The position after a closing token, or the end of the text. */
  #endOf(index: number): number {
    return /^[)\]};]$/.test(this.#text(index)) ? this.#at(index) + 1 : this.#source.length;
  }

  /** A for loop's variables live until its body ends. */
  #openLoop(index: number): void {
    let until = this.#closing(index + 1) + 1;
    if (this.#text(until) === '{') until = this.#closing(until);
    else while (until < this.#tokens.length && this.#text(until) !== ';') until += 1;
    this.#scopes.push({ start: this.#at(index), end: this.#endOf(until) });
    this.#loops.push(until);
  }

  /** Index of the matching bracket, else of the last token. */
  #closing(index: number): number {
    return closing(this.#tokens, index) ?? Math.max(index, this.#tokens.length - 1);
  }

  /** Index of the next matching token, skipping brackets. */
  #past(index: number, stop: RegExp, last = this.#tokens.length): number {
    let i = index;
    while (i < last && !stop.test(this.#text(i)))
      i = /^[([{]$/.test(this.#text(i)) ? this.#closing(i) + 1 : i + 1;
    return i;
  }

  /** Reads a declaration; returns the index after it, if there is one. */
  #declaration(first: number): number | undefined {
    const specifiers = this.#specifiers(first);
    if (specifiers === undefined) return undefined;
    for (let i = specifiers.next; ; i += 1) {
      const name = this.#declarator(i);
      if (name === undefined) return undefined;
      if (this.#text(name + 1) === '(' && this.#scopes.length === 1)
        return this.#function(first, name, specifiers);
      let end = name + 1;
      while (this.#text(end) === '[') end = this.#closing(end) + 1;
      this.#declare(first, specifiers, i, name, end);
      // Past the initialiser.
      end = this.#past(end, /^[,;)}:]$/);
      if (this.#text(end) !== ',') return end;
      i = end;
    }
  }

  #specifiers(first: number): Specifiers | undefined {
    let i = first;
    let typed = false;
    let space: Declared['space'];
    let isKernel = false;
    let isType = false;
    for (; i < this.#tokens.length; i += 1) {
      const text = this.#text(i);
      const word = bare(text);
      if (word === 'attribute__' || text === '__attribute') i = this.#closing(i + 1);
      else if (QUALIFIER.test(word)) {
        if (isAddressSpace(word)) space ??= word;
        isKernel ||= word === 'kernel';
        isType ||= word === 'typedef';
      } else if (/^(struct|union|enum)$/.test(text)) {
        // A struct definition's fields are found inside its braces.
        if (this.#tokens[i + 1]?.kind !== 'name' || this.#text(i + 2) === '{') return undefined;
        typed = true;
        i += 1;
      } else if (isTypeName(text, this.#types)) typed = true;
      else if (!typed && this.#isUnknownType(i)) typed = true;
      else break;
    }
    return typed ? { next: i, isKernel, isType, space } : undefined;
  }

  /** `name name` is a declaration even with an unknown type. */
  #isUnknownType(index: number): boolean {
    const [one, two] = [this.#tokens[index], this.#tokens[index + 1]];
    return one?.kind === 'name' && two?.kind === 'name' && !KEYWORD.test(one.text);
  }

  /** Index of the declared name, past stars and qualifiers. */
  #declarator(index: number): number | undefined {
    let i = index;
    while (this.#text(i) === '*' || QUALIFIER.test(bare(this.#text(i)))) i += 1;
    return this.#tokens[i]?.kind === 'name' && !KEYWORD.test(this.#text(i)) ? i : undefined;
  }

  #declare(
    first: number,
    { next, space, isType }: Specifiers,
    from: number,
    name: number,
    end: number,
  ): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined) return;
    const base = this.#text(name);
    if (isType) this.#types.set(base, { base, pointers: 0 });
    this.#add(name, {
      kind: isType ? 'type' : 'variable',
      // Open until its scope closes.
      scope: {
        start: this.#at(name) + base.length,
        get end() {
          return scope.end;
        },
      },
      declaration: `${this.#words(first, next)} ${this.#words(from, end)}`,
      space,
    });
  }

  /** Records a declared name. */
  #add(index: number, about: Omit<Declared, 'name' | 'span'>): void {
    const name = this.#text(index);
    const start = this.#at(index);
    this.#found.push({ ...about, name, span: { start, end: start + name.length } });
  }

  #function(first: number, name: number, { isKernel }: Specifiers): number {
    const close = this.#closing(name + 1);
    const defined = this.#text(close + 1) === '{';
    const body = {
      start: this.#at(name + 1),
      end: this.#endOf(defined ? this.#closing(close + 1) : close),
    };
    const parameters: string[] = [];
    for (let i = name + 2; i < close; i += 1) {
      const specifiers = this.#specifiers(i);
      const own = specifiers === undefined ? undefined : this.#declarator(specifiers.next);
      const end = this.#past(i, /^,$/, close);
      if (own !== undefined && own < end) {
        parameters.push(this.#text(own));
        const declaration = this.#words(i, end);
        this.#add(own, { kind: 'argument', scope: body, declaration, space: specifiers?.space });
      }
      i = end;
    }
    this.#add(name, {
      kind: isKernel ? 'kernel' : 'function',
      scope: { start: 0, end: this.#source.length },
      declaration: this.#words(first, close + 1),
      parameters,
      defined,
      whole: { start: this.#at(first), end: body.end },
    });
    return close + 1;
  }

  /** Source between two tokens, on one line. */
  #words(from: number, to: number): string {
    const start = this.#tokens[from]?.start ?? 0;
    const end = this.#tokens[to - 1]?.end ?? start;
    return this.#source.slice(start, end).replace(/\s+/g, ' ');
  }
}
