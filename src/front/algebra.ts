import { ExprError, evaluate, num, partsOf, show, type Expr } from './expr.ts';
import { BINARY, type BinaryOperator, UNARY, type UnaryOperator } from '../base/operators.ts';
import { SIGN, type Sign } from '../base/sign.ts';

/** Larger expressions are not tracked: they would only slow everything down. */
export const MAX_NODES = 400;

const sizes = new WeakMap<Expr, number>();

/** Shared parts count as often as they are mentioned. */
export function sizeOf(expr: Expr): number {
  const known = sizes.get(expr);
  if (known !== undefined) return known;
  const size = partsOf(expr).reduce((sum, part) => sum + sizeOf(part), 1);
  sizes.set(expr, size);
  return size;
}

type NumberExpr = Extract<Expr, { kind: 'number' }>;

const isNumber = (expr: Expr): expr is NumberExpr => expr.kind === 'number';
const is = (expr: Expr, value: number): boolean => expr.kind === 'number' && expr.value === value;

export const sameExpr = (a: Expr, b: Expr): boolean => a === b || show(a) === show(b);

function fold(expr: Expr): Expr {
  try {
    return num(evaluate(expr, {}));
  } catch (error) {
    if (error instanceof ExprError) return expr;
    throw error;
  }
}

/** Can only be 0 or 1. */
const isBoolean = (expr: Expr): boolean =>
  (expr.kind === 'binary' && BINARY[expr.operator].result === 'truth') ||
  (expr.kind === 'unary' && UNARY[expr.operator].result === 'truth') ||
  is(expr, 0) ||
  is(expr, 1);

/** 0 for non-zero and 1 for zero; comparisons are reversed, not wrapped. */
export function not(expr: Expr): Expr {
  if (expr.kind === 'binary') {
    const { negated: operator } = BINARY[expr.operator];
    if (operator !== undefined) return { ...expr, operator };
  }
  if (expr.kind === 'unary' && expr.operator === '!' && isBoolean(expr.operand))
    return expr.operand;
  return unary('!', expr);
}

/** Computed at once where the operand is a number. */
export function unary(operator: UnaryOperator, operand: Expr): Expr {
  const expr: Expr = { kind: 'unary', operator, operand };
  if (isNumber(operand)) return fold(expr);
  if (operator === '-' && operand.kind === 'unary' && operand.operator === '-')
    return operand.operand;
  return expr;
}

/** Simplifies without changing the value, though an operand without one may vanish (`x * 0`). */
export function binary(operator: BinaryOperator, left: Expr, right: Expr): Expr {
  const expr: Expr = { kind: 'binary', operator, left, right };
  if (isNumber(left) && isNumber(right)) return fold(expr);
  const folded = foldedBy(operator, left, right);
  if (folded !== undefined) return typeof folded === 'number' ? num(folded) : folded;
  switch (operator) {
    case '+':
      if (isNumber(right) && left.kind === 'binary' && isNumber(left.right)) {
        // (x + 1) + 1 and (x - 1) + 1
        const inner = left.operator === '+' ? 1 : left.operator === '-' ? -1 : 0;
        if (inner !== 0) return shifted(left.left, inner * left.right.value + right.value);
      }
      return isNumber(right) && right.value < 0 ? shifted(left, right.value) : expr;
    case '-':
      return isNumber(right) ? binary('+', left, num(-right.value)) : expr;
    case '&&':
      if (isNumber(left)) return left.value === 0 ? num(0) : truth(right);
      return isNumber(right) && right.value !== 0 ? truth(left) : expr;
    case '||':
      if (isNumber(left)) return left.value !== 0 ? num(1) : truth(right);
      return is(right, 0) ? truth(left) : expr;
    default:
      return expr;
  }
}

