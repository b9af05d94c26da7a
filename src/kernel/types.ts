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

/** True for scalar integer types, whose values lowering follows. Wrap-around of narrow and unsigned
 * types is not followed: indices and counts of sane kernels do not rely on it. */
export const isInteger = (type: TypeName): boolean =>
  type.pointers === 0 && integerBytes(type.base) !== undefined;
