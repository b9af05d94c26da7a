import { integerOf, type Token, tokenize } from '../front/lexer.ts';
import { spanOf, TokenReader } from '../front/token-reader.ts';
import type { InfixOperator, PrefixOperator } from '../base/operators.ts';
import type { Span } from '../base/span.ts';
import type { Term } from './specification.ts';

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

const QUANTIFIERS = ['forall', 'exists', 'sum', 'min', 'max', 'count'] as const;
type Quantifier = (typeof QUANTIFIERS)[number];
const isQuantifier = (text: string): text is Quantifier =>
  QUANTIFIERS.some((each) => each === text);

/** Functions of numbers, with how many they take. */
const SPECIFICATION_FUNCTIONS: Readonly<Record<string, number>> = {
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

const tokensOf = (text: string, at: number): Token[] =>
  // `0..8` would be one number.
  tokenize(text.replaceAll('..', ' ,')).map((token) => ({
    ...token,
    start: token.start + at,
    end: token.end + at,
  }));

/** Terms: C's expressions, quantifiers, whole arrays, and their contents before the run. */
export class TermReader extends TokenReader<Term> {
  #isOld = false;
  /** Indices of outer quantifiers, with arrays indexed by exactly them. */
  protected readonly bound: { readonly name: string; readonly arrays: Set<string> }[] = [];

  readonly #scope: SpecificationScope;

  constructor(text: string, at: number, scope: SpecificationScope) {
    super(tokensOf(text, at), at + 1);
    this.#scope = scope;
  }

  protected conditional(condition: Term, then: Term, otherwise: Term): Term {
    return { kind: 'conditional', condition, then, otherwise };
  }

  /** Implications bind less than any C operator, to the right. */
  protected override condition(): Term {
    const left = super.condition();
    if (!this.#isImplication()) return left;
    this.pass(this.peek().text === 'implies' ? 1 : 2);
    return this.infix('||', this.unary('!', left), this.condition());
  }

  /** `==>`, `=>` or `implies`. */
  #isImplication(): boolean {
    const [first, second] = [this.token(), this.token(1)];
    if (first?.text === 'implies') return true;
    return (
      (first?.text === '==' || first?.text === '=') &&
      second?.text === '>' &&
      second.start === first.end
    );
  }

  protected override word(): string {
    return this.#isImplication() ? '==>' : super.word();
  }

  protected unary(operator: PrefixOperator, operand: Term): Term {
    return { kind: 'unary', operator, operand };
  }

  protected infix(operator: InfixOperator, left: Term, right: Term): Term {
    return { kind: 'binary', operator, left, right };
  }

  protected named(token: Token): Term {
    const { text } = token;
    if ((text === 'forall' || text === 'exists') && this.peek().text !== '(')
      return this.#quantified(text);
    if (this.accept('(')) return this.#call(token);
    if (this.#scope.lengthOf(text) !== undefined && !this.#isBound(text))
      return this.#element(token);
    if (this.#isBound(text)) return { kind: 'name', name: text };
    const value = this.#scope.numberOf(text);
    if (value !== undefined) return { kind: 'number', value };
    if (this.#scope.isArgument(text)) return { kind: 'name', name: text };
    if (text === 'true' || text === 'false')
      return { kind: 'number', value: text === 'true' ? 1n : 0n };
    throw this.wrong(
      `${text} is not known here`,
      spanOf(token),
      `It may use ${this.#scope.names.join(', ')}.`,
    );
  }

  #isBound(name: string): boolean {
    return this.bound.some((each) => each.name === name);
  }

  protected number(token: Token): Term {
    const { text } = token;
    const integer = /^(0[xXbB][\da-fA-F]+|\d+)[uUlL]*$/.test(text);
    if (integer) {
      const value = integerOf(text);
      if (Number.isSafeInteger(value)) return { kind: 'number', value: BigInt(value) };
      const digits = text.replace(/[uUlL]+$/, '');
      if (/^(0[xXbB])?[\da-fA-F]+$/.test(digits)) return { kind: 'number', value: BigInt(digits) };
    }
    const value = Number(text.replace(/[fFhH]$/, ''));
    if (Number.isNaN(value)) throw this.wrong(`${text} is not a number`, spanOf(token));
    return { kind: 'number', value };
  }

  /** After the name of an array. */
  #element({ text: array, start, end }: Token): Term {
    if (!this.accept('[')) {
      throw this.wrong(
        `${array} is an array, and only an element of it is a number`,
        { start, end },
        `Write ${array}[i], or sum(${array}), min(${array}), max(${array}) or sorted(${array}).`,
      );
    }
    const first = this.token();
    const alone = this.peek(1).text === ']' ? first?.text : undefined;
    this.bound.findLast(({ name }) => name === alone)?.arrays.add(array);
    const index = this.expression();
    this.expect(']');
    const members = this.#scope.membersOf(array);
    if (!this.accept('.')) {
      if (members.length > 0 && !/^[xs]0?$/.test(members[0] ?? ''))
        throw this.wrong(
          `an element of ${array} has members, and only one of them is a number`,
          { start, end },
          `Write ${array}[i].${members[0]}.`,
        );
      return { kind: 'element', array, old: this.#isOld, index };
    }
    const member = this.identifier('the name of a member');
    if (!members.includes(member.name))
      throw this.wrong(
        `${array} has no member ${member.name}`,
        member.span,
        members.length === 0 ? undefined : `It has ${members.join(', ')}.`,
      );
    return { kind: 'element', array, old: this.#isOld, index, member: member.name };
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
      throw this.wrong(
        `${text} takes an array, or an index and what to do for each`,
        spanOf(token),
        `Write ${text}(A), ${text}(i: A[i]) or ${text}(i < n: A[i]).`,
      );
    if (wanted === undefined) {
      const known = [...QUANTIFIERS, 'old', 'sorted', ...Object.keys(SPECIFICATION_FUNCTIONS)];
      throw this.wrong(
        `${text} cannot be called here`,
        spanOf(token),
        `It may use ${[...new Set(known)].join(', ')}.`,
      );
    }
    const args = [this.expression()];
    while (this.accept(',')) args.push(this.expression());
    this.expect(')');
    if (args.length < wanted || (args.length > wanted && text !== 'min' && text !== 'max'))
      throw this.wrong(
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
    const mark = this.position;
    const isOld = this.peek().text === 'old' && this.peek(1).text === '(';
    const token = this.token(isOld ? 2 : 0);
    const after = this.token(isOld ? 3 : 1)?.text;
    const length = token?.kind === 'name' ? this.#scope.lengthOf(token.text) : undefined;
    if (token === undefined || length === undefined || this.#isBound(token.text)) return undefined;
    if (isOld ? after !== ')' : after !== ')' && after !== ',') return undefined;
    this.pass(isOld ? 4 : 1);
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
    throw this.wrong(
      `the elements of ${token.text} have several members`,
      spanOf(token),
      `Say which: sum(i: ${token.text}[i].${first}).`,
    );
  }

  /** `A` or `old(A)`. */
  #array(): { readonly array: string; readonly old: boolean } {
    const isOld = this.peek().text === 'old' && this.peek(1).text === '(';
    if (isOld) this.pass(2);
    const token = this.identifier('the name of an array');
    if (this.#scope.lengthOf(token.name) === undefined)
      throw this.wrong(`${token.name} is not an array`, token.span);
    if (isOld) this.expect(')');
    return { array: token.name, old: isOld || this.#isOld };
  }

  #beginsBinder(): boolean {
    const [first, second] = [this.token(), this.token(1)];
    if (first?.kind === 'name' && /^(:|,|in|<|<=)$/.test(second?.text ?? ''))
      return this.#hasColon();
    return second?.text === '<=' && this.#hasColon();
  }

  /** A colon belonging to no `?` comes before the parenthesis closes. */
  #hasColon(): boolean {
    let depth = 0;
    let questions = 0;
    for (let i = this.position; i < this.tokens.length; i += 1) {
      const text = this.tokens[i]?.text ?? '';
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
    const { start } = this.peek();
    let low: Term | undefined;
    if (this.peek(1).text === '<=' && this.peek().kind !== 'sign') {
      // A range's lower bound is a number or a name.
      const isIndexFirst = this.peek().kind === 'name' && !this.#isKnown(this.peek().text ?? '');
      if (!isIndexFirst) {
        low = this.operand();
        this.expect('<=');
      }
    }
    const { name, span } = this.identifier('the name of an index, such as i');
    if (this.#isKnown(name))
      throw this.wrong(
        `${name} has a meaning already and cannot be an index`,
        span,
        'Choose another name.',
      );
    let high: Term | undefined;
    if (this.accept('in')) {
      const braced = this.accept('[');
      low = this.binary(1);
      this.expect(',', "'..' between the ends of a range");
      high = this.binary(1);
      if (braced && !this.accept(')')) this.expect(']');
    } else if (this.accept('<')) high = this.#rangeEnd();
    else if (this.accept('<=')) high = plusOne(this.#rangeEnd());
    const arrays = new Set<string>();
    this.bound.push({ name, arrays });
    let body: Term;
    if (this.accept(',')) body = this.#quantified(quantifier);
    else {
      this.expect(':');
      body = this.expression();
    }
    this.bound.pop();
    high ??= this.#lengthOf(arrays, name, { start, end: span.end });
    low ??= { kind: 'number', value: 0n };
    return { kind: 'quantifier', quantifier, index: name, low, high, body };
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
      throw this.wrong(
        `how far ${index} goes is not known`,
        span,
        `Write ${index} < n:, or index an array with ${index} alone.`,
      );
    return { kind: 'number', value: BigInt(Math.min(...lengths)) };
  }
}

const plusOne = (left: Term): Term => ({
  kind: 'binary',
  operator: '+',
  left,
  right: { kind: 'number', value: 1n },
});
