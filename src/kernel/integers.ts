import { binary, conditional, not, truth, unary } from '../front/algebra.ts';
import type { Span } from '../base/span.ts';
import type { Context } from './context.ts';
import { num, type Expr } from '../front/expr.ts';
import {
  BINARY,
  type BinaryOperator,
  faultOf,
  isComparison,
  isShift,
  type PrefixOperator,
  UNARY,
} from '../base/operators.ts';
import type { Comparison } from '../base/operator-row.ts';
import {
  type IntegerType,
  limitsOf,
  nameOfInteger,
  promotedInteger,
  usualInteger,
  wrapped,
} from '../front/conversions.ts';
import { combine, data, int, type IntegerValue, unknown, type Value } from './values.ts';

/** C's integer arithmetic: each operation wraps in the type its operands convert to.
 * Values are expressions without bounds, `modulo` a type that is not shown to hold them. `+ - * & |
 * ^ ~ <<` depend on bits alone and go on with the expression; comparisons and divisions settle it.
 * Signed overflow, undefined in C, is not expected of sizes and indices; with factors of a million
 * it may happen. */

const big = ({ expr, modulo }: IntegerValue): bigint | undefined => {
  if (expr.kind !== 'number') return undefined;
  const value = BigInt(expr.value);
  return modulo === undefined ? value : wrapped(value, modulo);
};

/** Too large for a number here, it is known by its bits, as a number around zero, or not at all. */
export function constant(value: bigint, type: IntegerType): Value {
  const exact = wrapped(value, type);
  if (Number.isSafeInteger(Number(exact))) return int(num(Number(exact)));
  const near = BigInt.asIntN(64, exact);
  if (type.signed || !Number.isSafeInteger(Number(near))) return data('a very large number');
  return { kind: 'int', expr: num(Number(near)), modulo: type };
}

/** The expression may exceed the type. */
function fitted(
  context: Context,
  expr: Expr,
  type: IntegerType,
  doubt?: IntegerValue['doubt'],
): Value {
  if (expr.kind === 'number') {
    const exact = constant(BigInt(expr.value), type);
    return exact.kind === 'int' ? { ...exact, doubt } : exact;
  }
  const value = int(expr);
  if (value.kind !== 'int') return value;
  const { low, high } = context.bounds.rangeOf(expr);
  // Too large for a number here, it has no expression.
  if (Math.max(-low, high) > Number.MAX_SAFE_INTEGER)
    return unknown({ kind: 'wrap', type: nameOfInteger(type), span: context.here });
  if (type.bits === 1) return { ...value, expr: truth(expr), doubt };
  // Signed overflow is undefined: for addresses it is taken not to happen.
  const isSure = context.charges.addresses && type.signed && type.bits >= 32;
  return isSure || holds(context, expr, type)
    ? { ...value, doubt }
    : { ...value, modulo: type, doubt };
}

/** Shown to fit the type; types narrower than `int` must fit for sure. */
function holds(context: Context, expr: Expr, type: IntegerType): boolean {
  const { low, high, sureHigh, sureLow } = context.bounds.rangeOf(expr);
  const limits = limitsOf(type);
  const isNarrow = type.bits < 32;
  if (high > Number(limits.high) || (isNarrow && !sureHigh)) return false;
  if (low >= Number(limits.low) && (!isNarrow || sureLow)) return true;
  return !type.signed && context.bounds.isNatural(expr);
}

/** The only doubt is a wide value below zero, by at most half its range. */
function mayBeNegativeOnly(context: Context, { expr, modulo }: IntegerValue): boolean {
  if (modulo === undefined || modulo.signed || modulo.bits < 32) return false;
  const { low, high } = context.bounds.rangeOf(expr);
  return high < 2 ** 31 && low >= -(2 ** 31);
}

/** The value left in its type, where that can be told. */
export function settled(context: Context, value: IntegerValue, span: Span): Value {
  const { expr, modulo, doubt } = value;
  if (modulo === undefined) return value;
  const exact = big(value);
  if (exact !== undefined)
    return Number.isSafeInteger(Number(exact))
      ? int(num(Number(exact)))
      : data('a very large number');
  if (modulo.bits < 32) {
    const mask = num(2 ** modulo.bits - 1);
    const natural = context.bounds.isNatural(expr);
    if (!modulo.signed)
      return int(natural ? binary('%', expr, num(2 ** modulo.bits)) : binary('&', expr, mask));
    const half = num(2 ** (modulo.bits - 1));
    return int(binary('-', binary('&', binary('+', expr, half), mask), half));
  }
  const type = nameOfInteger(modulo);
  if (!mayBeNegativeOnly(context, value) || context.bounds.isNegativeSomewhere(expr))
    return unknown({ kind: 'wrap', type, span });
  if (context.bounds.isNatural(expr)) return { kind: 'int', expr, doubt };
  return { kind: 'int', expr, doubt: doubt ?? { type, span } };
}

