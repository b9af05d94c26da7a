import type { Scalar } from './scalar.ts';
import { integerType, limitsOf } from './conversions.ts';
import { scalarType } from './types.ts';

/** A number of the text; integers are bigints. */
export interface Literal {
  readonly type: Scalar;
  readonly value: number | bigint;
}

const constant = (type: Scalar, value: number | bigint): Literal => ({ type, value });

/** An unsigned literal with C's type for it; undefined where it is none. */
export function literalOf(text: string): Literal | undefined {
  const whole = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$/.exec(text);
  if (whole !== null) return integer(whole[1] ?? '0', (whole[2] ?? '').toLowerCase());
  const float = /^((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([fFhHlL]?)$/.exec(text);
  if (float !== null) return constant(floatType(float[2]), Number(float[1]));
  const hex = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)([fFhHlL]?)$/.exec(text);
  if (hex === null) return undefined;
  const [, before = '', after = '', power, suffix] = hex;
  const digits = Number.parseInt(`${before}${after}` || '0', 16);
  return constant(floatType(suffix), digits * 2 ** (Number(power) - 4 * after.length));
}

const floatType = (suffix = ''): Scalar =>
  /f/i.test(suffix) ? 'float' : /h/i.test(suffix) ? 'half' : 'double';

/** The first type that fits; unsigned only with `u` or if not decimal. */
function integer(digits: string, suffix: string): Literal {
  const octal = /^0\d/.test(digits);
  const value = BigInt(
    octal ? `0o${digits.replace(/^0+(?=\d)/, '').replace(/[89]/g, '7')}` : digits,
  );
  const decimal = !octal && !/^0[xXbB]/.test(digits);
  const [isUnsigned, isLong] = [suffix.includes('u'), suffix.includes('l')];
  const fits = (['int', 'uint', 'long', 'ulong'] as const).find((type) => {
    if (isLong && (type === 'int' || type === 'uint')) return false;
    if (isUnsigned && (type === 'int' || type === 'long')) return false;
    if (decimal && !isUnsigned && (type === 'uint' || type === 'ulong')) return false;
    const limits = integerType(scalarType(type));
    return limits !== undefined && value <= limitsOf(limits).high;
  });
  return constant(fits ?? 'ulong', value);
}

const FLT_MAX = (2 - 2 ** -23) * 2 ** 127;

const FLOATS: Readonly<Record<string, number>> = {
  E: Math.E,
  LOG2E: Math.LOG2E,
  LOG10E: Math.LOG10E,
  LN2: Math.LN2,
  LN10: Math.LN10,
  PI: Math.PI,
  PI_2: Math.PI / 2,
  PI_4: Math.PI / 4,
  '1_PI': 1 / Math.PI,
  '2_PI': 2 / Math.PI,
  '2_SQRTPI': 2 / Math.sqrt(Math.PI),
  SQRT2: Math.SQRT2,
  SQRT1_2: Math.SQRT1_2,
};

const LIMITS: readonly (readonly [prefix: string, type: Scalar, bits: number, signed: boolean])[] =
  [
    ['CHAR', 'char', 8, true],
    ['SCHAR', 'char', 8, true],
    ['UCHAR', 'uchar', 8, false],
    ['SHRT', 'short', 16, true],
    ['USHRT', 'ushort', 16, false],
    ['INT', 'int', 32, true],
    ['UINT', 'uint', 32, false],
    ['LONG', 'long', 64, true],
    ['ULONG', 'ulong', 64, false],
  ];

/** The bits of `cl_mem_fence_flags`. */
export const FENCES = { local: 1, global: 2, image: 4 } as const;

/** The bits of a `sampler_t`; their numbers are the implementation's own affair. */
export const SAMPLERS = {
  CLK_NORMALIZED_COORDS_FALSE: 0,
  CLK_NORMALIZED_COORDS_TRUE: 1,
  CLK_ADDRESS_NONE: 0,
  CLK_ADDRESS_CLAMP_TO_EDGE: 2,
  CLK_ADDRESS_CLAMP: 4,
  CLK_ADDRESS_REPEAT: 6,
  CLK_ADDRESS_MIRRORED_REPEAT: 8,
  CLK_FILTER_NEAREST: 16,
  CLK_FILTER_LINEAR: 32,
} as const;

const NAMED: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ...LIMITS.flatMap(([prefix, type, bits, signed]): (readonly [string, Literal])[] => {
    const most = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
    // Narrow limits are plain integers, of type `int`.
    const shown: Scalar = bits < 32 ? 'int' : type;
    return [
      [`${prefix}_MAX`, constant(shown, most)],
      ...(signed ? [[`${prefix}_MIN`, constant(shown, -most - 1n)] as const] : []),
    ];
  }),
  ...Object.entries(FLOATS).flatMap(([name, value]): (readonly [string, Literal])[] => [
    [`M_${name}`, constant('double', value)],
    [`M_${name}_F`, constant('float', value)],
    [`M_${name}_H`, constant('half', value)],
  ]),
  ['CHAR_BIT', constant('int', 8)],
  ['FLT_MAX', constant('float', FLT_MAX)],
  ['MAXFLOAT', constant('float', FLT_MAX)],
  ['FLT_MIN', constant('float', 2 ** -126)],
  ['FLT_EPSILON', constant('float', 2 ** -23)],
  ['FLT_RADIX', constant('int', 2)],
  ['FLT_DIG', constant('int', 6)],
  ['FLT_MANT_DIG', constant('int', 24)],
  ['FLT_MAX_EXP', constant('int', 128)],
  ['FLT_MIN_EXP', constant('int', -125)],
  ['DBL_MAX', constant('double', Number.MAX_VALUE)],
  ['DBL_MIN', constant('double', 2 ** -1022)],
  ['DBL_EPSILON', constant('double', 2 ** -52)],
  ['DBL_DIG', constant('int', 15)],
  ['DBL_MANT_DIG', constant('int', 53)],
  ['HALF_MAX', constant('half', 65504)],
  ['HALF_MIN', constant('half', 2 ** -14)],
  ['HALF_EPSILON', constant('half', 2 ** -10)],
  ['INFINITY', constant('float', Number.POSITIVE_INFINITY)],
  ['HUGE_VALF', constant('float', Number.POSITIVE_INFINITY)],
  ['HUGE_VAL', constant('double', Number.POSITIVE_INFINITY)],
  ['NAN', constant('float', Number.NaN)],
  ['NULL', constant('pointer', 0)],
  ['true', constant('int', 1)],
  ['false', constant('int', 0)],
  ['CLK_LOCAL_MEM_FENCE', constant('uint', FENCES.local)],
  ['CLK_GLOBAL_MEM_FENCE', constant('uint', FENCES.global)],
  ...Object.entries(SAMPLERS).map(([name, bits]) => [name, constant('uint', bits)] as const),
  ['CLK_IMAGE_MEM_FENCE', constant('uint', FENCES.image)],
  ...['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'].map(
    (order, i): readonly [string, Literal] => [`memory_order_${order}`, constant('int', i)],
  ),
  ...['work_item', 'work_group', 'device', 'all_svm_devices', 'sub_group', 'all_devices'].map(
    (scope, i): readonly [string, Literal] => [`memory_scope_${scope}`, constant('int', i)],
  ),
]);

/** Names that OpenCL C itself defines. */
export const namedConstant = (name: string): Literal | undefined => NAMED.get(name);

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '0': 0, '\\': 92, "'": 39 };

/** The code of `'a'` or `'\n'`; undefined of other escapes. */
export function characterCode(literal: string): number | undefined {
  const inner = literal.slice(1, -1);
  return inner.startsWith('\\') ? ESCAPES[inner.slice(1)] : inner.codePointAt(0);
}
