/** The scalar types of OpenCL C as a kernel's values have them: widths and signs are C's own. `size_t` is
 * `ulong` and `ptrdiff_t` is `long`, as on a device of 64 bits; `bool` is 0 or 1 in one byte. */
const TABLE = {
  bool: { bytes: 1, kind: 'unsigned' },
  char: { bytes: 1, kind: 'signed' },
  uchar: { bytes: 1, kind: 'unsigned' },
  short: { bytes: 2, kind: 'signed' },
  ushort: { bytes: 2, kind: 'unsigned' },
  int: { bytes: 4, kind: 'signed' },
  uint: { bytes: 4, kind: 'unsigned' },
  long: { bytes: 8, kind: 'signed' },
  ulong: { bytes: 8, kind: 'unsigned' },
  half: { bytes: 2, kind: 'float' },
  float: { bytes: 4, kind: 'float' },
  double: { bytes: 8, kind: 'float' },
  /** A place in memory; see `PointerBits`. */
  pointer: { bytes: 8, kind: 'pointer' },
} as const;

export type Scalar = keyof typeof TABLE;

export type ScalarKind = (typeof TABLE)[Scalar]['kind'];

export const SCALARS: Readonly<
  Record<Scalar, { readonly bytes: 1 | 2 | 4 | 8; readonly kind: ScalarKind }>
> = TABLE;

export const isFloat = (type: Scalar): boolean => SCALARS[type].kind === 'float';
export const isInteger = (type: Scalar): boolean =>
  SCALARS[type].kind === 'signed' || SCALARS[type].kind === 'unsigned';
export const isSigned = (type: Scalar): boolean => SCALARS[type].kind === 'signed';

/** How a pointer is a number: `(object + 1) * 2^32 + 2^31 + offset`, with the index of the object in
 * `ValueProgram.objects` and an offset in bytes, which may be negative on the way. Zero is the null pointer. It is
 * exact in a double, and in 64 bits of C. */
export const POINTER = { object: 2 ** 32, bias: 2 ** 31 } as const;

export const pointerTo = (object: number, offset = 0): number =>
  (object + 1) * POINTER.object + POINTER.bias + offset;

/** The object and the offset in bytes that a pointer stands for; the object is negative for null and for
 * numbers that are no pointers. */
export function placeOf(pointer: number): { readonly object: number; readonly offset: number } {
  const object = Math.floor(pointer / POINTER.object) - 1;
  return { object, offset: pointer - (object + 1) * POINTER.object - POINTER.bias };
}
