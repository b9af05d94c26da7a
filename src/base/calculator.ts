import { FORM } from './arithmetic.ts';
import { Grammar } from './grammar.ts';
import { computed, faultOf, type InfixOperator, type PrefixOperator, UNARY } from './operators.ts';

/** Computes an expression while it reads its tokens. */
export abstract class Calculator<T extends { readonly text: string }> extends Grammar<number> {
  readonly #tokens: readonly T[];
  #at = 0;

  constructor(tokens: readonly T[]) {
    super();
    this.#tokens = tokens;
  }

  /** The error that ends the reading. */
  protected abstract wrong(why: string): Error;

  whole(): number {
    const value = this.expression();
    if (this.#at < this.#tokens.length) throw this.wrong(`${this.word()} is out of place`);
    return value;
  }

  protected token(): T | undefined {
    return this.#tokens[this.#at];
  }

  protected word(): string {
    return this.token()?.text ?? '';
  }

  protected pass(): void {
    this.#at += 1;
  }

  protected expect(word: string): void {
    if (this.word() !== word) throw this.wrong(`${word} is missing`);
    this.pass();
  }

  protected unary(operator: PrefixOperator, operand: number): number {
    return UNARY[operator].near(operand, FORM.wide);
  }

  protected infix(operator: InfixOperator, left: number, right: number): number {
    if (faultOf(operator, right) !== undefined) throw this.wrong('division by zero');
    return computed(operator, left, right);
  }

  protected conditional(condition: number, then: number, otherwise: number): number {
    return condition === 0 ? otherwise : then;
  }

  protected tooDeep(): Error {
    return this.wrong('the expression is nested too deeply');
  }
}
