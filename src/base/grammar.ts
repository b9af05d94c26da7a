import { BINARY, type InfixOperator, isInfix, isPrefix, type PrefixOperator } from './operators.ts';

const MOST_DEEP = 64;

/** Expressions of C, whatever they are made into, and whatever their operands look like:
 *
 *     expression := condition ['?' expression ':' expression]
 *     condition  := binary
 *     binary     := prefix { operator binary }       operators by their precedence, to the left
 *     prefix     := ('-' | '!' | '~' | '+') prefix | operand
 */
export abstract class Grammar<T> {
  #depth = 0;

  /** The next word; empty at the end. */
  protected abstract word(): string;
  /** Goes on behind the next word, which is an operator. */
  protected abstract pass(): void;
  protected abstract expect(word: string): void;
  /** A number, a name, a call, or an expression in parentheses. */
  protected abstract operand(): T;
  protected abstract unary(operator: PrefixOperator, operand: T): T;
  protected abstract infix(operator: InfixOperator, left: T, right: T): T;
  protected abstract conditional(condition: T, then: T, otherwise: T): T;
  protected abstract tooDeep(): Error;

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
    if (this.#depth >= MOST_DEEP) throw this.tooDeep();
    this.#depth += 1;
    const made = read();
    this.#depth -= 1;
    return made;
  }
}
