import { Grammar } from '../base/grammar.ts';
import type { Span } from '../base/span.ts';
import type { Token } from './lexer.ts';

/** A name as written, with its place. */
export interface Named {
  readonly name: string;
  readonly span: Span;
}

/** The reason and place of a bad expression. Every caller catches it and makes a diagnostic of it. */
export class ReadError extends Error {
  readonly span: Span;
  readonly hint: string | undefined;

  constructor(message: string, span: Span, hint?: string) {
    super(message);
    this.span = span;
    this.hint = hint;
  }
}

type Next =
  | Token
  | { readonly kind: 'end'; readonly text: string; readonly start: number; readonly end: number };

export const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** Wide enough to be seen, even at the end of the line. */
const wide = ({ kind, start, end }: Next): Span =>
  kind === 'end' ? { start: Math.max(0, start - 1), end: start } : { start, end };

/** Reads what stands in a kernel's directives: expressions, and the words around them. */
export abstract class TokenReader<T> extends Grammar<T, Token> {
  /** Place of the text, for errors where it has no token. */
  readonly #from: number;

  constructor(tokens: readonly Token[], from = 0) {
    super(tokens);
    this.#from = from;
  }

  protected abstract number(token: Token): T;
  /** After a name, which may be called. */
  protected abstract named(token: Token): T;

  /** The next token, not consumed. */
  peek(ahead = 0): Next {
    const start = this.tokens.at(-1)?.end ?? this.#from;
    return this.token(ahead) ?? { kind: 'end', text: 'the end of the line', start, end: start };
  }

  next(): Next {
    const token = this.peek();
    this.pass();
    return token;
  }

  /** Leaves out the rest of the line. */
  skip(): void {
    this.pass(this.tokens.length - this.position);
  }

  /** Where what was read ends. */
  get end(): number {
    return this.token(-1)?.end ?? 0;
  }

  identifier(what: string): Named {
    const token = this.peek();
    if (token.kind !== 'name') throw this.wrong(`expected ${what} here`);
    this.pass();
    return { name: token.text, span: spanOf(token) };
  }

  override finish(): void {
    const token = this.token();
    const end = this.tokens.at(-1)?.end;
    if (token === undefined || end === undefined) return;
    throw this.wrong(`did not expect '${token.text}' here`, { start: token.start, end });
  }

  protected wrong(message: string, span = wide(this.peek()), hint?: string): ReadError {
    return new ReadError(message, span, hint);
  }

  protected operand(): T {
    const token = this.token();
    if (token?.kind === 'number') {
      this.pass();
      return this.number(token);
    }
    if (token?.kind === 'name') {
      this.pass();
      return this.named(token);
    }
    if (!this.accept('(')) throw this.wrong('expected a number, a name or a parenthesis here');
    const inner = this.expression();
    this.expect(')');
    return inner;
  }
}
