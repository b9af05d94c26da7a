import type { TypeName } from './syntax.ts';

/** Types by the bytes of their values. */
const sized = (names: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(names).flatMap(([bytes, list]) =>
      list.split(' ').map((name) => [name, Number(bytes)]),
    ),
  );

const INTEGERS = sized({
  1: 'bool char uchar int8_t uint8_t',
  2: 'short ushort int16_t uint16_t',
  4: 'int uint unsigned signed int32_t uint32_t',
  8: 'long ulong size_t ptrdiff_t intptr_t uintptr_t int64_t uint64_t',
});

const FLOATS = sized({ 2: 'half', 4: 'float', 8: 'double' });

const VECTOR = /^(u?(?:char|short|int|long)|half|float|double)(2|3|4|8|16)$/;

const OTHERS =
  /^(void|image\w+_t|sampler_t|event_t|cl_mem_fence_flags|memory_(order|scope)|atomic_\w+|queue_t|ndrange_t|clk_event_t|reserve_id_t)$/;

/** True for the types an OpenCL compiler knows and for those the text declares. */
export const isTypeName = (name: string, typedefs: ReadonlyMap<string, TypeName>): boolean =>
  typedefs.has(name) ||
  INTEGERS.has(name) ||
  FLOATS.has(name) ||
  VECTOR.test(name) ||
  OTHERS.test(name);

/** Bytes of one value of a scalar or vector type; undefined for others. */
export function bytesOf(type: TypeName): number | undefined {
  if (type.pointers > 0) return 8;
  const vector = VECTOR.exec(type.base);
  const base = vector?.[1] ?? type.base;
  const scalar = integerBytes(base) ?? FLOATS.get(base);
  return scalar === undefined ? undefined : scalar * lanesOf(type);
}

function integerBytes(base: string): number | undefined {
  const known = INTEGERS.get(base);
  if (known !== undefined || !/^(unsigned|signed|long|short)\b/.test(base)) return known;
  return /\bchar\b/.test(base) ? 1 : /\bshort\b/.test(base) ? 2 : /\blong\b/.test(base) ? 8 : 4;
}

/** Components of a vector as they count in memory (three take the room of four); 1 for scalars. */
export function lanesOf(type: TypeName): number {
  if (type.pointers > 0) return 1;
  const lanes = Number(VECTOR.exec(type.base)?.[2] ?? 1);
  return lanes === 3 ? 4 : lanes;
}

/** An integer type by what its values are: `bits` of them, with a sign or without. `bool` has one bit. */
export interface IntegerType {
  readonly bits: 1 | 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** The integer type of a name; undefined for floats, vectors, pointers and the rest. Types without a sign are
 * those of the list above that begin so, `size_t` and `bool`; `char` has one in OpenCL C. */
export function integerType({ base, pointers }: TypeName): IntegerType | undefined {
  const bytes = pointers > 0 ? undefined : integerBytes(base);
  if (bytes === undefined) return undefined;
  if (base === 'bool') return { bits: 1, signed: false };
  const signed = !/^(u|size_t)/.test(base);
  return { bits: bytes === 1 ? 8 : bytes === 2 ? 16 : bytes === 4 ? 32 : 64, signed };
}

/** The name of an integer type. */
export const nameOfInteger = ({ bits, signed }: IntegerType): string =>
  bits === 1
    ? 'bool'
    : `${signed ? '' : 'u'}${bits === 8 ? 'char' : bits === 16 ? 'short' : bits === 32 ? 'int' : 'long'}`;

export const INT32: IntegerType = { bits: 32, signed: true };

/** Integer promotion: what is narrower than `int` becomes `int`. */
export const promoted = (type: IntegerType): IntegerType => (type.bits < 32 ? INT32 : type);

/** The type that both operands of an operator are converted to (C99, section 6.3.1.8). */
export function usualType(a: IntegerType, b: IntegerType): IntegerType {
  const [left, right] = [promoted(a), promoted(b)];
  if (left.bits !== right.bits) return left.bits > right.bits ? left : right;
  return left.signed ? right : left;
}

/** The least and the greatest value of a type. */
export const limitsOf = ({ bits, signed }: IntegerType): { low: bigint; high: bigint } =>
  signed
    ? { low: -(1n << BigInt(bits - 1)), high: (1n << BigInt(bits - 1)) - 1n }
    : { low: 0n, high: (1n << BigInt(bits)) - 1n };

/** What a type makes of an integer: what is left of it in its bits. */
export const wrapped = (value: bigint, { bits, signed }: IntegerType): bigint =>
  bits === 1
    ? BigInt(value !== 0n)
    : signed
      ? BigInt.asIntN(bits, value)
      : BigInt.asUintN(bits, value);

/** The scalar type and the number of components of a vector type; undefined for others. */
export function vectorOf({
  base,
  pointers,
}: TypeName): { element: string; lanes: number } | undefined {
  const found = pointers > 0 ? null : VECTOR.exec(base);
  return found === null ? undefined : { element: found[1] ?? '', lanes: Number(found[2]) };
}

/** Bytes of a floating-point type; undefined for others. */
export const floatBytes = ({ base, pointers }: TypeName): number | undefined =>
  pointers > 0 ? undefined : FLOATS.get(base);
