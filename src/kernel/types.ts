import type { TypeName } from './syntax.ts';

const INTEGERS: Readonly<Record<string, number>> = {
  bool: 1,
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  long: 8,
  ulong: 8,
  size_t: 8,
  ptrdiff_t: 8,
  intptr_t: 8,
  uintptr_t: 8,
  unsigned: 4,
  signed: 4,
  int8_t: 1,
  uint8_t: 1,
  int16_t: 2,
  uint16_t: 2,
  int32_t: 4,
  uint32_t: 4,
  int64_t: 8,
  uint64_t: 8,
};

const FLOATS: Readonly<Record<string, number>> = { half: 2, float: 4, double: 8 };

const VECTOR = /^(u?(?:char|short|int|long)|half|float|double)(2|3|4|8|16)$/;

const OTHERS =
  /^(void|image\w+_t|sampler_t|event_t|cl_mem_fence_flags|memory_(order|scope)|atomic_\w+|queue_t|ndrange_t|clk_event_t|reserve_id_t)$/;

/** True for the types an OpenCL compiler knows and for those the text declares. */
export const isTypeName = (name: string, typedefs: ReadonlyMap<string, TypeName>): boolean =>
  typedefs.has(name) ||
  Object.hasOwn(INTEGERS, name) ||
  Object.hasOwn(FLOATS, name) ||
  VECTOR.test(name) ||
  OTHERS.test(name);

/** Bytes of one value of a scalar or vector type; undefined for others. */
export function bytesOf(type: TypeName): number | undefined {
  if (type.pointers > 0) return 8;
  const vector = VECTOR.exec(type.base);
  const base = vector?.[1] ?? type.base;
  const scalar = integerBytes(base) ?? (Object.hasOwn(FLOATS, base) ? FLOATS[base] : undefined);
  return scalar === undefined ? undefined : scalar * lanesOf(type);
}

function integerBytes(base: string): number | undefined {
  if (Object.hasOwn(INTEGERS, base)) return INTEGERS[base];
  if (!/^(unsigned|signed|long|short)\b/.test(base)) return undefined;
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
