import { type InfixOperator, isShift } from '../base/operators.ts';
import { isFloat, isInteger, isSigned, type Scalar, SCALARS } from './scalar.ts';
import { type CType, decayed, INT, laneOf, lanesOf, scalarType, vectorType } from './types.ts';

/** What C's operators make of their operands (OpenCL C 3.0, sections 6.2 and 6.3). */

const RANKS: readonly Scalar[] = ['int', 'uint', 'long', 'ulong', 'half', 'float', 'double'];

/** Types narrower than `int` become `int`, which holds all their values. */
export const promoted = (type: Scalar): Scalar => (RANKS.includes(type) ? type : 'int');

/** Usual arithmetic conversions (C99, section 6.3.1.8). On 64 bits `long` holds every `uint`. */
export function common(a: Scalar, b: Scalar): Scalar {
  const [left, right] = [promoted(a), promoted(b)];
  return RANKS.indexOf(left) >= RANKS.indexOf(right) ? left : right;
}

/** Vector comparisons give integers as wide as their operands. */
export function maskOf(type: Scalar): Scalar {
  const masks = { 1: 'char', 2: 'short', 4: 'int', 8: 'long' } as const;
  return masks[SCALARS[type].bytes];
}

export const unsignedOf = (type: Scalar): Scalar =>
  isFloat(type) || type === 'pointer' || type === 'bool'
    ? type
    : ({ 1: 'uchar', 2: 'ushort', 4: 'uint', 8: 'ulong' } as const)[SCALARS[type].bytes];

/** An integer type by the `bits` and sign of its values; `bool` has one bit. */
export interface IntegerType {
  readonly bits: 1 | 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** Undefined for types that are not integers. */
export function integerType<L>(type: CType<L> | undefined): IntegerType | undefined {
  if (type?.kind !== 'scalar' || !isInteger(type.scalar)) return undefined;
  if (type.scalar === 'bool') return { bits: 1, signed: false };
  const { bytes } = SCALARS[type.scalar];
  return { bits: ({ 1: 8, 2: 16, 4: 32, 8: 64 } as const)[bytes], signed: isSigned(type.scalar) };
}

/** The name of an integer type. */
export const nameOfInteger = ({ bits, signed }: IntegerType): Scalar =>
  bits === 1
    ? 'bool'
    : `${signed ? '' : 'u'}${({ 8: 'char', 16: 'short', 32: 'int', 64: 'long' } as const)[bits]}`;

const integerOf = (type: Scalar): IntegerType => integerType(scalarType(type)) ?? INT32;

/** Integer promotion: what is narrower than `int` becomes `int`. */
export const promotedInteger = (type: IntegerType): IntegerType =>
  integerOf(promoted(nameOfInteger(type)));

/** The type that two integers are converted to. */
export const usualInteger = (a: IntegerType, b: IntegerType): IntegerType =>
  integerOf(common(nameOfInteger(a), nameOfInteger(b)));

export const INT32: IntegerType = { bits: 32, signed: true };

/** The least and the greatest value of a type. */
export const limitsOf = ({ bits, signed }: IntegerType): { low: bigint; high: bigint } =>
  signed
    ? { low: -(1n << BigInt(bits - 1)), high: (1n << BigInt(bits - 1)) - 1n }
    : { low: 0n, high: (1n << BigInt(bits)) - 1n };

/** The integer's value in the type's bits. */
export const wrapped = (value: bigint, { bits, signed }: IntegerType): bigint =>
  bits === 1
    ? BigInt(value !== 0n)
    : signed
      ? BigInt.asIntN(bits, value)
      : BigInt.asUintN(bits, value);

export const isPointer = <L>(type: CType<L>): boolean =>
  type.kind === 'pointer' || type.kind === 'array';

/** Scalars compare to an `int`; vectors to equally wide integers. */
export function comparisonType<L>(
  left: CType<L> | undefined,
  right: CType<L> | undefined,
): CType<L> {
  const vector = [left, right].find((type) => type?.kind === 'vector');
  return vector === undefined ? INT : vectorType(maskOf(laneOf(vector)), lanesOf(vector));
}

/** Both operands become the vector, the wider scalar, or the pointer. */
export function usual<L>(
  left: CType<L> | undefined,
  right: CType<L> | undefined,
): CType<L> | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (isPointer(left)) return decayed(left);
  if (isPointer(right)) return decayed(right);
  if (left.kind === 'vector') return left;
  if (right.kind === 'vector') return right;
  if (left.kind === 'scalar' && right.kind === 'scalar')
    return scalarType(common(left.scalar, right.scalar));
  return left.kind === right.kind ? left : undefined;
}

export const promotedType = <L>(type: CType<L>): CType<L> =>
  type.kind === 'scalar' ? scalarType(promoted(type.scalar)) : type;

/** A scalar for each lane of a vector. */
export const inLanes = <L>(type: CType<L>, of: CType<L>): CType<L> =>
  type.kind === 'scalar' ? vectorType(type.scalar, lanesOf(of)) : type;

/** What a binary operator makes of its operands; undefined where the text does not tell. */
export function operandTypes<L>(
  operator: InfixOperator,
  left: CType<L> | undefined,
  right: CType<L> | undefined,
): readonly [CType<L> | undefined, CType<L> | undefined] {
  if (left === undefined || right === undefined) return [left, right];
  const isVector = left.kind === 'vector' || right.kind === 'vector';
  if (!isVector && (operator === '&&' || operator === '||')) return [left, right];
  if (isPointer(left) || isPointer(right)) return [left, right];
  if (isShift(operator)) {
    const by = promotedType(right);
    return [promotedType(left), left.kind === 'vector' ? inLanes(by, left) : by];
  }
  const both = usual(left, right);
  return both?.kind === 'scalar' || both?.kind === 'vector' ? [both, both] : [left, right];
}
