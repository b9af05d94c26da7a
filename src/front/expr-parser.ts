import { MAX_NODES, sizeOf } from './algebra.ts';
import { type Expr, name, num } from './expr.ts';
import { integerOf, type Token, tokenize } from './lexer.ts';
import { type Named, ReadError, spanOf, TokenReader } from './token-reader.ts';
import {
  CALLED,
  type InfixOperator,
  isBinary,
  isUnary,
  type PrefixOperator,
} from '../base/operators.ts';

/** Reads expressions and the words around them; numbers are decimal, hexadecimal or octal as in C. */
export class Reader extends TokenReader<Expr> {
  readonly names: Named[] = [];
  #operators = 0;

  override expression(): Expr {
    const read = super.expression();
    if (sizeOf(read) > MAX_NODES) throw this.#tooLong();
    return read;
  }

  protected unary(operator: PrefixOperator, operand: Expr): Expr {
    return operator === '-' && operand.kind === 'number'
      ? num(0 - operand.value + 0)
      : { kind: 'unary', operator, operand };
  }

  protected infix(operator: InfixOperator, left: Expr, right: Expr): Expr {
    return { kind: 'binary', operator, left, right };
  }

  protected override binary(least: number): Expr {
    this.#operators += 1;
    if (this.#operators > MAX_NODES) throw this.#tooLong();
    return super.binary(least);
  }

  protected conditional(condition: Expr, then: Expr, otherwise: Expr): Expr {
    return { kind: 'conditional', condition, then, otherwise };
  }

  #tooLong(): Error {
    return this.wrong('this expression is too long', spanOf(this.peek()));
  }

  protected number(token: Token): Expr {
    return num(integer(token));
  }

  protected named(token: Token): Expr {
    if (this.word() === '(') return this.#call(token);
    let text = token.text;
    // A member of an argument.
    while (this.accept('.')) text += `.${this.identifier('the name of a member').name}`;
    this.names.push({ name: text, span: { start: token.start, end: this.end } });
    return name(text);
  }

  #call({ text, start, end }: Token): Expr {
    this.expect('(');
    if (!CALLED.includes(text)) {
      const known = `${CALLED.slice(0, -1).join(', ')} and ${CALLED.at(-1)}`;
      throw this.wrong(`${text} cannot be called here; ${known} can`, { start, end });
    }
    let result = this.expression();
    if (isUnary(text)) result = { kind: 'unary', operator: text, operand: result };
    else if (isBinary(text)) {
      this.expect(',');
      do {
        result = { kind: 'binary', operator: text, left: result, right: this.expression() };
      } while (this.accept(','));
    }
    this.expect(')');
    return result;
  }
}

/** The value of a C integer literal. */
function integer(token: Token): number {
  const value = integerOf(token.text);
  if (Number.isNaN(value)) throw new ReadError(`${token.text} is not an integer`, spanOf(token));
  if (!Number.isSafeInteger(value))
    throw new ReadError(`${token.text} is too large to compute exactly`, spanOf(token));
  return value;
}

/** Undefined unless the whole text is one expression. */
export function parseExpr(text: string): Expr | undefined {
  try {
    return new Reader(tokenize(text)).whole();
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}

const read = new Map<string, Expr>();

/** An expression of our own, as C writes it. */
export function expr(text: string): Expr {
  const found = read.get(text) ?? parseExpr(text);
  if (!found) throw new Error(`not an expression: ${text}`);
  read.set(text, found);
  return found;
}
