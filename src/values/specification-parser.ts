import type { Span } from '../base/span.ts';
import type { Term } from './specification.ts';
import { type SpecificationScope, TermReader } from './specification-term.ts';

/** `any(LOW, HIGH)`, or an expression of the index. */
export interface InputText {
  readonly name: string;
  readonly nameSpan: Span;
  /** The index's name; absent for an argument that is no array. */
  readonly index: string | undefined;
  readonly member: string | undefined;
  readonly value:
    | { readonly kind: 'term'; readonly term: Term }
    | { readonly kind: 'any'; readonly low: Term; readonly high: Term };
}

/** `same(NAME)`, `same(NAME, TOLERANCE)`, and `over ITEMS, ...` behind it. */
export interface SameText {
  readonly name: string;
  readonly nameSpan: Span;
  readonly tolerance: Term | undefined;
  /** Work-items of a kernel, by dimension. */
  readonly items: readonly Term[];
}

/** After `ensures`, where it compares with another kernel or function; else undefined.
 * @throws {ReadError} */
export const parseSame = (
  text: string,
  at: number,
  scope: SpecificationScope,
): SameText | undefined =>
  /^\s*same\s*\(/.test(text) ? new Parser(text, at, scope).same() : undefined;

/** The term after `ensures`; `at` is the text's place in the source.
 * @throws {ReadError} */
export function parseEnsures(text: string, at: number, scope: SpecificationScope): Term {
  return new Parser(text, at, scope).whole();
}

/** After `input`: `A[i] = TERM`, `A[i] = any(LOW, HIGH)`, or `n = ...` for an argument.
 * @throws {ReadError} */
export function parseInput(text: string, at: number, scope: SpecificationScope): InputText {
  return new Parser(text, at, scope).input();
}

class Parser extends TermReader {
  input(): InputText {
    let target = this.identifier('the name of an array or an argument');
    // A member of an argument that is a struct.
    while (this.accept('.')) {
      const { name, span } = this.identifier('the name of a member');
      target = {
        name: `${target.name}.${name}`,
        span: { start: target.span.start, end: span.end },
      };
    }
    let index: string | undefined;
    let member: string | undefined;
    if (this.accept('[')) {
      const found = this.identifier('the name of an index, such as i');
      index = found.name;
      this.expect(']');
      if (this.accept('.')) member = this.identifier('the name of a member').name;
      this.bound.push({ name: index, arrays: new Set() });
    }
    this.expect('=');
    const head = { name: target.name, nameSpan: target.span, index, member };
    if (this.peek().text === 'any' && this.peek(1).text === '(') {
      this.pass(2);
      const low = this.expression();
      this.expect(',');
      const high = this.expression();
      this.expect(')');
      this.finish();
      return { ...head, value: { kind: 'any', low, high } };
    }
    return { ...head, value: { kind: 'term', term: this.whole() } };
  }

  same(): SameText {
    this.identifier('same');
    this.expect('(');
    const target = this.identifier('the name of a kernel or function');
    const tolerance = this.accept(',') ? this.expression() : undefined;
    this.expect(')');
    const items: Term[] = [];
    if (this.accept('over'))
      do items.push(this.expression());
      while (this.accept(','));
    this.finish();
    return { name: target.name, nameSpan: target.span, tolerance, items };
  }
}
