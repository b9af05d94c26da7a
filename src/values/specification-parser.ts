import type { Span } from '../base/span.ts';
import { integerOf, type Token, tokenize } from '../front/lexer.ts';
import { Grammar } from '../base/grammar.ts';
import type { InfixOperator, PrefixOperator } from '../base/operators.ts';
import type { Term } from './specification.ts';

/** An error in an `input` or `ensures`, with its place. */
export class SpecificationError extends Error {
  readonly span: Span;
  readonly hint: string | undefined;

  constructor(message: string, span: Span, hint?: string) {
    super(message);
    this.span = span;
    this.hint = hint;
  }
}

/** Meaning of names where a specification is read. */
export interface SpecificationScope {
  /** Length in scalars, or structs if it has members; undefined for non-arrays. */
  lengthOf(array: string): number | undefined;
  /** Members of an array's structs, or lanes of its vectors. */
  membersOf(array: string): readonly string[];
  /** A constant, a parameter or a macro. */
  numberOf(name: string): number | bigint | undefined;
  /** An argument, whose value is that of the run. */
  isArgument(name: string): boolean;
  /** For the hint where a name is not known. */
  readonly names: readonly string[];
}

/** `any(LOW, HIGH)`, or an expression of the index. */
export interface InputText {
  readonly name: string;
  readonly nameSpan: Span;
  /** The index's name; absent for an argument that is no array. */
  readonly index: string | undefined;
  readonly member: string | undefined;
  readonly value:
    | { readonly kind: 'term'; readonly term: Term }
    | { readonly kind: 'any'; readonly low: Term; readonly high: Term };
}

export const QUANTIFIERS = ['forall', 'exists', 'sum', 'min', 'max', 'count'] as const;
type Quantifier = (typeof QUANTIFIERS)[number];
const isQuantifier = (text: string): text is Quantifier =>
  QUANTIFIERS.some((each) => each === text);

/** Functions of numbers, with how many they take. */
export const SPECIFICATION_FUNCTIONS: Readonly<Record<string, number>> = {
  abs: 1,
  min: 2,
  max: 2,
  sqrt: 1,
  exp: 1,
  log: 1,
  sin: 1,
  cos: 1,
  pow: 2,
  floor: 1,
  ceil: 1,
};

/** `same(NAME)`, `same(NAME, TOLERANCE)`, and `over ITEMS, ...` behind it. */
export interface SameText {
  readonly name: string;
  readonly nameSpan: Span;
  readonly tolerance: Term | undefined;
  /** Work-items of a kernel, by dimension. */
  readonly items: readonly Term[];
}

/** After `ensures`, where it compares with another kernel or function; else undefined.
 * @throws {SpecificationError} */
