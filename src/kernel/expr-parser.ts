import type { Span } from '../base/span.ts';
import { MAX_NODES, sizeOf } from './algebra.ts';
import { type Expr, name, num } from './expr.ts';
import { BINARY, isBinary } from './operators.ts';

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

const SIGNS = Object.entries(BINARY)
  .flatMap(([sign, { precedence }]) => (precedence > 0 ? [sign.replaceAll(/\W/g, '\\$&')] : []))
  .toSorted((one, other) => other.length - one.length);

const TOKEN = new RegExp(
  String.raw`[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|${SIGNS.join('|')}|\S`,
  'y',
);

const DEPTH = 64;

interface Token extends Named {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
}

/** Reads expressions and the words around them from `text` between two offsets; spans are offsets in
 * `text`. Numbers are decimal, hexadecimal or octal as in C. */
export class Reader {
  readonly names: Named[] = [];
  private position: number;
  private depth = 0;

  constructor(
    private readonly text: string,
    start: number,
    private readonly end: number,
  ) {
    this.position = start;
  }

  /** The next token, not consumed. */
  peek(): Token {
    while (this.position < this.end && /\s/.test(this.text[this.position] ?? ''))
      this.position += 1;
    const start = this.position;
    TOKEN.lastIndex = start;
    const found =
      start < this.end ? TOKEN.exec(this.text)?.[0].slice(0, this.end - start) : undefined;
    if (found === undefined || found === '')
      return { kind: 'end', name: 'the end of the line', span: { start, end: start } };
    const kind = /^[A-Za-z_]/.test(found) ? 'name' : /^\d/.test(found) ? 'number' : 'sign';
    return { kind, name: found, span: { start, end: start + found.length } };
  }

  next(): Token {
    const token = this.peek();
    this.position = token.span.end;
    return token;
  }

  /** Consumes `sign` if it is next. */
  accept(sign: string): boolean {
    const token = this.peek();
    if (token.kind === 'end' || token.name !== sign) return false;
    this.position = token.span.end;
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
    return { name: token.name, span: token.span };
  }

  finish(): void {
    const token = this.peek();
    if (token.kind !== 'end')
      throw new ReadError(`did not expect '${token.name}' here`, {
        start: token.span.start,
        end: Math.max(token.span.end, this.text.slice(0, this.end).trimEnd().length),
      });
  }

  expression(): Expr {
    this.depth += 1;
    if (this.depth > DEPTH) throw new ReadError('this is nested too deeply', this.peek().span);
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
      throw new ReadError('this expression is too long', this.peek().span);
    return result;
  }

  /** Operands joined by operators that bind at least so tightly. */
  private binary(least: number): Expr {
    let left = this.prefix();
    for (;;) {
      const operator = this.peek().name;
      const precedence = isBinary(operator) ? BINARY[operator].precedence : 0;
      if (!isBinary(operator) || precedence < least) return left;
      this.next();
      left = { kind: 'binary', operator, left, right: this.binary(precedence + 1) };
    }
  }

  private prefix(): Expr {
    const token = this.peek();
    if (token.kind === 'sign' && /^[-!~+]$/.test(token.name)) {
      this.depth += 1;
      if (this.depth > DEPTH) throw new ReadError('this is nested too deeply', token.span);
      this.next();
      const operand = this.prefix();
      this.depth -= 1;
      if (token.name === '+') return operand;
      if (token.name === '-')
        return operand.kind === 'number'
          ? num(0 - operand.value + 0)
          : { kind: 'unary', operator: '-', operand };
      return { kind: 'unary', operator: token.name === '!' ? '!' : '~', operand };
    }
    return this.primary();
  }

  private primary(): Expr {
    const token = this.next();
    if (token.kind === 'number') return num(integer(token));
    if (token.name === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.kind !== 'name')
      throw new ReadError('expected a number, a name or a parenthesis here', wide(token));
    if (this.peek().name !== '(') {
      this.names.push({ name: token.name, span: token.span });
      return name(token.name);
    }
    return this.call(token);
  }

  private call(token: Token): Expr {
    this.expect('(');
    if (token.name === 'log2') {
      const operand = this.expression();
      this.expect(')');
      return { kind: 'unary', operator: 'log2', operand };
    }
    if (token.name !== 'min' && token.name !== 'max')
      throw new ReadError(`${token.name} cannot be called here; min, max and log2 can`, token.span);
    let left = this.expression();
    this.expect(',');
    do {
      left = { kind: 'binary', operator: token.name, left, right: this.expression() };
    } while (this.accept(','));
    this.expect(')');
    return left;
  }
}

/** A span that can be seen and pointed at, also for the end of the line. */
function wide(token: Token): Span {
  if (token.kind !== 'end') return token.span;
  return { start: Math.max(0, token.span.start - 1), end: token.span.start };
}

/** The value of a C integer literal. */
function integer(token: Token): number {
  const digits = token.name.replace(/[uUlL]+$/, '');
  const octal = /^0[0-7]+$/.test(digits);
  const value = octal ? Number.parseInt(digits, 8) : Number(digits);
  if (!Number.isSafeInteger(value))
    throw new ReadError(`${token.name} is too large to compute exactly`, token.span);
  return value;
}

/** Reads a whole text as one expression; undefined where it is none. */
export function parseExpr(text: string): Expr | undefined {
  const reader = new Reader(text, 0, text.length);
  try {
    const expr = reader.expression();
    reader.finish();
    return expr;
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}
