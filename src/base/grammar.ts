import { BINARY, type InfixOperator, isInfix, isPrefix, type PrefixOperator } from './operators.ts';

const MOST_DEEP = 64;

/** Expressions of C, whatever they are made into, and whatever their operands look like:
 *
 *     expression := condition ['?' expression ':' expression]
 *     condition  := binary
 *     binary     := prefix { operator binary }       operators by their precedence, to the left
 *     prefix     := ('-' | '!' | '~' | '+') prefix | operand
 */
export abstract class Grammar<T, K extends { readonly text: string }> {
  protected readonly tokens: readonly K[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly K[]) {
    this.tokens = tokens;
  }

  /** A number, a name, a call, or an expression in parentheses. */
  protected abstract operand(): T;
  protected abstract unary(operator: PrefixOperator, operand: T): T;
  protected abstract infix(operator: InfixOperator, left: T, right: T): T;
  protected abstract conditional(condition: T, then: T, otherwise: T): T;
  /** The error that ends the reading at the next token, unless another place is given. */
  protected abstract wrong(message: string): Error;

  /** Tokens read so far. */
  protected get position(): number {
    return this.#at;
  }

  protected token(ahead = 0): K | undefined {
    return this.tokens[this.#at + ahead];
  }

  /** The next word; empty at the end. */
  protected word(): string {
    return this.token()?.text ?? '';
  }

  protected pass(count = 1): void {
    this.#at += count;
  }

  /** Passes the word if it is next. */
  accept(word: string): boolean {
    if (this.token()?.text !== word) return false;
    this.#at += 1;
    return true;
  }

  expect(word: string, what = `'${word}'`): void {
    if (!this.accept(word)) throw this.wrong(`expected ${what} here`);
  }

  /** One expression of all tokens. */
  whole(): T {
    const read = this.expression();
    this.finish();
    return read;
  }

  finish(): void {
    const token = this.token();
    if (token !== undefined) throw this.wrong(`did not expect '${token.text}' here`);
  }

  expression(): T {
    return this.deeper(() => {
      const condition = this.condition();
      if (this.word() !== '?') return condition;
      this.pass();
      const then = this.expression();
      this.expect(':');
      return this.conditional(condition, then, this.expression());
    });
  }

  protected condition(): T {
    return this.binary(1);
  }

  /** Operands joined by operators that bind at least so tightly. */
  protected binary(least: number): T {
    let left = this.#prefix();
    for (;;) {
      const operator = this.word();
      if (!isInfix(operator) || BINARY[operator].precedence < least) return left;
      this.pass();
      left = this.infix(operator, left, this.binary(BINARY[operator].precedence + 1));
    }
  }

  #prefix(): T {
    const operator = this.word();
    if (operator !== '+' && !isPrefix(operator)) return this.operand();
    return this.deeper(() => {
      this.pass();
      const operand = this.#prefix();
      return operator === '+' ? operand : this.unary(operator, operand);
    });
  }

  /** Reads what is nested. */
  protected deeper<R>(read: () => R): R {
    if (this.#depth >= MOST_DEEP) throw this.wrong('this is nested too deeply');
    this.#depth += 1;
    const made = read();
    this.#depth -= 1;
    return made;
  }
}
