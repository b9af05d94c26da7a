import { Calculator } from '../../base/calculator.ts';
import type { InfixOperator } from '../../base/operators.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Values by the names that SPIN prints: `x`, `a[2]`, `s.b[0]`. */
export type Values = Readonly<Record<string, number>>;

/** Nothing for a channel, a message's name, a division by 0, or beyond int. */
export function evaluate(text: string, values: Values): number | undefined {
  try {
    return new Evaluator(tokensOf(text), values).whole();
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

class Unknown extends Error {}

const MOST_INT = 2 ** 31;

function asInt(value: number): number {
  if (!(value >= -MOST_INT && value < MOST_INT)) throw new Unknown();
  return value;
}

class Evaluator extends Calculator<Token> {
  readonly #values: Values;

  constructor(tokens: readonly Token[], values: Values) {
    super(tokens);
    this.#values = values;
  }

  protected wrong(): Error {
    return new Unknown();
  }

  /** Promela has no `?` and `:` of C's. */
  override expression(): number {
    return this.condition();
  }

  protected override infix(operator: InfixOperator, left: number, right: number): number {
    return asInt(super.infix(operator, left, right));
  }

  protected operand(): number {
    const token = this.token();
    this.pass();
    if (token?.text === '(') return this.#bracketed();
    if (token?.kind === 'number') return Number(token.text);
    if (token?.kind !== 'name') throw new Unknown();
    if (token.text === 'true') return 1;
    return token.text === 'false' ? 0 : this.#variable(token.text);
  }

  /** `(x)`, or `(c -> a : b)`. */
  #bracketed(): number {
    let value = this.condition();
    if (this.word() === '->') {
      this.pass();
      const then = this.condition();
      this.expect(':');
      value = this.conditional(value, then, this.condition());
    }
    this.expect(')');
    return value;
  }

  #variable(name: string): number {
    let path = name;
    for (;;) {
      if (this.word() === '[') {
        this.pass();
        path += `[${this.condition()}]`;
        this.expect(']');
      } else if (this.word() === '.') {
        this.pass();
        path += `.${this.word()}`;
        this.pass();
      } else break;
    }
    const value = Object.hasOwn(this.#values, path) ? this.#values[path] : undefined;
    if (value === undefined) throw new Unknown();
    return value;
  }
}
