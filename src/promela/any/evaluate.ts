import { FORM } from '../../base/arithmetic.ts';
import { Grammar } from '../../base/grammar.ts';
import {
  computed,
  faultOf,
  type InfixOperator,
  type PrefixOperator,
  UNARY,
} from '../../base/operators.ts';
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

class Evaluator extends Grammar<number> {
  readonly #tokens: readonly Token[];
  readonly #values: Values;
  #at = 0;

  constructor(tokens: readonly Token[], values: Values) {
    super();
    this.#tokens = tokens;
    this.#values = values;
  }

  whole(): number {
    const value = this.condition();
    if (this.#at < this.#tokens.length) throw new Unknown();
    return value;
  }

  protected word(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }

  protected pass(): void {
    this.#at += 1;
  }

  protected expect(word: string): void {
    if (this.word() !== word) throw new Unknown();
    this.pass();
  }

  protected unary(operator: PrefixOperator, operand: number): number {
    return UNARY[operator].near(operand, FORM.wide);
  }

  protected infix(operator: InfixOperator, left: number, right: number): number {
    if (faultOf(operator, right) !== undefined) throw new Unknown();
    return asInt(computed(operator, left, right));
  }

  protected conditional(condition: number, then: number, otherwise: number): number {
    return condition === 0 ? otherwise : then;
  }

  protected tooDeep(): Error {
    return new Unknown();
  }

  protected operand(): number {
    const token = this.#tokens[this.#at];
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
        this.#at += 1;
      } else break;
    }
    const value = Object.hasOwn(this.#values, path) ? this.#values[path] : undefined;
    if (value === undefined) throw new Unknown();
    return value;
  }
}