export const parseSame = (
  text: string,
  at: number,
  scope: SpecificationScope,
): SameText | undefined =>
  /^\s*same\s*\(/.test(text) ? new Parser(text, at, scope).same() : undefined;

/** The term after `ensures`; `at` is the text's place in the source.
 * @throws {SpecificationError} */
export function parseEnsures(text: string, at: number, scope: SpecificationScope): Term {
  const parser = new Parser(text, at, scope);
  const term = parser.expression();
  parser.finish();
  return term;
}

/** After `input`: `A[i] = TERM`, `A[i] = any(LOW, HIGH)`, or `n = ...` for an argument.
 * @throws {SpecificationError} */
export function parseInput(text: string, at: number, scope: SpecificationScope): InputText {
  return new Parser(text, at, scope).input();
}

const tokensOf = (text: string, at: number): Token[] =>
  // `0..8` would be one number.
  tokenize(text.replaceAll('..', ' ,')).map((token) => ({
    ...token,
    start: token.start + at,
    end: token.end + at,
  }));

class Parser extends Grammar<Term> {
  readonly #tokens: readonly Token[];
  #position = 0;
  #isOld = false;
  /** Indices of outer quantifiers, with arrays indexed by exactly them. */
  readonly #bound: { readonly name: string; readonly arrays: Set<string> }[] = [];

  readonly #at: number;
  readonly #scope: SpecificationScope;

  constructor(text: string, at: number, scope: SpecificationScope) {
    super();
    this.#at = at;
    this.#scope = scope;
    this.#tokens = tokensOf(text, at);
  }

  input(): InputText {
    const target = this.#name('the name of an array or an argument');
    let index: string | undefined;
    let member: string | undefined;
    if (this.#accept('[')) {
      const found = this.#name('the name of an index, such as i');
      index = found.text;
      this.expect(']');
      if (this.#accept('.')) member = this.#name('the name of a member').text;
      this.#bound.push({ name: index, arrays: new Set() });
    }
    this.expect('=');
    const head = { name: target.text, nameSpan: spanOf(target), index, member };
    if (this.#peek()?.text === 'any' && this.#peek(1)?.text === '(') {
      this.#position += 2;
      const low = this.expression();
      this.expect(',');
      const high = this.expression();
      this.expect(')');
      this.finish();
      return { ...head, value: { kind: 'any', low, high } };
    }
    const term = this.expression();
    this.finish();
    return { ...head, value: { kind: 'term', term } };
  }

  same(): SameText {
    this.#name('same');
    this.expect('(');
    const target = this.#name('the name of a kernel or function');
    const tolerance = this.#accept(',') ? this.expression() : undefined;
    this.expect(')');
    const items: Term[] = [];
    if (this.#accept('over'))
      do items.push(this.expression());
      while (this.#accept(','));
    this.finish();
    return { name: target.text, nameSpan: spanOf(target), tolerance, items };
  }

  finish(): void {
    const token = this.#peek();
    if (token !== undefined) throw this.#error(`did not expect '${token.text}' here`);
  }

  protected conditional(condition: Term, then: Term, otherwise: Term): Term {
    return { kind: 'conditional', condition, then, otherwise };
  }

  /** Implications bind less than any C operator, to the right. */
  protected override condition(): Term {
    const left = super.condition();
    if (!this.#isImplication()) return left;
    this.#position += this.#peek()?.text === 'implies' ? 1 : 2;
    return this.infix('||', this.unary('!', left), this.condition());
  }

  /** `==>`, `=>` or `implies`. */
  #isImplication(): boolean {
    const [first, second] = [this.#peek(), this.#peek(1)];
    if (first?.text === 'implies') return true;
    return (
      (first?.text === '==' || first?.text === '=') &&
      second?.text === '>' &&
      second.start === first.end
    );
  }

  protected word(): string {
    return this.#isImplication() ? '==>' : (this.#peek()?.text ?? '');
  }

  protected pass(): void {
    this.#position += 1;
  }

  protected unary(operator: PrefixOperator, operand: Term): Term {
    return { kind: 'unary', operator, operand };
  }

  protected infix(operator: InfixOperator, left: Term, right: Term): Term {
    return { kind: 'binary', operator, left, right };
  }

  protected tooDeep(): Error {
    return this.#error('this is nested too deeply');
  }

  protected operand(): Term {
    const token = this.#peek();
    if (token === undefined) throw this.#error('expected an expression here');
    this.#position += 1;
    if (token.kind === 'number') return { kind: 'number', value: this.#number(token) };
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.kind !== 'name')
      throw this.#error(`did not expect '${token.text}' here`, spanOf(token));
    const { text } = token;
    if ((text === 'forall' || text === 'exists') && this.#peek()?.text !== '(')
      return this.#quantified(text);
    if (this.#accept('(')) return this.#call(token);
    if (this.#scope.lengthOf(text) !== undefined && !this.#isBound(text))
      return this.#element(token);
    if (this.#isBound(text)) return { kind: 'name', name: text };
    const value = this.#scope.numberOf(text);
    if (value !== undefined) return { kind: 'number', value };
    if (this.#scope.isArgument(text)) return { kind: 'name', name: text };
    if (text === 'true' || text === 'false')
      return { kind: 'number', value: text === 'true' ? 1n : 0n };
    throw this.#error(
      `${text} is not known here`,
      spanOf(token),
      `It may use ${this.#scope.names.join(', ')}.`,
    );
  }

  #isBound(name: string): boolean {
    return this.#bound.some((each) => each.name === name);
  }

  #number(token: Token): number | bigint {
    const { text } = token;
    const integer = /^(0[xXbB][\da-fA-F]+|\d+)[uUlL]*$/.test(text);
    if (integer) {
      const value = integerOf(text);
      if (Number.isSafeInteger(value)) return BigInt(value);
      const digits = text.replace(/[uUlL]+$/, '');
      if (/^(0[xXbB])?[\da-fA-F]+$/.test(digits)) return BigInt(digits);
    }
    const real = Number(text.replace(/[fFhH]$/, ''));
    if (Number.isNaN(real)) throw this.#error(`${text} is not a number`, spanOf(token));
    return real;
  }

  /** After the name of an array. */
  #element({ text: array, start, end }: Token): Term {
    if (!this.#accept('[')) {
      throw this.#error(
        `${array} is an array, and only an element of it is a number`,
        { start, end },
        `Write ${array}[i], or sum(${array}), min(${array}), max(${array}) or sorted(${array}).`,
      );
    }
    const first = this.#peek();
    const alone = this.#peek(1)?.text === ']' ? first?.text : undefined;
    this.#bound.findLast(({ name }) => name === alone)?.arrays.add(array);
    const index = this.expression();
    this.expect(']');
    const members = this.#scope.membersOf(array);
    if (!this.#accept('.')) {
      if (members.length > 0 && !/^[xs]0?$/.test(members[0] ?? ''))
        throw this.#error(
          `an element of ${array} has members, and only one of them is a number`,
          { start, end },
          `Write ${array}[i].${members[0]}.`,
        );
      return { kind: 'element', array, old: this.#isOld, index };
    }
    const member = this.#name('the name of a member');
    if (!members.includes(member.text))
      throw this.#error(
        `${array} has no member ${member.text}`,
        spanOf(member),
        members.length === 0 ? undefined : `It has ${members.join(', ')}.`,
      );
    return { kind: 'element', array, old: this.#isOld, index, member: member.text };
  }

  /** After the opening parenthesis of a call. */
  #call(token: Token): Term {
    const { text } = token;
    if (text === 'old') {
      const before = this.#isOld;
      this.#isOld = true;
      const inner = this.expression();
      this.#isOld = before;
      this.expect(')');
      return inner;
    }
    if (text === 'sorted') {
      const { array, old } = this.#array();
      this.expect(')');
      return { kind: 'sorted', array, old };
    }
    if (isQuantifier(text)) {
      const whole = this.#wholeArray(text);
      if (whole !== undefined) return whole;
      if (this.#beginsBinder()) {
        const term = this.#quantified(text);
        this.expect(')');
        return term;
      }
    }
    const wanted = Object.hasOwn(SPECIFICATION_FUNCTIONS, text)
      ? SPECIFICATION_FUNCTIONS[text]
      : undefined;
    if (wanted === undefined && isQuantifier(text))
      throw this.#error(
        `${text} takes an array, or an index and what to do for each`,
        spanOf(token),
        `Write ${text}(A), ${text}(i: A[i]) or ${text}(i < n: A[i]).`,
      );
    if (wanted === undefined) {
      const known = [...QUANTIFIERS, 'old', 'sorted', ...Object.keys(SPECIFICATION_FUNCTIONS)];
      throw this.#error(
        `${text} cannot be called here`,
        spanOf(token),
        `It may use ${[...new Set(known)].join(', ')}.`,
      );
    }
    const args = [this.expression()];
    while (this.#accept(',')) args.push(this.expression());
    this.expect(')');
    if (args.length < wanted || (args.length > wanted && text !== 'min' && text !== 'max'))
      throw this.#error(
        `${text} takes ${wanted} ${wanted === 1 ? 'number' : 'numbers'}`,
        spanOf(token),
        isQuantifier(text)
          ? `Of an array: ${text}(A), or ${text}(i: A[i]), or ${text}(i < n: A[i]).`
          : undefined,
      );
    const [first, ...others] = args;
    if (wanted === 1 || first === undefined) return { kind: 'call', name: text, args };
    return others.reduce<Term>(
      (left, right) => ({ kind: 'call', name: text, args: [left, right] }),
      first,
    );
  }

  /** `sum(A)`, `min(old(A))`, `count(A, value)`: of all elements. */
  #wholeArray(quantifier: Quantifier): Term | undefined {
    const mark = this.#position;
    const isOld = this.#peek()?.text === 'old' && this.#peek(1)?.text === '(';
    const token = this.#peek(isOld ? 2 : 0);
    const after = this.#peek(isOld ? 3 : 1)?.text;
    const length = token?.kind === 'name' ? this.#scope.lengthOf(token.text) : undefined;
    if (token === undefined || length === undefined || this.#isBound(token.text)) return undefined;
    if (isOld ? after !== ')' : after !== ')' && after !== ',') return undefined;
    this.#position += isOld ? 4 : 1;
    const index = `#${mark}`;
    const element: Term = {
      kind: 'element',
      array: token.text,
      old: isOld || this.#isOld,
      index: { kind: 'name', name: index },
      ...this.#onlyMember(token),
    };
    let body: Term = element;
    if (quantifier === 'count') {
      this.expect(',');
      body = { kind: 'binary', operator: '==', left: element, right: this.expression() };
    }
    this.expect(')');
    return {
      kind: 'quantifier',
      quantifier,
      index,
      low: { kind: 'number', value: 0n },
      high: { kind: 'number', value: BigInt(length) },
      body,
    };
  }

  #onlyMember(token: Token): { member?: string } {
    const [first, ...others] = this.#scope.membersOf(token.text);
    if (first === undefined || /^[xs]0?$/.test(first)) return {};
    if (others.length === 0) return { member: first };
    throw this.#error(
      `the elements of ${token.text} have several members`,
      spanOf(token),
      `Say which: sum(i: ${token.text}[i].${first}).`,
    );
  }

  /** `A` or `old(A)`. */
  #array(): { readonly array: string; readonly old: boolean } {
    const isOld = this.#peek()?.text === 'old' && this.#peek(1)?.text === '(';
    if (isOld) this.#position += 2;
    const token = this.#name('the name of an array');
    if (this.#scope.lengthOf(token.text) === undefined)
      throw this.#error(`${token.text} is not an array`, spanOf(token));
    if (isOld) this.expect(')');
    return { array: token.text, old: isOld || this.#isOld };
  }

  #beginsBinder(): boolean {
    const [first, second] = [this.#peek(), this.#peek(1)];
    if (first?.kind === 'name' && /^(:|,|in|<|<=)$/.test(second?.text ?? ''))
      return this.#hasColon();
    return second?.text === '<=' && this.#hasColon();
  }

  /** A colon belonging to no `?` comes before the parenthesis closes. */
  #hasColon(): boolean {
    let depth = 0;
    let questions = 0;
    for (let i = this.#position; i < this.#tokens.length; i += 1) {
      const text = this.#tokens[i]?.text ?? '';
      if (text === '(' || text === '[') depth += 1;
      if (text === ')' || text === ']') depth -= 1;
      if (depth < 0) return false;
      if (depth === 0 && text === '?') questions += 1;
      if (depth === 0 && text === ':') {
        if (questions === 0) return true;
        questions -= 1;
      }
    }
    return false;
  }

  /** `i: BODY`, `i < HIGH: BODY`, `LOW <= i < HIGH: BODY`, `i in LOW..HIGH: BODY`, and `i, j: BODY`. */
  #quantified(quantifier: Quantifier): Term {
    return this.deeper(() => this.#ranging(quantifier));
  }

  #ranging(quantifier: Quantifier): Term {
    const start = this.#peek()?.start ?? this.#at;
    let low: Term | undefined;
    if (this.#peek(1)?.text === '<=' && this.#peek()?.kind !== 'sign') {
      // A range's lower bound is a number or a name.
      const isIndexFirst =
        this.#peek()?.kind === 'name' && !this.#isKnown(this.#peek()?.text ?? '');
      if (!isIndexFirst) {
        low = this.operand();
        this.expect('<=');
      }
    }
    const name = this.#name('the name of an index, such as i');
    if (this.#isKnown(name.text))
      throw this.#error(
        `${name.text} has a meaning already and cannot be an index`,
        spanOf(name),
        'Choose another name.',
      );
    let high: Term | undefined;
    if (this.#accept('in')) {
      const braced = this.#accept('[');
      low = this.binary(1);
      this.expect(',', "'..' between the ends of a range");
      high = this.binary(1);
      if (braced && !this.#accept(')')) this.expect(']');
    } else if (this.#accept('<')) high = this.#rangeEnd();
    else if (this.#accept('<=')) high = plusOne(this.#rangeEnd());
    const arrays = new Set<string>();
    this.#bound.push({ name: name.text, arrays });
    let body: Term;
    if (this.#accept(',')) body = this.#quantified(quantifier);
    else {
      this.expect(':');
      body = this.expression();
    }
    this.#bound.pop();
    high ??= this.#lengthOf(arrays, name.text, { start, end: name.end });
    low ??= { kind: 'number', value: 0n };
    return { kind: 'quantifier', quantifier, index: name.text, low, high, body };
  }

  /** A range's end: operators binding tighter than comparisons. */
  #rangeEnd(): Term {
    return this.binary(8);
  }

  #isKnown(name: string): boolean {
    const scope = this.#scope;
    return (
      this.#isBound(name) ||
      scope.isArgument(name) ||
      scope.numberOf(name) !== undefined ||
      scope.lengthOf(name) !== undefined
    );
  }

  #lengthOf(arrays: ReadonlySet<string>, index: string, span: Span): Term {
    const lengths = [...arrays].map((array) => this.#scope.lengthOf(array) ?? 0);
    if (lengths.length === 0)
      throw this.#error(
        `how far ${index} goes is not known`,
        span,
        `Write ${index} < n:, or index an array with ${index} alone.`,
      );
    return { kind: 'number', value: BigInt(Math.min(...lengths)) };
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#position + ahead];
  }

  #accept(sign: string): boolean {
    if (this.#peek()?.text !== sign) return false;
    this.#position += 1;
    return true;
  }

  protected expect(sign: string, what = `'${sign}'`): void {
    if (!this.#accept(sign)) throw this.#error(`expected ${what} here`);
  }

  #name(what: string): Token {
    const token = this.#peek();
    if (token?.kind !== 'name') throw this.#error(`expected ${what} here`);
    this.#position += 1;
    return token;
  }

  #error(message: string, span?: Span, hint?: string): SpecificationError {
    const last = this.#tokens.at(-1);
    const next = this.#peek();
    const end = last?.end ?? this.#at + 1;
    const here = next ? spanOf(next) : { start: Math.max(this.#at, end - 1), end };
    return new SpecificationError(message, span ?? here, hint);
  }
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

const plusOne = (left: Term): Term => ({
  kind: 'binary',
  operator: '+',
  left,
  right: { kind: 'number', value: 1n },
});
