/** OpenCL C's scalar types with C's widths and signs. As on a 64-bit device, `size_t` is `ulong` and
 * `ptrdiff_t` is `long`; `bool` is 0 or 1 in one byte. */
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
