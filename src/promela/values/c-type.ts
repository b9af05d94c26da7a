import { SCALARS, type Scalar } from '../../front/scalar.ts';

/** The verifier's types: 32- and 64-bit compilers agree on their widths. */
export const TYPE_NAMES = [
  'typedef unsigned char v_u8; typedef signed char v_i8;',
  'typedef unsigned short v_u16; typedef short v_i16;',
  'typedef unsigned int v_u32; typedef int v_i32;',
  'typedef unsigned long long v_u64; typedef long long v_i64;',
  '/* The integers of claims. */',
  'typedef __int128 v_whole;',
];

const C_TYPES: Readonly<Record<Scalar, string>> = {
  bool: 'v_u8',
  char: 'v_i8',
  uchar: 'v_u8',
  short: 'v_i16',
  ushort: 'v_u16',
  int: 'v_i32',
  uint: 'v_u32',
  long: 'v_i64',
  ulong: 'v_u64',
  half: 'float', // rounded after each operation
  float: 'float',
  double: 'double',
  pointer: 'v_u64',
};

export const cType = (type: Scalar): string => C_TYPES[type];

export const cMemoryType = (type: Scalar): string => (type === 'half' ? 'v_u16' : C_TYPES[type]);

/** Integers compute unsigned, to wrap around as in OpenCL. */
export const cUnsigned = (type: Scalar): string => (SCALARS[type].bytes === 8 ? 'v_u64' : 'v_u32');

/** A constant of a type, exactly. */
export function cConstant(type: Scalar, value: number | bigint): string {
  if (SCALARS[type].kind === 'float') return `((${C_TYPES[type]}) ${cNumber(Number(value))})`;
  const bits = BigInt.asUintN(64, BigInt(value));
  if (SCALARS[type].kind !== 'signed') return `((${C_TYPES[type]}) ${bits}ULL)`;
  const exact = BigInt.asIntN(64, bits);
  return exact < 0n ? `((${C_TYPES[type]}) ${bits}ULL)` : `((${C_TYPES[type]}) ${exact}LL)`;
}

/** A double: its shortest decimal form comes back as the same double. */
export function cNumber(value: number): string {
  if (Number.isNaN(value)) return '(__builtin_nan (""))';
  if (!Number.isFinite(value)) return value > 0 ? '(__builtin_inf ())' : '(- __builtin_inf ())';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return `(${/[.e]/.test(text) ? text : `${text}.0`})`;
}
