import type { BinaryOperator, Value } from '../program.ts';
import { isFloat, isInteger, isSigned, SCALARS, type Scalar } from '../scalar.ts';
import { partsOf } from '../walk.ts';

/** Makes values of which constant parts are computed at once. Operands have the types that `Value` asks for. */

export type Constant = Extract<Value, { kind: 'constant' }>;

/** An integer cut to the width of a type, or another number as it is. */
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

/** The value of an integer constant; undefined for all others. */
export const wholeOf = (value: Value): bigint | undefined =>
  value.kind === 'constant' && isInteger(value.type) ? BigInt(value.value) : undefined;

export const numberOf = (value: Value): number | undefined => {
  const whole = wholeOf(value);
  return whole === undefined ? undefined : Number(whole);
};

const isZero = (value: Value): boolean => value.kind === 'constant' && Number(value.value) === 0;
const isOne = (value: Value): boolean => value.kind === 'constant' && Number(value.value) === 1;

const COMPARES: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=']);
export const isComparison = (operator: BinaryOperator): boolean => COMPARES.has(operator);

/** Both sides have the type of the left one (but for shifts). */
export function binary(operator: BinaryOperator, left: Value, right: Value): Value {
  const type = isComparison(operator) ? 'int' : left.type;
  const known =
    left.kind === 'constant' && right.kind === 'constant'
      ? folded(operator, type, left, right)
      : undefined;
  if (known !== undefined) return known;
  if (isInteger(left.type)) {
    if (isZero(right) && /^(\+|-|<<|>>|\||\^)$/.test(operator)) return left;
    if (isZero(left) && /^[+|^]$/.test(operator)) return right;
    if (isOne(right) && /^[*/]$/.test(operator)) return left;
    if (isOne(left) && operator === '*') return right;
  }
  return { kind: 'binary', type, operator, left, right };
}

function folded(
  operator: BinaryOperator,
  type: Scalar,
  left: Constant,
  right: Constant,
): Constant | undefined {
  if (isInteger(left.type) && isInteger(right.type)) {
    const value = wholes(operator, BigInt(left.value), BigInt(right.value));
    return value === undefined ? undefined : constant(type, value);
  }
  if (left.type === 'pointer' || left.type === 'half') return undefined;
  const [a, b] = [Number(left.value), Number(right.value)];
  switch (operator) {
    case '+':
      return constant(type, a + b);
    case '-':
      return constant(type, a - b);
    case '*':
      return constant(type, a * b);
    case '/':
      return constant(type, a / b);
    default:
      return isComparison(operator) ? int(Number(compared(operator, a, b))) : undefined;
  }
}

function compared<T extends number | bigint>(operator: BinaryOperator, a: T, b: T): boolean {
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

function wholes(operator: BinaryOperator, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? undefined : a / b;
    case '%':
      return b === 0n ? undefined : a % b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    default:
      return compared(operator, a, b) ? 1n : 0n;
  }
}

export function unary(operator: '-' | '~' | '!', operand: Value): Value {
  const type = operator === '!' ? 'int' : operand.type;
  if (operand.kind === 'constant' && operand.type !== 'pointer' && operand.type !== 'half') {
    const { value } = operand;
    if (operator === '!') return int(Number(value) === 0 ? 1 : 0);
    if (isFloat(type)) return constant(type, -Number(value));
    return constant(type, operator === '-' ? -BigInt(value) : ~BigInt(value));
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

/** 1 or 0 as an `int`, for what C takes as a condition. */
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

/** A shift, whose right side is cut to the bits of the left. */
export function shift(operator: '<<' | '>>', left: Value, by: Value): Value {
  const bits = SCALARS[left.type].bytes * 8;
  return binary(operator, left, binary('&', convert('uint', by), constant('uint', bits - 1)));
}

/** Whether something is true of a value or of a part of it. */
export const some = (value: Value, holds: (part: Value) => boolean): boolean =>
  holds(value) || partsOf(value).some((part) => some(part, holds));

/** An integer division by what may be zero. */
export const mayFail = (value: Value): boolean =>
  value.kind === 'binary' &&
  (value.operator === '/' || value.operator === '%') &&
  isInteger(value.type) &&
  (value.right.kind !== 'constant' || isZero(value.right));
