import type { Span } from '../base/span.ts';
import { closing, type Token } from '../kernel/lexer.ts';
import { type AddressSpace, isAddressSpace } from '../kernel/syntax.ts';
import { isTypeName } from '../kernel/types.ts';

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
  /** Whether a function has a body. */
  readonly defined?: boolean;
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

/** Reads the declarations of a text off its tokens. Whatever is no declaration is passed over. */
export class Declarations {
  private readonly found: Declared[] = [];
  private readonly types = new Map<string, { base: string; pointers: number }>();
  /** Ends of the open scopes; each is filled in when its brace closes. */
  private readonly scopes: { start: number; end: number }[];
  /** The last tokens of the loops around. */
  private readonly loops: number[] = [];

  constructor(
    /** The text without comments. */
    private readonly source: string,
    private readonly tokens: readonly Token[],
  ) {
    this.scopes = [{ start: 0, end: source.length }];
  }

  read(): readonly Declared[] {
    let begins = true;
    for (let i = 0; i < this.tokens.length;) {
      const text = this.text(i);
      while (i > (this.loops.at(-1) ?? Infinity)) {
        this.loops.pop();
        if (this.scopes.length > 1) this.scopes.pop();
      }
      const next = begins ? this.declaration(i) : undefined;
      if (next !== undefined) {
        i = next;
        begins = false;
        continue;
      }
      if (text === '{') this.scopes.push({ start: this.at(i), end: this.source.length });
      if (text === '}' && this.scopes.length > 1) {
        const scope = this.scopes.pop();
        if (scope !== undefined) scope.end = this.at(i);
      }
      if (text === 'for' && this.text(i + 1) === '(') {
        this.openLoop(i);
        i += 1;
      }
      begins = /^([{};:]|for)$/.test(text);
      i += 1;
    }
    return this.found;
  }

  private text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  private at(index: number): number {
    return this.tokens[index]?.start ?? this.source.length;
  }

  /** After a token that closes something; the end of the text where it turns out not to. */
  private endOf(index: number): number {
    return /^[)\]};]$/.test(this.text(index)) ? this.at(index) + 1 : this.source.length;
  }

  /** What a for loop declares lives to the end of its body. */
  private openLoop(index: number): void {
    let until = this.closing(index + 1) + 1;
    if (this.text(until) === '{') until = this.closing(until);
    else while (until < this.tokens.length && this.text(until) !== ';') until += 1;
    this.scopes.push({ start: this.at(index), end: this.endOf(until) });
    this.loops.push(until);
  }

  /** The index of the token that closes the bracket at an index; that of the last token if none does. */
  private closing(index: number): number {
    return closing(this.tokens, index) ?? Math.max(index, this.tokens.length - 1);
  }

  /** The index of the first token from one on that fits, or the one given, brackets passed over. */
  private past(index: number, stop: RegExp, last = this.tokens.length): number {
    let i = index;
    while (i < last && !stop.test(this.text(i)))
      i = /^[([{]$/.test(this.text(i)) ? this.closing(i) + 1 : i + 1;
    return i;
  }

  /** Reads a declaration that begins at an index; gives the index after it, or undefined if none does. */
  private declaration(first: number): number | undefined {
    const specifiers = this.specifiers(first);
    if (specifiers === undefined) return undefined;
    for (let i = specifiers.next; ; i += 1) {
      const name = this.declarator(i);
      if (name === undefined) return undefined;
      if (this.text(name + 1) === '(' && this.scopes.length === 1)
        return this.function(first, name, specifiers);
      let end = name + 1;
      while (this.text(end) === '[') end = this.closing(end) + 1;
      this.declare(first, specifiers, i, name, end);
      // Over the initialiser, to the next declarator or the end.
      end = this.past(end, /^[,;)}:]$/);
      if (this.text(end) !== ',') return end;
      i = end;
    }
  }

  private specifiers(first: number): Specifiers | undefined {
    let i = first;
    let typed = false;
    let space: Declared['space'];
    let isKernel = false;
    let isType = false;
    for (; i < this.tokens.length; i += 1) {
      const text = this.text(i);
      const word = bare(text);
      if (word === 'attribute__' || text === '__attribute') i = this.closing(i + 1);
      else if (QUALIFIER.test(word)) {
        if (isAddressSpace(word)) space ??= word;
        isKernel ||= word === 'kernel';
        isType ||= word === 'typedef';
      } else if (/^(struct|union|enum)$/.test(text)) {
        // A definition declares fields, which are found inside its braces.
        if (this.tokens[i + 1]?.kind !== 'name' || this.text(i + 2) === '{') return undefined;
        typed = true;
        i += 1;
      } else if (isTypeName(text, this.types)) typed = true;
      else if (!typed && this.isUnknownType(i)) typed = true;
      else break;
    }
    return typed ? { next: i, isKernel, isType, space } : undefined;
  }

  /** `name name` is a declaration, whatever the first one is. */
  private isUnknownType(index: number): boolean {
    const [one, two] = [this.tokens[index], this.tokens[index + 1]];
    return one?.kind === 'name' && two?.kind === 'name' && !KEYWORD.test(one.text);
  }

  /** The index of the name of a declarator, past its stars and qualifiers. */
  private declarator(index: number): number | undefined {
    let i = index;
    while (this.text(i) === '*' || QUALIFIER.test(bare(this.text(i)))) i += 1;
    return this.tokens[i]?.kind === 'name' && !KEYWORD.test(this.text(i)) ? i : undefined;
  }

  private declare(
    first: number,
    { next, space, isType }: Specifiers,
    from: number,
    name: number,
    end: number,
  ): void {
    const scope = this.scopes.at(-1);
    if (scope === undefined) return;
    const base = this.text(name);
    if (isType) this.types.set(base, { base, pointers: 0 });
    this.add(name, {
      kind: isType ? 'type' : 'variable',
      // Live until the scope closes: its end is filled in later.
      scope: {
        start: this.at(name) + base.length,
        get end() {
          return scope.end;
        },
      },
      declaration: `${this.words(first, next)} ${this.words(from, end)}`,
      space,
    });
  }

  /** Notes what the token at an index is the name of. */
  private add(index: number, about: Omit<Declared, 'name' | 'span'>): void {
    const name = this.text(index);
    const start = this.at(index);
    this.found.push({ ...about, name, span: { start, end: start + name.length } });
  }

  private function(first: number, name: number, { isKernel }: Specifiers): number {
    const close = this.closing(name + 1);
    const defined = this.text(close + 1) === '{';
    const body = {
      start: this.at(name + 1),
      end: this.endOf(defined ? this.closing(close + 1) : close),
    };
    const parameters: string[] = [];
    for (let i = name + 2; i < close; i += 1) {
      const specifiers = this.specifiers(i);
      const own = specifiers === undefined ? undefined : this.declarator(specifiers.next);
      const end = this.past(i, /^,$/, close);
      if (own !== undefined && own < end) {
        parameters.push(this.text(own));
        const declaration = this.words(i, end);
        this.add(own, { kind: 'argument', scope: body, declaration, space: specifiers?.space });
      }
      i = end;
    }
    this.add(name, {
      kind: isKernel ? 'kernel' : 'function',
      scope: { start: 0, end: this.source.length },
      declaration: this.words(first, close + 1),
      parameters,
      defined,
    });
    return close + 1;
  }

  /** The source from one token to before another, on one line. */
  private words(from: number, to: number): string {
    const start = this.tokens[from]?.start ?? 0;
    const end = this.tokens[to - 1]?.end ?? start;
    return this.source.slice(start, end).replace(/\s+/g, ' ');
  }
}