/** A value in another type. */
export function converted(
  context: Context,
  value: IntegerValue,
  type: IntegerType,
  span: Span,
): Value {
  if (type.bits === 1) {
    const known = truthOf(context, value, span);
    return known.kind === 'int' ? { ...known, expr: truth(known.expr) } : known;
  }
  const exact = big(value);
  if (exact !== undefined) return constant(exact, type);
  if (value.modulo === undefined || type.bits <= value.modulo.bits)
    return fitted(context, value.expr, type, value.doubt);
  const known = settled(context, value, span);
  return known.kind === 'int' ? fitted(context, known.expr, type, known.doubt) : known;
}

/** A value as a condition: zero or not. */
export function truthOf(context: Context, value: IntegerValue, span: Span): Value {
  if (value.modulo === undefined || mayBeNegativeOnly(context, value))
    return { kind: 'int', expr: value.expr, doubt: value.doubt };
  return settled(context, value, span);
}

/** Both operands already have the types given. */
export function computed(
  context: Context,
  operator: BinaryOperator,
  [left, leftType]: readonly [IntegerValue, IntegerType],
  [right, rightType]: readonly [IntegerValue, IntegerType],
  span: Span,
): Value {
  if (BINARY[operator].decides !== undefined) {
    const [a, b] = [truthOf(context, left, span), truthOf(context, right, span)];
    return withBoth(a, b, (x, y) => int(binary(operator, x, y)));
  }
  const shifts = isShift(operator);
  const type = shifts ? promotedInteger(leftType) : usualInteger(leftType, rightType);
  const a = converted(context, left, type, span);
  const b = shifts ? amount(context, right, type, span) : converted(context, right, type, span);
  if (a.kind !== 'int' || b.kind !== 'int') return combine([a, b], 'arithmetic');
  const exact = ofNumbers(operator, a, b, type);
  if (exact !== undefined) return exact;
  if (isComparison(operator)) return compared(context, operator, a, b, type, span);
  if (BINARY[operator].modular === true)
    return withBoth(a, b, (x, y) => fitted(context, masked(context, operator, x, y), type));
  const mask = b.expr.kind === 'number' && Number.isInteger(Math.log2(b.expr.value));
  // A remainder by a power of two is the low bits.
  if (operator === '%' && a.modulo?.signed === false && mask)
    return fitted(context, binary('&', a.expr, binary('-', b.expr, num(1))), type, a.doubt);
  const [x, y] = [settled(context, a, span), settled(context, b, span)];
  return withBoth(x, y, (p, q) => int(binary(operator, p, q)));
}

