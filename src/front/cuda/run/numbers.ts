import { FORM } from '../../../base/arithmetic.ts';
import { ARITHMETIC, type ArithmeticOperator } from '../../../base/arithmetic-operators.ts';
import { faultOf, isComparison, isShift } from '../../../base/operators.ts';
import { common, integerType, promoted, wrapped } from '../../conversions.ts';
import { isInteger, type Scalar, SCALARS } from '../../scalar.ts';
import { builtInType, scalarType } from '../../types.ts';
import { castTo } from '../host-reals.ts';
import { plainType, realLiteral, wholeLiteral } from '../host-text.ts';
import type { TreeNode } from '../../tree-node.ts';
import { typeOfCuda } from '../words.ts';
import { GIVEN, heldBy, LOST, OPEN, type Value } from './cells.ts';
import { isChanged, unfollowed } from './reading.ts';

/** Numbers of the host in their types, as C++ computes them. */

export const whole = (value: number | bigint, type: Scalar = 'int'): Value => ({
  kind: 'whole',
  type,
  value: BigInt(value),
});

export const real = (value: number, type: 'float' | 'double' = 'double'): Value => ({
  kind: 'real',
  type,
  value: type === 'float' ? Math.fround(value) : value,
});

/** A scalar type by its name in the host's text. */
export function scalarNamed(name: string): Scalar | undefined {
  const plain = plainType(name)
    .replaceAll(/\b(?:static|constexpr|volatile|std::)\s*/g, '')
    .trim();
  const type = typeOfCuda(plain) ?? builtInType(plain);
  return type?.kind === 'scalar' && type.scalar !== 'half' ? type.scalar : undefined;
}

/** A value in a scalar type. */
export function converted(value: Value, type: Scalar): Value {
  const integer = integerType(scalarType(type));
  if (value.kind === 'whole') {
    if (integer) return { kind: 'whole', type, value: wrapped(value.value, integer) };
    return type === 'float' || type === 'double' ? real(Number(value.value), type) : LOST;
  }
  if (value.kind === 'real') {
    if (type === 'float' || type === 'double') return real(value.value, type);
    const cut = type === 'bool' ? Number(value.value !== 0) : Math.trunc(value.value);
    if (!integer || !Number.isSafeInteger(cut)) return LOST;
    const fits = wrapped(BigInt(cut), integer);
    return fits === BigInt(cut) ? whole(cut, type) : LOST;
  }
  // A pointer is true where it leads somewhere.
  const isTrue = truthOf(value);
  if (type === 'bool' && isTrue !== undefined) return whole(Number(isTrue), 'bool');
  return unknownOf(value);
}

/** The result where one of the values is no number. */
export const unknownOf = (...values: readonly Value[]): Value => {
  if (!values.some(isOpen) || !values.every((each) => isOpen(each) || isNumber(each)))
    return unfollowed(...values);
  return values.some(isChanged) ? GIVEN : OPEN;
};

const isOpen = ({ kind }: Value): boolean => kind === 'open' || kind === 'unset';

const isNumber = (value: Value): value is Value & { kind: 'whole' | 'real' } =>
  value.kind === 'whole' || value.kind === 'real';

export function truthOf(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'whole':
      return value.value !== 0n;
    case 'real':
      return value.value !== 0;
    case 'pointer':
      return value.to !== undefined;
    case 'address':
    case 'bytes':
    case 'function':
      return true;
    case 'struct': {
      const held = heldBy(value);
      return held && truthOf(held);
    }
    case 'vector':
    case 'open':
    case 'lost':
    case 'unset':
      return undefined;
  }
}

export function computed(operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (!isNumber(left) || !isNumber(right)) return unknownOf(left, right);
  const { exact, near, real: isReal } = ARITHMETIC[operator];
  const type = isShift(operator) ? promoted(left.type) : common(left.type, right.type);
  const [a, b] = [
    converted(left, type),
    converted(right, isShift(operator) ? promoted(right.type) : type),
  ];
  if (a.kind === 'whole' && b.kind === 'whole') {
    const isTooFar = isShift(operator) && b.value >= BigInt(8 * SCALARS[type].bytes);
    if (faultOf(operator, b.value) !== undefined || isTooFar) return LOST;
    const value = exact(a.value, b.value);
    return isComparison(operator)
      ? whole(value, 'bool')
      : converted({ kind: 'whole', type, value }, type);
  }
  if (a.kind !== 'real' || b.kind !== 'real' || isInteger(type) || !isReal) return LOST;
  const value = near(a.value, b.value, FORM.double);
  return isComparison(operator) ? whole(value, 'bool') : real(value, a.type);
}

/** Its value where it is a whole number that fits. */
export function numberIn(value: Value): number | undefined {
  const number = value.kind === 'whole' ? Number(value.value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A number of the text. */
export function literal(text: string): Value {
  const decimal = realLiteral(text);
  if (decimal !== undefined) return real(decimal, /[fF]$/.test(text) ? 'float' : 'double');
  const value = wholeLiteral(text);
  if (value === undefined) return LOST;
  const isUnsigned = /u/i.test(text.replace(/^0x/i, ''));
  const isLong =
    /l/i.test(text) || value > (isUnsigned || /^0[xb]/i.test(text) ? 0xffff_ffffn : 0x7fff_ffffn);
  const isHexWide = /^0[xb]/i.test(text) && value > 0x7fff_ffffn && !isLong;
  return whole(
    value,
    isLong ? (isUnsigned ? 'ulong' : 'long') : isUnsigned || isHexWide ? 'uint' : 'int',
  );
}

/** The same for names of types, as in `size_t(x)`. */
export function castName(callee: TreeNode | null): string | undefined {
  const isName = callee?.type === 'identifier' || callee?.type === 'qualified_identifier';
  return castTo(callee)?.trim() ?? (isName && scalarNamed(callee.text) ? callee.text : undefined);
}