/** The simplification that the table of operators has. */
function foldedBy(operator: BinaryOperator, left: Expr, right: Expr): Expr | number | undefined {
  const { left0, left1, right0, right1, same } = BINARY[operator].folds;
  const fold =
    (is(left, 0) ? left0 : is(left, 1) ? left1 : undefined) ??
    (is(right, 0) ? right0 : is(right, 1) ? right1 : undefined) ??
    (same !== undefined && sameExpr(left, right) ? same : undefined);
  return fold === 'left' ? left : fold === 'right' ? right : fold;
}

/** `expr + by`, written as a subtraction for negative numbers. */
function shifted(expr: Expr, by: number): Expr {
  if (by === 0) return expr;
  return by < 0
    ? { kind: 'binary', operator: '-', left: expr, right: num(-by) }
    : { kind: 'binary', operator: '+', left: expr, right: num(by) };
}

/** 1 for non-zero, else 0. */
export const truth = (expr: Expr): Expr => (isBoolean(expr) ? expr : binary('!=', expr, num(0)));

export function conditional(condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (isNumber(condition)) return condition.value !== 0 ? then : otherwise;
  if (sameExpr(then, otherwise)) return then;
  return { kind: 'conditional', condition, then, otherwise };
}

/** Replaces names, simplifying again on the way up. */
export function substitute(expr: Expr, values: ReadonlyMap<string, Expr>): Expr {
  if (expr.kind === 'name') return values.get(expr.name) ?? expr;
  return mapParts(expr, (part) => substitute(part, values));
}

/** Changes each part, and simplifies if one differs then. */
export function mapParts(expr: Expr, change: (part: Expr) => Expr): Expr {
  const before = partsOf(expr);
  if (before.length === 0) return expr;
  const after = before.map(change);
  if (after.every((part, index) => part === before[index])) return expr;
  const [first = expr, second = first, third = first] = after;
  if (expr.kind === 'conditional') return conditional(first, second, third);
  if (expr.kind === 'binary') return binary(expr.operator, first, second);
  if (expr.kind !== 'unary') return expr;
  return expr.operator === '!' ? not(first) : unary(expr.operator, first);
}

/** An integer polynomial over whatever `+ - *` cannot take apart. */
type Monomial = { readonly coefficient: number; readonly factors: readonly Expr[] };
export type Polynomial = ReadonlyMap<string, Monomial>;

const keyOf = (factors: readonly Expr[]): string =>
  factors
    .map((factor) => show(factor, 12))
    .toSorted()
    .join('*');

function sum(a: Polynomial, b: Polynomial, scale: number): Polynomial {
  const result = new Map(a);
  for (const [key, term] of b) {
    const coefficient = (result.get(key)?.coefficient ?? 0) + scale * term.coefficient;
    if (coefficient === 0) result.delete(key);
    else result.set(key, { coefficient, factors: term.factors });
  }
  return result;
}

function product(a: Polynomial, b: Polynomial): Polynomial {
  let result: Polynomial = new Map();
  for (const left of a.values())
    for (const right of b.values()) {
      const coefficient = left.coefficient * right.coefficient;
      result = sum(result, monomial(coefficient, [...left.factors, ...right.factors]), 1);
    }
  return result;
}

const monomial = (coefficient: number, factors: readonly Expr[]): Polynomial =>
  new Map(coefficient === 0 ? [] : [[keyOf(factors), { coefficient, factors }]]);

const constant = (value: number): Polynomial => monomial(value, []);

export function toPolynomial(expr: Expr): Polynomial {
  if (expr.kind === 'number') return constant(expr.value);
  if (expr.kind === 'unary' && expr.operator === '-')
    return sum(new Map(), toPolynomial(expr.operand), -1);
  if (expr.kind === 'binary') {
    const { operator, left, right } = expr;
    if (operator === '+' || operator === '-')
      return sum(toPolynomial(left), toPolynomial(right), operator === '+' ? 1 : -1);
    if (operator === '*') {
      const a = toPolynomial(left);
      const b = toPolynomial(right);
      if (a.size * b.size <= 32) return product(a, b);
    }
    if (operator === '<<' && right.kind === 'number' && right.value >= 0 && right.value < 31)
      return product(toPolynomial(left), constant(2 ** right.value));
  }
  return monomial(1, [expr]);
}

