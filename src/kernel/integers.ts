import { binary, conditional, not, truth, unary } from './algebra.ts';
import type { Span } from '../base/span.ts';
import type { Context } from './context.ts';
import { num, type Expr } from './expr.ts';
import { BINARY, isBinary, type BinaryOperator } from './operators.ts';
import {
  type IntegerType,
  limitsOf,
  nameOfInteger,
  promoted,
  usualType,
  wrapped,
} from './types.ts';
import { combine, data, int, type IntegerValue, unknown, type Value } from './values.ts';

/** Arithmetic of integers as C has it: each operation in the type that its operands are converted to, wrapping
 * around in it.
 *
 * An integer value is an expression without bounds. Where the type is shown to hold it, that is all; where not, the
 * value is `modulo` the type: `+ - * & | ^ ~ <<` go on with the expression, since what they give depends on the bits
 * alone, and what needs the value itself (a comparison, a division) settles it. Signed arithmetic on sizes and
 * indices does not overflow, which C leaves undefined; with factors of a million it may. */

const big = ({ expr, modulo }: IntegerValue): bigint | undefined => {
  if (expr.kind !== 'number') return undefined;
  const value = BigInt(expr.value);
  return modulo === undefined ? value : wrapped(value, modulo);
};

/** The value of a number in a type. Beyond what a number here can be, it is known by its bits, as a number around
 * zero, or not at all. */
export function constant(value: bigint, type: IntegerType): Value {
  const exact = wrapped(value, type);
  if (Number.isSafeInteger(Number(exact))) return int(num(Number(exact)));
  const near = BigInt.asIntN(64, exact);
  if (type.signed || !Number.isSafeInteger(Number(near))) return data('a very large number');
  return { kind: 'int', expr: num(Number(near)), modulo: type };
}

/** A value in a type, which its expression may exceed. */
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
  // What a number here cannot be has no expression.
  if (Math.max(-low, high) > Number.MAX_SAFE_INTEGER)
    return unknown({ kind: 'wrap', type: nameOfInteger(type), span: context.here });
  if (type.bits === 1) return { ...value, expr: truth(expr), doubt };
  // Signed arithmetic that overflows is undefined: where addresses are wanted it is taken not to.
  const isSure = context.facts.accesses === true && type.signed && type.bits >= 32;
  return isSure || holds(context, expr, type)
    ? { ...value, doubt }
    : { ...value, modulo: type, doubt };
}

/** Whether a type is shown to hold a value. What is narrower than `int` must be shown to hold it for sure. */
function holds(context: Context, expr: Expr, type: IntegerType): boolean {
  const { low, high, sureHigh, sureLow } = context.bounds.rangeOf(expr);
  const limits = limitsOf(type);
  const isNarrow = type.bits < 32;
  if (high > Number(limits.high) || (isNarrow && !sureHigh)) return false;
  if (low >= Number(limits.low) && (!isNarrow || sureLow)) return true;
  return !type.signed && context.bounds.isNatural(expr);
}

/** Whether all that is in question is that the value of a wide type may be below zero, by no more than half of
 * its range. */
function mayBeNegativeOnly(context: Context, { expr, modulo }: IntegerValue): boolean {
  if (modulo === undefined || modulo.signed || modulo.bits < 32) return false;
  const { low, high } = context.bounds.rangeOf(expr);
  return high < 2 ** 31 && low >= -(2 ** 31);
}

/** The value itself: what is left in its type, where that can be told. */
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

const isLogical = (operator: string): boolean => operator === '&&' || operator === '||';

/** The value of a binary operator. The operands are of the types given. */
export function computed(
  context: Context,
  operator: string,
  [left, leftType]: readonly [IntegerValue, IntegerType],
  [right, rightType]: readonly [IntegerValue, IntegerType],
  span: Span,
): Value {
  if (!isBinary(operator)) return data('arithmetic that is not followed');
  if (isLogical(operator)) {
    const [a, b] = [truthOf(context, left, span), truthOf(context, right, span)];
    return withBoth(a, b, (x, y) => int(binary(operator, x, y)));
  }
  const isShift = operator === '<<' || operator === '>>';
  const type = isShift ? promoted(leftType) : usualType(leftType, rightType);
  const a = converted(context, left, type, span);
  const b = isShift ? amount(context, right, type, span) : converted(context, right, type, span);
  if (a.kind !== 'int' || b.kind !== 'int') return combine([a, b], 'arithmetic');
  const exact = ofNumbers(operator, a, b, type);
  if (exact !== undefined) return exact;
  if (BINARY[operator].boolean === true) return compared(context, operator, a, b, type, span);
  switch (operator) {
    case '/':
    case '%':
    case '>>':
    case 'min':
    case 'max': {
      const mask = b.expr.kind === 'number' && Number.isInteger(Math.log2(b.expr.value));
      // What is left by a power of two are the low bits.
      if (operator === '%' && a.modulo?.signed === false && mask)
        return fitted(context, binary('&', a.expr, binary('-', b.expr, num(1))), type, a.doubt);
      const [x, y] = [settled(context, a, span), settled(context, b, span)];
      return withBoth(x, y, (p, q) => int(binary(operator, p, q)));
    }
    default:
      return withBoth(a, b, (x, y) => fitted(context, masked(context, operator, x, y), type));
  }
}