/** Drops a mask of `&` that keeps all bits of the other operand. */
function masked(context: Context, operator: BinaryOperator, left: Expr, right: Expr): Expr {
  if (operator !== '&') return binary(operator, left, right);
  for (const [mask, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (mask.kind !== 'number') continue;
    const { low, high, sureHigh } = context.bounds.rangeOf(other);
    const isAll = Number.isInteger(Math.log2(mask.value + 1)) && low >= 0 && high <= mask.value;
    // All bits of the other are kept.
    if (mask.value === -1 || (isAll && (sureHigh || mask.value >= 2 ** 31 - 1))) return other;
  }
  return binary(operator, left, right);
}

/** Unknowns and doubts of either operand carry over to the whole. */
function withBoth(a: Value, b: Value, make: (x: Expr, y: Expr) => Value): Value {
  if (a.kind !== 'int' || b.kind !== 'int') return combine([a, b], 'arithmetic');
  const made = make(a.expr, b.expr);
  return made.kind === 'int' ? { ...made, doubt: made.doubt ?? a.doubt ?? b.doubt } : made;
}

/** OpenCL shifts by the low bits alone, modulo the type's width. */
function amount(context: Context, value: IntegerValue, { bits }: IntegerType, span: Span): Value {
  const exact = big(value);
  return exact === undefined
    ? settled(context, value, span)
    : int(num(Number(BigInt.asUintN(bits === 64 ? 6 : 5, exact))));
}

function ofNumbers(
  operator: BinaryOperator,
  left: IntegerValue,
  right: IntegerValue,
  type: IntegerType,
): Value | undefined {
  const [a, b] = [big(left), big(right)];
  if (a === undefined || b === undefined) return undefined;
  if (faultOf(operator, b) !== undefined) return undefined;
  const { exact, result } = BINARY[operator];
  const value = exact(a, b);
  return result === 'truth' ? int(num(Number(value))) : constant(value, type);
}

/** An unsigned value that may have gone below zero is above all others. */
function compared(
  context: Context,
  operator: Comparison,
  left: IntegerValue,
  right: IntegerValue,
  type: IntegerType,
  span: Span,
): Value {
  const doubt = left.doubt ?? right.doubt;
  const isWild = [left, right].some(
    (value) =>
      value.modulo !== undefined && big(value) === undefined && !mayBeNegativeOnly(context, value),
  );
  if (isWild) return unknown({ kind: 'wrap', type: nameOfInteger(type), span });
  const [x, y] = [aroundZero(left, type), aroundZero(right, type)];
  const open = [x, y].filter(
    (expr, i) =>
      [left, right][i]?.modulo !== undefined || (expr.kind === 'number' && expr.value < 0),
  );
  const signed = open.every((expr) => context.bounds.isNatural(expr));
  if (type.signed || signed || operator === '==' || operator === '!=')
    return { ...intOf(binary(operator, x, y)), doubt };
  // Beyond half of the range, negative ones are no longer above.
  if ([x, y].some((expr) => context.bounds.rangeOf(expr).high >= 2 ** (type.bits - 1)))
    return unknown({ kind: 'wrap', type: nameOfInteger(type), span });
  for (const expr of open)
    if (context.bounds.isNegativeSomewhere(expr)) context.mayWrap(span, nameOfInteger(type));
  const below = (a: Expr, b: Expr): Expr => {
    const [aNegative, bNegative] = [a, b].map((each) =>
      context.bounds.isNatural(each) ? num(0) : binary('<', each, num(0)),
    );
    const less = b.kind === 'number' && b.value === 0 ? num(0) : binary('<', a, b);
    // Negative ones are above all that are not.
    return simple(
      conditional(
        aNegative ?? num(0),
        binary('&&', bNegative ?? num(0), binary('<', a, b)),
        binary('||', bNegative ?? num(0), less),
      ),
    );
  };
  const ordered = {
    '==': () => binary('==', x, y),
    '!=': () => binary('!=', x, y),
    '<': () => below(x, y),
    '>': () => below(y, x),
    '<=': () => negated(below(y, x)),
    '>=': () => negated(below(x, y)),
  } satisfies Record<Comparison, () => Expr>;
  return { ...intOf(ordered[operator]()), doubt };
}

const intOf = (expr: Expr): IntegerValue => ({ kind: 'int', expr });

/** `c ? 0 : x` as `!c && x`, `c ? 1 : x` as `c || x`: loops count such conditions. */
function simple(expr: Expr): Expr {
  if (expr.kind !== 'conditional') return expr;
  const { condition, then, otherwise } = expr;
  if (then.kind === 'number')
    return then.value === 0
      ? binary('&&', not(condition), otherwise)
      : binary('||', condition, otherwise);
  if (otherwise.kind === 'number')
    return otherwise.value === 0
      ? binary('&&', condition, then)
      : binary('||', not(condition), then);
  return expr;
}

function negated(expr: Expr): Expr {
  if (expr.kind === 'conditional')
    return simple(conditional(expr.condition, negated(expr.then), negated(expr.otherwise)));
  if (expr.kind === 'binary' && (expr.operator === '&&' || expr.operator === '||'))
    return binary(expr.operator === '&&' ? '||' : '&&', negated(expr.left), negated(expr.right));
  return not(expr);
}

/** Large numbers of 32-bit types become negative ones with the same bits. */
function aroundZero({ expr }: IntegerValue, { bits, signed }: IntegerType): Expr {
  const isLarge = !signed && bits === 32 && expr.kind === 'number' && expr.value >= 2 ** 31;
  return isLarge ? num(expr.value - 2 ** 32) : expr;
}

/** `-`, `~` and `!`. */
export function unaryOf(
  context: Context,
  operator: PrefixOperator,
  value: IntegerValue,
  given: IntegerType,
  span: Span,
): Value {
  if (operator === '!') {
    const truth = truthOf(context, value, span);
    return truth.kind === 'int' ? { ...truth, expr: not(truth.expr) } : truth;
  }
  const type = promotedInteger(given);
  const operand = converted(context, value, type, span);
  if (operand.kind !== 'int') return operand;
  const exact = big(operand);
  if (exact !== undefined) return constant(UNARY[operator].exact(exact), type);
  return fitted(context, unary(operator, operand.expr), type, operand.doubt);
}
