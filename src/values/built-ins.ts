/** Built-in functions of scalars that a `call` may name; all others are composed of them. */

/** Arguments: fractional numbers (`half`, `float`, `double`), or integers. */
type Domain = 'float' | 'integer';

interface BuiltInValue {
  readonly domain: Domain;
  /** Number of arguments of that type. */
  readonly args: number;
  /** The exception to its types: an `int` last argument or result. */
  readonly int?: 'argument' | 'result';
  /** For those who write it in another language. */
  readonly about: string;
}

const float = (names: string, args: number, about: string): [string, BuiltInValue][] =>
  names.split(' ').map((name) => [name, { domain: 'float', args, about }]);

const integer = (name: string, args: number, about: string): [string, BuiltInValue] => [
  name,
  { domain: 'integer', args, about },
];

/** By name. Floating-point ones are C's <math.h> functions, rounded to the result's type (a `float`
 * is computed in double precision and rounded once). */
export const BUILT_IN_VALUES: ReadonlyMap<string, BuiltInValue> = new Map([
  ...float('sqrt cbrt exp exp2 expm1 log log2 log10 log1p', 1, 'as in C'),
  ...float('sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh', 1, 'as in C'),
  ...float('erf erfc tgamma lgamma', 1, 'as in C'),
  ...float('fabs floor ceil trunc', 1, 'as in C, exact'),
  ...float('round', 1, 'to the nearest whole number, halves away from zero'),
  ...float('rint', 1, 'to the nearest whole number, halves to the even one'),
  ...float('exp10', 1, '10 to the power of x'),
  ...float('pow atan2 hypot', 2, 'as in C'),
  ...float('fmod remainder nextafter copysign', 2, 'as in C, exact'),
  ...float('fmin fmax', 2, 'as in C: the other one where one is no number'),
  ...float('fma', 3, 'x * y + z, rounded once'),
  ['ldexp', { domain: 'float', args: 1, int: 'argument', about: 'x * 2 to the power of an int' }],
  ['ilogb', { domain: 'float', args: 1, int: 'result', about: 'the exponent of x, as in C' }],
  integer('popcount', 1, 'the number of bits that are 1'),
  integer('clz', 1, 'the number of leading bits that are 0: all of them for 0'),
  integer('ctz', 1, 'the number of trailing bits that are 0: all of them for 0'),
  integer('mul_hi', 2, 'the upper 64 bits of the product; for long and ulong alone'),
  integer('add_sat', 2, 'the sum, kept in the range; for long and ulong alone'),
  integer('sub_sat', 2, 'the difference, kept in the range; for long and ulong alone'),
  integer('mad_sat', 3, 'x * y + z, kept in the range; for long and ulong alone'),
]);