export const subtract = (a: Polynomial, b: Polynomial): Polynomial => sum(a, b, -1);
export const plus = (a: Polynomial, b: Polynomial): Polynomial => sum(a, b, 1);

export function fromPolynomial(polynomial: Polynomial): Expr {
  let result: Expr | undefined;
  const terms = [...polynomial.values()];
  // Names first, the number last, a positive term in front: `WG - lid - 1`.
  const rank = (term: Monomial): number =>
    (term.factors.length === 0 ? 2 : 0) + (term.coefficient < 0 ? 1 : 0);
  for (const term of terms.toSorted((a, b) => rank(a) - rank(b))) {
    const magnitude = Math.abs(term.coefficient);
    const body = term.factors.reduce<Expr>((left, right) => binary('*', left, right), num(1));
    const scaled =
      term.factors.length === 0
        ? num(magnitude)
        : magnitude === 1
          ? body
          : binary('*', num(magnitude), body);
    if (result === undefined) result = term.coefficient < 0 ? unary('-', scaled) : scaled;
    else result = binary(term.coefficient < 0 ? '-' : '+', result, scaled);
  }
  return result ?? num(0);
}

/** True when the expression mentions a name. */
export const mentions = (expr: Expr, text: string): boolean =>
  expr.kind === 'name' ? expr.name === text : partsOf(expr).some((part) => mentions(part, text));

/** Work-items of one group may see different values. */
export const dependsOnItem = (expr: Expr): boolean =>
  mentions(expr, 'lid') || mentions(expr, 'gid');

/** `base + slope * variable`, neither part mentioning the variable; else undefined. */
export function affine(
  polynomial: Polynomial,
  variable: string,
): { readonly base: Polynomial; readonly slope: Polynomial } | undefined {
  let base: Polynomial = new Map();
  let slope: Polynomial = new Map();
  for (const [key, term] of polynomial) {
    const rest = term.factors.filter((f) => !(f.kind === 'name' && f.name === variable));
    const power = term.factors.length - rest.length;
    if (power > 1 || rest.some((factor) => mentions(factor, variable))) return undefined;
    if (power === 0) base = sum(base, new Map([[key, term]]), 1);
    else slope = sum(slope, monomial(term.coefficient, rest), 1);
  }
  return { base, slope };
}

/** Parameters and platform constants (`positive`) are above zero, and so is their quotient: where it
 * is zero, a loop's step is, and the count divides by zero, which makes the configuration invalid.
 * Item names and loop indices are natural; names beginning with `#` (the analysis's own) are
 * unknown. */
export function signOf(expr: Expr, positive: ReadonlySet<string>): Sign {
  switch (expr.kind) {
    case 'number':
      return expr.value > 0 ? 'positive' : expr.value < 0 ? 'negative' : 'natural';
    case 'name':
      if (expr.name.startsWith('#')) return 'unknown';
      return positive.has(expr.name) ? 'positive' : 'natural';
    case 'unary':
      return UNARY[expr.operator].sign(signOf(expr.operand, positive));
    case 'conditional': {
      const then = signOf(expr.then, positive);
      const otherwise = signOf(expr.otherwise, positive);
      if (then === otherwise) return then;
      return SIGN.part(then, otherwise);
    }
    case 'binary':
      return BINARY[expr.operator].sign(signOf(expr.left, positive), signOf(expr.right, positive));
  }
}

/** Sign of a polynomial, term by term. */
export function signOfPolynomial(polynomial: Polynomial, positive: ReadonlySet<string>): Sign {
  const signs = [...polynomial.values()].map((term): Sign => {
    const body = term.factors.reduce<Expr>((left, right) => binary('*', left, right), num(1));
    const sign = signOf(body, positive);
    if (term.coefficient > 0) return sign;
    return sign === 'positive' ? 'negative' : 'unknown';
  });
  return signs.length === 0 ? 'natural' : signs.reduce(SIGN.sum);
}
