import { evaluate, type Expr, ExprError, namesIn, num } from '../front/expr.ts';
import { END, type Token, tokensOf } from './python-tokens.ts';
import { COMPARISONS, isSide } from './python-text.ts';
import { Refused } from './refused.ts';

/** Limits on a condition: tokens, and nesting. */
const MOST_TOKENS = 2000;
const DEPTH = 60;

/** Python's binary operators, loosest first. */
const LEVELS = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '//', '%', '/']] as const;

type Operator = Extract<Expr, { readonly kind: 'binary' }>['operator'];

/** Names in a condition, known as positive or non-negative. */
export interface Names {
  readonly positive: ReadonlySet<string>;
  readonly natural: ReadonlySet<string>;
}

/** Translates a T1 condition, a Python expression.
 * @throws {Refused} if it has no equivalent. */
export function readCondition(text: string, names: Names): Expr {
  const tokens = tokensOf(text);
  if (tokens.length > MOST_TOKENS) throw new Refused('it is too long for a pragma');
  return new ConditionReader(tokens, names).whole();
}

/** Python's lists of numbers: `[16, 32, 2**6]`, `list(range(1, 33))`. @throws {Refused} */
export function readNumbers(text: string): number[] {
  const [, inside] = /^\s*(?:list\s*\(\s*)?range\s*\(([^()]*)\)\s*\)?\s*$/.exec(text) ?? [];
  const known = { positive: new Set<string>(), natural: new Set<string>() };
  const read = (list: string): number[] => new ConditionReader(tokensOf(list), known).numbers();
  return inside === undefined ? read(text) : inRange(read(`[${inside}]`));
}

/** Values read per parameter. */
const MOST_VALUES = 10_000;

function inRange([first = 0, second, step = 1]: readonly number[]): number[] {
  const [low, high] = second === undefined ? [0, first] : [first, second];
  if (step <= 0) throw new Refused('the step of its range is zero or less');
  const count = Math.max(0, Math.ceil((high - low) / step));
  if (count > MOST_VALUES) throw new Refused(`it has more than ${MOST_VALUES} values`);
  return Array.from({ length: count }, (_, index) => low + index * step);
}

class ConditionReader {
  #at = 0;
  #depth = 0;
  readonly #tokens: readonly Token[];
  readonly #names: Names;

  constructor(tokens: readonly Token[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
  }

  whole(): Expr {
    const read = this.#conditional();
    this.#finish();
    return read;
  }

  numbers(): number[] {
    const list = this.#list(() => constant(this.#conditional()));
    this.#finish();
    return list;
  }

  #finish(): void {
    const token = this.#peek();
    if (token.kind !== 'end') throw new Refused(`${token.text} was not expected there`);
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  #accept(...texts: readonly string[]): string | undefined {
    const { kind, text } = this.#peek();
    if (kind === 'end' || kind === 'number' || !texts.includes(text)) return undefined;
    this.#at += 1;
    return text;
  }

  #expect(text: string): void {
    if (this.#accept(text) === undefined)
      throw new Refused(`${text} was expected instead of ${this.#peek().text}`);
  }

