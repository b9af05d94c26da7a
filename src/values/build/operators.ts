import type { Span } from '../../base/span.ts';
import {
  ARITHMETIC,
  type ArithmeticOperator,
  isComparison,
  isShift,
  type PrefixOperator,
} from '../../base/operators.ts';
import type { Value } from '../program.ts';
import { isFloat, isInteger, type Scalar } from '../../front/scalar.ts';
import type { Context, RValue } from './context.ts';
import { isArithmetic, ofScalar, widened } from './conversion.ts';
import {
  common,
  maskOf,
  promoted,
  bytesOf,
  type CType,
  laneOf,
  showType,
  vectorType,
} from '../../front/types.ts';
import { binary, constant, convert, int, offset, select, shift, truth, unary } from './make.ts';

/** A binary operator with C's conversions. */
export function operate(
  context: Context,
  operator: ArithmeticOperator,
  left: RValue,
  right: RValue,
  span: Span,
): RValue {
  if (left.type.kind === 'pointer' || right.type.kind === 'pointer')
    return ofPointers(context, operator, left, right, span);
  if (!isArithmetic(left.type) || !isArithmetic(right.type))
    return context.refuse(
      span,
      `${operator} is not defined between ${showType(left.type)} and ${showType(right.type)}.`,
    );
  if (!ARITHMETIC[operator].real && [left, right].some(({ type }) => isFloat(laneOf(type))))
    return context.refuse(span, `${operator} is not defined for floating-point numbers.`);
  if (left.type.kind === 'vector' || right.type.kind === 'vector')
    return ofVectors(context, operator, left, right, span);
  return scalars(operator, first(left), first(right));
}

const first = ({ lanes }: RValue): Value => lanes[0] ?? int(0);

function scalars(operator: ArithmeticOperator, left: Value, right: Value): RValue {
  if (isShift(operator))
    return ofScalar(shift(operator, convert(promoted(left.type), left), right));
  const type = common(left.type, right.type);
  return ofScalar(binary(operator, convert(type, left), convert(type, right)));
}

function ofVectors(
  context: Context,
  operator: ArithmeticOperator,
  left: RValue,
  right: RValue,
  span: Span,
): RValue {
  const [a, b] = widened([left, right]) ?? [];
  if (a === undefined || b === undefined || laneOf(a.type) !== laneOf(b.type)) {
    if (a === undefined || b === undefined || !isShift(operator))
      return context.refuse(
        span,
        `${operator} is not defined between ${showType(left.type)} and ${showType(right.type)}.`,
        'Convert one of them first, as with convert_float4.',
      );
  }
  const lane = laneOf(a.type);
  const lanes = a.lanes.map((x, i) => {
    const y = b.lanes[i] ?? x;
    if (isShift(operator)) return shift(operator, x, y);
    const value = binary(operator, x, y);
    return isComparison(operator) ? mask(lane, value) : value;
  });
  const type = isComparison(operator) ? maskOf(lane) : lane;
  return { type: vectorType(type, lanes.length), lanes };
}

/** -1 for true and 0 for false, as in lanes of vector comparisons of that type. */
export const mask = (compared: Scalar, condition: Value): Value =>
  select(condition, constant(maskOf(compared), -1), constant(maskOf(compared), 0));

function ofPointers(
  context: Context,
  operator: ArithmeticOperator,
  left: RValue,
  right: RValue,
  span: Span,
): RValue {
  const [a, b] = [first(left), first(right)];
  const [pointer, other] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  if (isComparison(operator))
    return ofScalar(binary(operator, convert('pointer', a), convert('pointer', b)));
  if (pointer.type.kind === 'pointer') {
    const size = bytesOf(pointer.type.to);
    if (operator === '-' && a.type === 'pointer' && b.type === 'pointer') {
      const bytes = binary('-', convert('long', a), convert('long', b));
      return ofScalar(binary('/', bytes, constant('long', size)));
    }
    const isIndex = isInteger(laneOf(other.type)) && other.type.kind === 'scalar';
    if (isIndex && (operator === '+' || (operator === '-' && pointer === left)))
      return moved(pointer, pointer.type, first(other), operator);
  }
  return context.refuse(
    span,
    `${operator} is not defined between ${showType(left.type)} and ${showType(right.type)}.`,
  );
}

/** A pointer so many elements on. */
export function moved(
  pointer: RValue,
  type: Extract<CType, { kind: 'pointer' }>,
  by: Value,
  operator: '+' | '-' = '+',
): RValue {
  const elements = convert('long', by);
  const bytes = binary('*', elements, constant('long', bytesOf(type.to)));
  return { type, lanes: [offset(first(pointer), operator === '-' ? unary('-', bytes) : bytes)] };
}

/** `-`, `+`, `~` and `!`. */
export function operateOn(
  context: Context,
  operator: PrefixOperator | '+',
  operand: RValue,
  span: Span,
): RValue {
  const { type, lanes } = operand;
  const isVector = type.kind === 'vector';
  if (operator === '!') {
    if (!isVector) return ofScalar(unary('!', truthOf(context, operand, span)));
    const lane = laneOf(type);
    const zeros = lanes.map((each) => mask(lane, binary('==', each, constant(lane, 0))));
    return { type: vectorType(maskOf(lane), lanes.length), lanes: zeros };
  }
  const fits = isArithmetic(type) && !(operator === '~' && isFloat(laneOf(type)));
  if (fits && (operator === '-' || operator === '~' || operator === '+')) {
    const made = lanes.map((lane) => {
      const wide = isVector ? lane : convert(promoted(lane.type), lane);
      return operator === '+' ? wide : unary(operator, wide);
    });
    return isVector ? { type, lanes: made } : ofScalar(made[0] ?? int(0));
  }
  return context.refuse(span, `${operator} is not defined for ${showType(type)}.`);
}

/** A condition: an `int` of 1 or 0. */
export function truthOf(context: Context, { type, lanes }: RValue, span: Span): Value {
  const [value] = lanes;
  if (value !== undefined && (type.kind === 'scalar' || type.kind === 'pointer'))
    return truth(value);
  return context.refuse(span, `A ${showType(type)} is no condition.`);
}