/** Of two operands of `&` one that is no negative number makes all bits of the other that count those of its
 * expression. */
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

/** Applies a function of expressions; what is not known or doubted of one of them is so of the whole. */
function withBoth(a: Value, b: Value, make: (x: Expr, y: Expr) => Value): Value {
  if (a.kind !== 'int' || b.kind !== 'int') return combine([a, b], 'arithmetic');
  const made = make(a.expr, b.expr);
  return made.kind === 'int' ? { ...made, doubt: made.doubt ?? a.doubt ?? b.doubt } : made;
}

/** How far to shift: OpenCL takes the low bits, as many as count the bits of the type. */
function amount(context: Context, value: IntegerValue, { bits }: IntegerType, span: Span): Value {
  const exact = big(value);
  return exact === undefined
    ? settled(context, value, span)
    : int(num(Number(BigInt.asUintN(bits === 64 ? 6 : 5, exact))));
}

/** What an operator makes of two numbers. */
function ofNumbers(
  operator: BinaryOperator,
  left: IntegerValue,
  right: IntegerValue,
  type: IntegerType,
): Value | undefined {
  const [a, b] = [big(left), big(right)];
  if (a === undefined || b === undefined) return undefined;
  const both: Partial<Record<BinaryOperator, () => bigint | boolean>> = {
    '+': () => a + b,
    '-': () => a - b,
    '*': () => a * b,
    '&': () => a & b,
    '|': () => a | b,
    '^': () => a ^ b,
    '<<': () => a << b,
    '>>': () => a >> b,
    '<': () => a < b,
    '<=': () => a <= b,
    '>': () => a > b,
    '>=': () => a >= b,
    '==': () => a === b,
    '!=': () => a !== b,
    min: () => (a < b ? a : b),
    max: () => (a > b ? a : b),
    ...(b !== 0n && { '/': () => a / b, '%': () => a % b }),
  };
  const result = both[operator]?.();
  if (typeof result === 'boolean') return int(num(Number(result)));
  return result === undefined ? undefined : constant(result, type);
}

/** A comparison in a type: where a value without a sign may have gone below zero, it is above all others. */
function compared(
  context: Context,
  operator: BinaryOperator,
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
  const expr =
    operator === '<'
      ? below(x, y)
      : operator === '>'
        ? below(y, x)
        : operator === '<='
          ? negated(below(y, x))
          : negated(below(x, y));
  return { ...intOf(expr), doubt };
}

const intOf = (expr: Expr): IntegerValue => ({ kind: 'int', expr });

/** `c ? 0 : x` as `!c && x`, and `c ? 1 : x` as `c || x`: loops are counted by such conditions. */
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

/** The expression of a value, with large numbers of a type of 32 bits as negative ones: the same bits. */
function aroundZero({ expr }: IntegerValue, { bits, signed }: IntegerType): Expr {
  const isLarge = !signed && bits === 32 && expr.kind === 'number' && expr.value >= 2 ** 31;
  return isLarge ? num(expr.value - 2 ** 32) : expr;
}

/** `-`, `~` and `!`. */
export function unaryOf(
  context: Context,
  operator: '-' | '~' | '!',
  value: IntegerValue,
  given: IntegerType,
  span: Span,
): Value {
  if (operator === '!') {
    const truth = truthOf(context, value, span);
    return truth.kind === 'int' ? { ...truth, expr: not(truth.expr) } : truth;
  }
  const type = promoted(given);
  const operand = converted(context, value, type, span);
  if (operand.kind !== 'int') return operand;
  const exact = big(operand);
  if (exact !== undefined) return constant(operator === '-' ? -exact : ~exact, type);
  return fitted(context, unary(operator, operand.expr), type, operand.doubt);
}
