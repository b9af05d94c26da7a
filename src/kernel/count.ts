import { binary, conditional, fromPolynomial, plus, toPolynomial } from '../front/algebra.ts';
import { type Expr, num } from '../front/expr.ts';

/** Rounds for which a condition holds, until it first does not. */
export interface Count {
  /** In rounds. */
  readonly expr: Expr;
  /** Where it is not zero, the condition always holds. */
  readonly endless?: Expr | undefined;
  /** A condition's variable may leave the range of this type, making all this wrong. */
  readonly doubt?: string | undefined;
  /** Once it does not hold, it never does again. */
  readonly lasting?: true;
}

const NEVER: Count = { expr: num(0), lasting: true };

/** `(distance + extra) / step`, with sums in order. */
export const quotient = (distance: Expr, extra: Expr, step: Expr): Expr =>
  binary('/', fromPolynomial(plus(toPolynomial(distance), toPolynomial(extra))), step);

/** A condition that is the same in every round. */
export const constantly = (condition: Expr): Count =>
  condition.kind === 'number' && condition.value === 0
    ? NEVER
    : { expr: num(0), endless: condition, lasting: true };

const or = (a: Expr | undefined, b: Expr | undefined): Expr | undefined =>
  a === undefined ? b : b === undefined ? a : binary('||', a, b);

const isNever = (count: Count | string): boolean =>
  typeof count !== 'string' &&
  count.endless === undefined &&
  count.expr.kind === 'number' &&
  count.expr.value <= 0;

/** Rounds while two conditions hold. */
export function both(a: Count | string, b: Count | string): Count | string {
  if (isNever(a) || isNever(b)) return NEVER;
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : b;
  const lasting = a.lasting === true && b.lasting === true;
  const inner = conditional(b.endless ?? num(0), a.expr, binary('min', a.expr, b.expr));
  const expr = conditional(a.endless ?? num(0), b.expr, inner);
  const endless = a.endless && b.endless && binary('&&', a.endless, b.endless);
  return { expr, endless, doubt: a.doubt ?? b.doubt, ...(lasting && { lasting }) };
}

/** Rounds while one of two conditions holds. */
export function either(a: Count | string, b: Count | string): Count | string {
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : b;
  // A condition may hold again: then the longer one is not the count.
  if (a.lasting !== true || b.lasting !== true) return 'it runs while one of two conditions holds';
  const expr = binary('max', binary('max', a.expr, b.expr), num(0));
  return { expr, endless: or(a.endless, b.endless), doubt: a.doubt ?? b.doubt, lasting: true };
}
