import { FORM } from '../../base/arithmetic.ts';
import {
  BINARY,
  faultOf,
  isComparison,
  PREFIX,
  type PrefixOperator,
} from '../../base/operators.ts';
import { ARITHMETIC, type ArithmeticOperator } from '../../base/arithmetic-operators.ts';
import type { Value } from '../program.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../../front/scalar.ts';
import { partsOf } from '../walk.ts';

/** Folds the constant parts of values. Operands already have the types that `Value` asks for. */

export type Constant = Extract<Value, { kind: 'constant' }>;

/** Cuts integers to the type's width; keeps other numbers. */
export function constant(type: Scalar, value: number | bigint): Constant {
  if (!isInteger(type)) return { kind: 'constant', type, value: rounded(type, Number(value)) };
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  if (type === 'bool') return { kind: 'constant', type, value: whole === 0n ? 0 : 1 };
  const bits = SCALARS[type].bytes * 8;
  const cut = isSigned(type) ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole);
  return { kind: 'constant', type, value: bits === 64 ? cut : Number(cut) };
}

const rounded = (type: Scalar, value: number): number =>
  type === 'float' ? Math.fround(value) : value;

export const int = (value: number): Constant => constant('int', value);
export const ulong = (value: number | bigint): Constant => constant('ulong', value);
export const NULL: Constant = { kind: 'constant', type: 'pointer', value: 0 };

/** Undefined for anything but an integer constant. */
export const wholeOf = (value: Value): bigint | undefined =>
  value.kind === 'constant' && isInteger(value.type) ? BigInt(value.value) : undefined;

export const numberOf = (value: Value): number | undefined => {
  const whole = wholeOf(value);
  return whole === undefined ? undefined : Number(whole);
};

const isZero = (value: Value): boolean => value.kind === 'constant' && Number(value.value) === 0;
const isOne = (value: Value): boolean => value.kind === 'constant' && Number(value.value) === 1;

/** Both sides have the left one's type (but for shifts). */
export function binary(operator: ArithmeticOperator, left: Value, right: Value): Value {
  const type = isComparison(operator) ? 'int' : left.type;
  const known =
    left.kind === 'constant' && right.kind === 'constant'
      ? folded(operator, type, left, right)
      : undefined;
  if (known !== undefined) return known;
  if (isInteger(left.type)) {
    const { left0, left1, right0, right1 } = BINARY[operator].folds;
    const fold =
      (isZero(right) ? right0 : isOne(right) ? right1 : undefined) ??
      (isZero(left) ? left0 : isOne(left) ? left1 : undefined);
    // A side that may fail is not left out.
    if (fold === 'left' || fold === 'right') return fold === 'left' ? left : right;
  }
  return { kind: 'binary', type, operator, left, right };
}

function folded(
  operator: ArithmeticOperator,
  type: Scalar,
  left: Constant,
  right: Constant,
): Constant | undefined {
  const { exact, near, real } = ARITHMETIC[operator];
  if (isInteger(left.type) && isInteger(right.type)) {
    const whole = BigInt(right.value);
    if (faultOf(operator, whole) !== undefined) return undefined;
    return constant(type, exact(BigInt(left.value), whole));
  }
  if (left.type === 'pointer' || left.type === 'half' || !real) return undefined;
  return constant(type, near(Number(left.value), Number(right.value), FORM.double));
}

export function unary(operator: PrefixOperator, operand: Value): Value {
  const type = operator === '!' ? 'int' : operand.type;
  if (operand.kind === 'constant' && operand.type !== 'pointer' && operand.type !== 'half') {
    const { value } = operand;
    const { exact, near } = PREFIX[operator];
    if (isFloat(operand.type)) return constant(type, near(Number(value), FORM.double));
    return constant(type, exact(BigInt(value)));
  }
  return { kind: 'unary', type, operator, operand };
}

export type Rounding = 'rte' | 'rtz' | 'rtp' | 'rtn';