  /** `a if c else b`, or `c ? a : b`. */
  #conditional(): Expr {
    this.#depth += 1;
    if (this.#depth > DEPTH) throw new Refused('it is nested too deeply');
    let read = this.#or();
    if (this.#accept('if') !== undefined) {
      const condition = this.#or();
      this.#expect('else');
      read = { kind: 'conditional', condition, then: read, otherwise: this.#conditional() };
    } else if (this.#accept('?') !== undefined) {
      const then = this.#conditional();
      this.#expect(':');
      read = { kind: 'conditional', condition: read, then, otherwise: this.#conditional() };
    }
    this.#depth -= 1;
    return read;
  }

  #or(): Expr {
    const parts = [this.#and()];
    while (this.#accept('or', '||') !== undefined) parts.push(this.#and());
    return joined('||', parts);
  }

  #and(): Expr {
    const parts = [this.#not()];
    while (this.#accept('and', '&&') !== undefined) parts.push(this.#not());
    return joined('&&', parts);
  }

  #not(): Expr {
    if (this.#accept('not') === undefined) return this.#comparison();
    this.#depth += 1;
    if (this.#depth > DEPTH) throw new Refused('it is nested too deeply');
    const operand = this.#not();
    this.#depth -= 1;
    return { kind: 'unary', operator: '!', operand };
  }

  #comparison(): Expr {
    if (this.#isTuple()) return this.#listed(this.#list(() => this.#conditional()));
    let left = this.#binary(0);
    const isNot = this.#accept('not') !== undefined;
    if (isNot || this.#peek().text === 'in') {
      const among = this.#listed([left]);
      return isNot ? { kind: 'unary', operator: '!', operand: among } : among;
    }
    const parts: Expr[] = [];
    for (;;) {
      const sign = COMPARISONS.find((one) => this.#accept(one));
      if (sign !== undefined) number(left);
      if (sign === undefined) return parts.length === 0 ? left : joined('&&', parts);
      const right = number(this.#binary(0));
      parts.push({ kind: 'binary', operator: sign, left, right });
      left = right;
    }
  }

  /** A tuple test: `(a, b) in [...]`. */
  #isTuple(): boolean {
    return /^\((?:\w+,)+\w*\)(?:not)?in$/.test(this.#ahead());
  }

  /** Text up to `in`, without blanks. */
  #ahead(): string {
    if (this.#peek().text !== '(') return '';
    let text = '';
    for (let at = this.#at; at < this.#tokens.length && at < this.#at + 64; at += 1) {
      text += this.#tokens[at]?.text ?? '';
      if (this.#tokens[at]?.text === 'in') break;
    }
    return text;
  }

  /** `in [...]`, for one value or several. */
  #listed(values: readonly Expr[]): Expr {
    this.#expect('in');
    const rows = this.#list(() => {
      if (values.length === 1) return [this.#conditional()];
      return this.#list(() => this.#conditional());
    });
    const same = rows.map((row) => {
      if (row.length !== values.length) throw new Refused('a list in it lacks a value');
      return joined(
        '&&',
        values.map((left, index): Expr => {
          return { kind: 'binary', operator: '==', left, right: row[index] ?? num(0) };
        }),
      );
    });
    return same.length === 0 ? num(0) : joined('||', same);
  }

  /** A bracketed, comma-separated list. */
  #list<T>(read: () => T): T[] {
    const close = this.#accept('[') === undefined ? ')' : ']';
    if (close === ')') this.#expect('(');
    const items: T[] = [];
    while (this.#accept(close) === undefined) {
      items.push(read());
      if (this.#accept(',') === undefined) {
        this.#expect(close);
        break;
      }
    }
    return items;
  }

  #binary(level: number): Expr {
    const operators: readonly string[] | undefined = LEVELS[level];
    if (!operators) return this.#prefix();
    let left = this.#binary(level + 1);
    for (;;) {
      const sign = this.#accept(...operators);
      if (sign === undefined) return left;
      left = this.#arithmetic(sign, number(left), number(this.#binary(level + 1)));
    }
  }

  #arithmetic(sign: string, left: Expr, right: Expr): Expr {
    if (sign === '/')
      throw new Refused('/ divides into fractions in it; whole numbers are divided by //');
    if (sign !== '//' && sign !== '%')
      return { kind: 'binary', operator: asOperator(sign), left, right };
    if (!this.#isAbove(right, this.#names.positive))
      throw new Refused(`it divides by what may be zero or less (${sign})`);
    const rest: Expr = { kind: 'binary', operator: '%', left, right };
    if (this.#isAbove(left, this.#names.natural))
      return sign === '%' ? rest : { kind: 'binary', operator: '/', left, right };
    // Python rounds down, where C rounds towards zero.
    const above: Expr = { kind: 'binary', operator: '+', left: rest, right };
    const modulo: Expr = { kind: 'binary', operator: '%', left: above, right };
    if (sign === '%') return modulo;
    const whole: Expr = { kind: 'binary', operator: '-', left, right: modulo };
    return { kind: 'binary', operator: '/', left: whole, right };
  }

  /** True if the value is surely at least as large as these names. */
  #isAbove(expr: Expr, names: ReadonlySet<string>): boolean {
    const isPositive = names === this.#names.positive;
    if (expr.kind === 'number') return isPositive ? expr.value > 0 : expr.value >= 0;
    if (expr.kind === 'name') return names.has(expr.name);
    if (expr.kind !== 'binary') return false;
    const both = this.#isAbove(expr.left, names) && this.#isAbove(expr.right, names);
    if (['*', '+', 'min', 'max'].includes(expr.operator)) return both;
    return !isPositive && both && ['/', '%', '&', '|', '^', '>>'].includes(expr.operator);
  }

  #prefix(): Expr {
    const sign = this.#accept('-', '+', '~', '!');
    if (sign === undefined) return this.#power();
    this.#depth += 1;
    if (this.#depth > DEPTH) throw new Refused('it is nested too deeply');
    const operand = this.#prefix();
    this.#depth -= 1;
    if (sign === '+') return operand;
    if (sign === '-' && operand.kind === 'number') return num(0 - operand.value);
    return { kind: 'unary', operator: sign === '-' ? '-' : sign === '~' ? '~' : '!', operand };
  }

  #power(): Expr {
    const base = this.#primary();
    if (this.#accept('**') === undefined) return base;
    const exponent = this.#prefix();
    if (base.kind === 'number' && exponent.kind === 'number')
      return num(safe(base.value ** exponent.value));
    if (base.kind === 'number' && base.value === 2)
      return { kind: 'binary', operator: '<<', left: num(1), right: exponent };
    throw new Refused('** is only known of numbers, and of 2 to the power of something');
  }

  #primary(): Expr {
    const token = this.#peek();
    this.#at += 1;
    if (token.kind === 'number') return num(numberOf(token.text));
    if (token.kind === 'name') return this.#named(token.text);
    if (token.text === '(') {
      const inside = this.#conditional();
      this.#expect(')');
      return inside;
    }
    throw new Refused(`${token.text} was not expected there`);
  }

  #named(name: string): Expr {
    if (name === 'True' || name === 'true') return num(1);
    if (name === 'False' || name === 'false') return num(0);
    if (this.#peek().text !== '(') {
      if (WORDS.has(name)) throw new Refused(`${name} was not expected there`);
      return { kind: 'name', name };
    }
    if (name === 'int' || name === 'bool') {
      // Integer division.
      const [only, ...others] = this.#list(() => this.#conditional());
      if (!only || others.length > 0) throw new Refused(`${name}() takes one value`);
      return name === 'int' ? only : { kind: 'binary', operator: '!=', left: only, right: num(0) };
    }
    if (name !== 'min' && name !== 'max')
      throw new Refused(`${name}() has no counterpart in a kernel's pragma`);
    const [first, ...rest] = this.#list(() => this.#conditional());
    if (!first) throw new Refused(`${name}() has no values`);
    return rest.reduce<Expr>(
      (left, right) => ({ kind: 'binary', operator: name, left, right }),
      first,
    );
  }
}

const WORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'if',
  'else',
  'is',
  'lambda',
]);

