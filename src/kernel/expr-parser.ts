import type { Span } from '../base/span.ts';
import { MAX_NODES, sizeOf } from './algebra.ts';
import { type Expr, name, num } from './expr.ts';
import { integerOf, type Token, tokenize } from './lexer.ts';
import { BINARY, CALLED, isBinary, isUnary } from './operators.ts';

/** A name as written, with its place. */
export interface Named {
  readonly name: string;
  readonly span: Span;
}

/** Why a text is not an expression, and where. Caught by every caller: never leaves the folder. */
export class ReadError extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

const DEPTH = 64;

type Next =
  | Token
  | { readonly kind: 'end'; readonly text: string; readonly start: number; readonly end: number };

export const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** Reads expressions and the words around them from tokens. Numbers are decimal, hexadecimal or octal as
 * in C. */
export class Reader {
  readonly names: Named[] = [];
  private position = 0;
  private depth = 0;
  private operators = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** The next token, not consumed. */
  peek(): Next {
    const { end: start } = this.tokens.at(-1) ?? { end: 0 };
    return (
      this.tokens[this.position] ?? { kind: 'end', text: 'the end of the line', start, end: start }
    );
  }

  next(): Next {
    const token = this.peek();
    this.position += 1;
    return token;
  }

  /** Leaves out the rest of the line. */
  skip(): void {
    this.position = this.tokens.length;
  }

  /** Where what was read ends. */
  get end(): number {
    return this.tokens[this.position - 1]?.end ?? 0;
  }

  /** Consumes `sign` if it is next. */
  accept(sign: string): boolean {
    const token = this.peek();
    if (token.kind === 'end' || token.text !== sign) return false;
    this.position += 1;
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
    const end = this.tokens.at(-1)?.end ?? token.end;
    throw new ReadError(`did not expect '${token.text}' here`, { start: token.start, end });
  }

  expression(): Expr {
    this.depth += 1;
    if (this.depth > DEPTH) throw new ReadError('this is nested too deeply', spanOf(this.peek()));
    const condition = this.binary(1);
    let result = condition;
    if (this.accept('?')) {
      const then = this.expression();
      this.expect(':');
      const otherwise = this.expression();
      result = { kind: 'conditional', condition, then, otherwise };
    }
    this.depth -= 1;
    if (sizeOf(result) > MAX_NODES)
      throw new ReadError('this expression is too long', spanOf(this.peek()));
    return result;
  }

  /** Operands joined by operators that bind at least so tightly. */
  private binary(least: number): Expr {
    let left = this.prefix();
    for (;;) {
      const operator = this.peek().text;
      const precedence = isBinary(operator) ? BINARY[operator].precedence : 0;
      if (!isBinary(operator) || precedence < least) return left;
      this.operators += 1;
      if (this.operators > MAX_NODES)
        throw new ReadError('this expression is too long', spanOf(this.peek()));
      this.next();
      left = { kind: 'binary', operator, left, right: this.binary(precedence + 1) };
    }
  }

  private prefix(): Expr {
    const token = this.peek();
    if (token.kind === 'sign' && /^[-!~+]$/.test(token.text)) {
      this.depth += 1;
      if (this.depth > DEPTH) throw new ReadError('this is nested too deeply', spanOf(token));
      this.next();
      const operand = this.prefix();
      this.depth -= 1;
      if (token.text === '+') return operand;
      if (token.text === '-')
        return operand.kind === 'number'
          ? num(0 - operand.value + 0)
          : { kind: 'unary', operator: '-', operand };
      return { kind: 'unary', operator: token.text === '!' ? '!' : '~', operand };
    }
    return this.primary();
  }

  private primary(): Expr {
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
    return this.call(token);
  }

  private call({ text, start, end }: Next): Expr {
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

/** A span that can be seen and pointed at, also for the end of the line. */
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

/** The expression that all tokens are. @throws {ReadError} where they are none. */
export function wholeExpression(reader: Reader): Expr {
  const expr = reader.expression();
  reader.finish();
  return expr;
}

/** Reads a whole text as one expression; undefined where it is none. */
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
