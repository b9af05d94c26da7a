import type { Span } from '../../base/span.ts';
import { isComparison, isShift, type PrefixOperator } from '../../base/operators.ts';
import { ARITHMETIC, type ArithmeticOperator } from '../../base/arithmetic-operators.ts';
import type { Value } from '../program.ts';
import { isFloat, isInteger, type Scalar } from '../../front/scalar.ts';
import type { Context, RValue } from './context.ts';
import { convertTo, isArithmetic, ofScalar } from './conversion.ts';
import { maskOf } from '../../front/conversions.ts';
import { bytesOf } from '../../front/layout.ts';
import { type CType, laneOf, lanesOf, sameType, showType, vectorType } from '../../front/types.ts';
import { operandTypes, promotedType } from '../../front/conversions.ts';
import { movedWithin } from './member-array.ts';
import { binary, constant, convert, int, offset, select, shift, truth, unary } from './make.ts';

/** A binary operator. Operands whose types the text did not tell are brought together here. */
export function operate(
  context: Context,
  operator: ArithmeticOperator,
  first: RValue,
  second: RValue,
  span: Span,
): RValue {
  const types = operandTypes(operator, first.type, second.type);
  const [left, right] = [
    convertTo(context, first, types[0] ?? first.type, span),
    convertTo(context, second, types[1] ?? second.type, span),
  ];
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
  const [a, b] = [only(left), only(right)];
  return ofScalar(isShift(operator) ? shift(operator, a, b) : binary(operator, a, b));
}

const only = ({ lanes }: RValue): Value => lanes[0] ?? int(0);

function ofVectors(
  context: Context,
  operator: ArithmeticOperator,
  left: RValue,
  right: RValue,
  span: Span,
): RValue {
  const fits = isShift(operator)
    ? lanesOf(left.type) === lanesOf(right.type)
    : sameType(left.type, right.type);
  if (!fits)
    return context.refuse(
      span,
      `${operator} is not defined between ${showType(left.type)} and ${showType(right.type)}.`,
      'Convert one of them first, as with convert_float4.',
    );
  const lane = laneOf(left.type);
  const lanes = left.lanes.map((x, i) => {
    const y = right.lanes[i] ?? x;
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
  const [a, b] = [only(left), only(right)];
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
      return moved(pointer, pointer.type, only(other), operator);
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
  const size = bytesOf(type.to);
  const bytes = binary('*', elements, constant('long', size));
  const at = offset(only(pointer), operator === '-' ? unary('-', bytes) : bytes);
  return { type, lanes: [at], within: movedWithin(pointer.within, size, by, operator) };
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
    const { lanes: wide, type: made } = convertTo(context, operand, promotedType(type), span);
    return {
      type: made,
      lanes: operator === '+' ? wide : wide.map((lane) => unary(operator, lane)),
    };
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
