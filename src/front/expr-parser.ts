import type { Span } from '../base/span.ts';
import { MAX_NODES, sizeOf } from './algebra.ts';
import { type Expr, name, num } from './expr.ts';
import { integerOf, type Token, tokenize } from './lexer.ts';
import { Grammar } from '../base/grammar.ts';
import {
  CALLED,
  type InfixOperator,
  isBinary,
  isUnary,
  type PrefixOperator,
} from '../base/operators.ts';

/** A name as written, with its place. */
export interface Named {
  readonly name: string;
  readonly span: Span;
}

/** The reason and place of a bad expression. Every caller catches it: it never leaves the folder. */
export class ReadError extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

type Next =
  | Token
  | { readonly kind: 'end'; readonly text: string; readonly start: number; readonly end: number };

export const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** Reads expressions and the words around them; numbers are decimal, hexadecimal or octal as in C. */
export class Reader extends Grammar<Expr> {
  readonly names: Named[] = [];
  #position = 0;
  #operators = 0;

  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    super();
    this.#tokens = tokens;
  }

  /** The next token, not consumed. */
  peek(): Next {
    const { end: start } = this.#tokens.at(-1) ?? { end: 0 };
    return (
      this.#tokens[this.#position] ?? {
        kind: 'end',
        text: 'the end of the line',
        start,
        end: start,
      }
    );
  }

  next(): Next {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  /** Leaves out the rest of the line. */
  skip(): void {
    this.#position = this.#tokens.length;
  }

  /** Where what was read ends. */
  get end(): number {
    return this.#tokens[this.#position - 1]?.end ?? 0;
  }

  /** Consumes `sign` if it is next. */
  accept(sign: string): boolean {
    const token = this.peek();
    if (token.kind === 'end' || token.text !== sign) return false;
    this.#position += 1;
    return true;
  }

  expect(sign: string): void {
    const token = this.peek();
    if (!this.accept(sign)) throw new ReadError(`expected '${sign}' here`, wide(token));
  }

  identifier(what: string): Named {
    const token = this.peek();
    if (token.kind !== 'name') throw new ReadError(`expected ${what} here`, wide(token));
    this.next();
    return { name: token.text, span: spanOf(token) };
  }

  finish(): void {
    const token = this.peek();
    if (token.kind === 'end') return;
    const end = this.#tokens.at(-1)?.end ?? token.end;
    throw new ReadError(`did not expect '${token.text}' here`, { start: token.start, end });
  }

  override expression(): Expr {
    const read = super.expression();
    if (sizeOf(read) > MAX_NODES) throw this.#tooLong();
    return read;
  }

  protected word(): string {
    const token = this.peek();
    return token.kind === 'sign' ? token.text : '';
  }

  protected pass(): void {
    this.next();
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

  protected tooDeep(): Error {
    return new ReadError('this is nested too deeply', spanOf(this.peek()));
  }

  #tooLong(): Error {
    return new ReadError('this expression is too long', spanOf(this.peek()));
  }

  protected operand(): Expr {
    const token = this.next();
    if (token.kind === 'number') return num(integer(token));
    if (token.text === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.kind !== 'name')
      throw new ReadError('expected a number, a name or a parenthesis here', wide(token));
    if (this.peek().text !== '(') {
      this.names.push({ name: token.text, span: spanOf(token) });
      return name(token.text);
    }
    return this.#call(token);
  }

  #call({ text, start, end }: Next): Expr {
    this.expect('(');
    if (!CALLED.includes(text)) {
      const known = `${CALLED.slice(0, -1).join(', ')} and ${CALLED.at(-1)}`;
      throw new ReadError(`${text} cannot be called here; ${known} can`, { start, end });
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

/** Wide enough to be seen, even at the end of the line. */
const wide = ({ kind, start, end }: Next): Span =>
  kind === 'end' ? { start: Math.max(0, start - 1), end: start } : { start, end };

/** The value of a C integer literal. */
function integer(token: Next): number {
  const value = integerOf(token.text);
  if (Number.isNaN(value)) throw new ReadError(`${token.text} is not an integer`, spanOf(token));
  if (!Number.isSafeInteger(value))
    throw new ReadError(`${token.text} is too large to compute exactly`, spanOf(token));
  return value;
}

/** One expression of all tokens. @throws {ReadError} where they are none. */
export function wholeExpression(reader: Reader): Expr {
  const expr = reader.expression();
  reader.finish();
  return expr;
}

/** Undefined unless the whole text is one expression. */
export function parseExpr(text: string): Expr | undefined {
  try {
    return wholeExpression(new Reader(tokenize(text)));
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