export function convert(
  type: Scalar,
  operand: Value,
  how: { readonly saturate?: boolean; readonly rounding?: Rounding | undefined } = {},
): Value {
  if (operand.type === type) return operand;
  if (type === 'bool') return { kind: 'convert', type, operand: truth(operand) };
  if (operand.kind === 'constant') {
    const known = converted(type, operand);
    if (known !== undefined && how.saturate !== true && how.rounding === undefined) return known;
  }
  const { saturate, rounding } = how;
  return {
    kind: 'convert',
    type,
    operand,
    ...(saturate === true && { saturate }),
    ...(rounding !== undefined && { rounding }),
  };
}

function converted(type: Scalar, { type: from, value }: Constant): Constant | undefined {
  if (from === 'pointer') return undefined;
  if (type === 'pointer') return Number(value) === 0 ? NULL : undefined;
  if (isInteger(from)) {
    if (isInteger(type)) return constant(type, value);
    const exact = Number.isSafeInteger(Number(value)); // rounding twice may differ from rounding once
    return type !== 'half' && exact ? constant(type, Number(value)) : undefined;
  }
  const number = Number(value);
  if (from === 'half' || type === 'half') return undefined;
  if (isFloat(type)) return constant(type, number);
  if (!Number.isFinite(number)) return undefined;
  const whole = BigInt(Math.trunc(number));
  const made = constant(type, whole);
  return BigInt(made.value) === whole ? made : undefined;
}

/** 1 or 0 as an `int`, for C's conditions. */
export function truth(value: Value): Value {
  if (value.type === 'int') {
    if (value.kind === 'binary' && isComparison(value.operator)) return value;
    if (value.kind === 'unary' && value.operator === '!') return value;
    if (value.kind === 'select' && isTruth(value.then) && isTruth(value.otherwise)) return value;
  }
  if (value.type === 'bool') return convert('int', value);
  if (value.kind === 'constant') return int(Number(value.value) === 0 ? 0 : 1);
  return binary('!=', value, zero(value.type));
}

const isTruth = (value: Value): boolean => value === truth(value) || isZero(value) || isOne(value);

export const zero = (type: Scalar): Constant => (type === 'pointer' ? NULL : constant(type, 0));

export function select(condition: Value, then: Value, otherwise: Value): Value {
  if (condition.kind === 'constant') return isZero(condition) ? otherwise : then;
  return { kind: 'select', type: then.type, condition, then, otherwise };
}

/** A pointer so many bytes on. */
export function offset(pointer: Value, bytes: Value): Value {
  const more = convert('long', bytes);
  if (isZero(more)) return pointer;
  if (pointer.kind === 'offset' && more.kind === 'constant')
    return offset(pointer.pointer, binary('+', pointer.bytes, more));
  return { kind: 'offset', type: 'pointer', pointer, bytes: more };
}

export const call = (type: Scalar, name: string, ...args: readonly Value[]): Value => ({
  kind: 'call',
  type,
  name,
  args,
});

export const reinterpret = (type: Scalar, operand: Value): Value =>
  type === operand.type ? operand : { kind: 'reinterpret', type, operand };

/** The right side is cut to the bits of the left. */
export function shift(operator: '<<' | '>>', left: Value, by: Value): Value {
  const bits = SCALARS[left.type].bytes * 8;
  return binary(operator, left, binary('&', convert('uint', by), constant('uint', bits - 1)));
}

/** Holds for a value or a part of it. */
export const some = (value: Value, holds: (part: Value) => boolean): boolean =>
  holds(value) || partsOf(value).some((part) => some(part, holds));

/** An integer division by what may be zero. */
export const mayFail = (value: Value): boolean =>
  value.kind === 'binary' &&
  (value.operator === '/' || value.operator === '%') &&
  isInteger(value.type) &&
  (value.right.kind !== 'constant' || isZero(value.right));

/** Made again of parts that may be constants now. */
export function remade(value: Value): Value {
  switch (value.kind) {
    case 'unary':
      return unary(value.operator, value.operand);
    case 'binary':
      return binary(value.operator, value.left, value.right);
    case 'convert':
      return convert(value.type, value.operand, value);
    case 'select':
      return select(value.condition, value.then, value.otherwise);
    case 'offset':
      return offset(value.pointer, value.bytes);
    default:
      return value;
  }
}
