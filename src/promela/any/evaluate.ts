import { type Token, tokensOf } from './tokens.ts';

/** Values by the names that SPIN prints: `x`, `a[2]`, `s.b[0]`. */
export type Values = Readonly<Record<string, number>>;

/** What an expression of variables comes to; nothing where that is not known: of a channel, a name of a message, a
 * division by 0, a number that is no int. */
export function evaluate(text: string, values: Values): number | undefined {
  try {
    return new Evaluator(tokensOf(text), values).whole();
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

class Unknown extends Error {}

type Apply = (a: number, b: number) => number;
const truth = (holds: boolean): number => (holds ? 1 : 0);
const nonZero = (value: number): number => {
  if (value === 0) throw new Unknown();
  return value;
};

/** Operators of two sides, those that bind least first, as in C. */
const LEVELS: readonly Readonly<Record<string, Apply>>[] = [
  { '||': (a, b) => truth(a !== 0 || b !== 0) },
  { '&&': (a, b) => truth(a !== 0 && b !== 0) },
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '==': (a, b) => truth(a === b), '!=': (a, b) => truth(a !== b) },
  {
    '<': (a, b) => truth(a < b),
    '<=': (a, b) => truth(a <= b),
    '>': (a, b) => truth(a > b),
    '>=': (a, b) => truth(a >= b),
  },
  { '<<': (a, b) => a << b, '>>': (a, b) => a >> b },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  {
    '*': (a, b) => a * b,
    '/': (a, b) => Math.trunc(a / nonZero(b)),
    '%': (a, b) => a % nonZero(b),
  },
];

const MOST_INT = 2 ** 31;

class Evaluator {
  readonly #tokens: readonly Token[];
  readonly #values: Values;
  #at = 0;

  constructor(tokens: readonly Token[], values: Values) {
    this.#tokens = tokens;
    this.#values = values;
  }

  whole(): number {
    const value = this.#level(0);
    if (this.#at < this.#tokens.length) throw new Unknown();
    return value;
  }

  get #word(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }

  #take(word: string): void {
    if (this.#word !== word) throw new Unknown();
    this.#at += 1;
  }

  #level(level: number): number {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let value = this.#level(level + 1);
    for (;;) {
      const apply = Object.hasOwn(operators, this.#word) ? operators[this.#word] : undefined;
      if (!apply) return value;
      this.#at += 1;
      value = apply(value, this.#level(level + 1));
      if (!(value >= -MOST_INT && value < MOST_INT)) throw new Unknown();
    }
  }

  #unary(): number {
    const word = this.#word;
    this.#at += 1;
    if (word === '!') return truth(this.#unary() === 0);
    if (word === '-') return -this.#unary();
    if (word === '~') return ~this.#unary();
    if (word === '(') return this.#bracketed();
    const token = this.#tokens[this.#at - 1];
    if (token?.kind === 'number') return Number(word);
    if (token?.kind !== 'name') throw new Unknown();
    if (word === 'true') return 1;
    if (word === 'false') return 0;
    return this.#variable(word);
  }

  /** `(x)`, or `(c -> a : b)`. */
  #bracketed(): number {
    let value = this.#level(0);
    if (this.#word === '->') {
      this.#take('->');
      const yes = this.#level(0);
      this.#take(':');
      const no = this.#level(0);
      value = value === 0 ? no : yes;
    }
    this.#take(')');
    return value;
  }

  #variable(name: string): number {
    let path = name;
    for (;;) {
      if (this.#word === '[') {
        this.#at += 1;
        path += `[${this.#level(0)}]`;
        this.#take(']');
      } else if (this.#word === '.') {
        this.#at += 1;
        path += `.${this.#word}`;
        this.#at += 1;
      } else break;
    }
    const value = Object.hasOwn(this.#values, path) ? this.#values[path] : undefined;
    if (value === undefined) throw new Unknown();
    return value;
  }
}