/** In arithmetic, Python's `and` and `or` yield one of their sides. */
function number(expr: Expr): Expr {
  if (isSide(expr)) throw new Refused('it takes the value of and or or as a number');
  return expr;
}

const isArithmetic = (sign: string): sign is Operator =>
  ['|', '^', '&', '<<', '>>', '+', '-', '*'].includes(sign);

function asOperator(sign: string): Operator {
  if (isArithmetic(sign)) return sign;
  throw new Refused(`${sign} has no counterpart in a kernel's pragma`);
}

const joined = (operator: '&&' | '||', parts: readonly Expr[]): Expr =>
  parts
    .slice(1)
    .reduce<Expr>((left, right) => ({ kind: 'binary', operator, left, right }), parts[0] ?? num(1));

function numberOf(text: string): number {
  // 1.0 and 1e3 are whole as well.
  const value = /^(?:\d+(?:\.\d*)?(?:[eE]\+?\d+)?|0[xX][\da-fA-F]+)$/.test(text)
    ? Number(text)
    : Number.NaN;
  if (Number.isNaN(value)) throw new Refused(`${text} is no number`);
  if (!Number.isInteger(value)) throw new Refused(`${text} is no whole number`);
  return safe(value);
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Refused(`${value} is too large a number`);
  return value;
}

function constant(expr: Expr): number {
  if (namesIn(expr).size > 0) throw new Refused('not all of its values are numbers');
  try {
    return safe(evaluate(expr, {}));
  } catch (error) {
    if (error instanceof ExprError) throw new Refused(error.message);
    throw error;
  }
}
