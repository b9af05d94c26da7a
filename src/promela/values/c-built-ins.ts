import type { Value } from '../../values/program.ts';
import { isFloat, SCALARS } from '../../front/scalar.ts';
import { cType } from './c-type.ts';
import { Unprintable } from './unprintable.ts';

type Call = Extract<Value, { kind: 'call' }>;

/** Functions that C's library has under the same name. */
const LIBRARY = new Set(
  `sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf
  erfc tgamma lgamma fabs floor ceil trunc round rint pow atan2 hypot fmod remainder nextafter copysign fmin fmax
  fma ldexp ilogb`.split(/\s+/),
);

/** A scalar built-in (see `BUILT_IN_VALUES`) of C arguments; floats are doubles until rounded once.
 * @throws {Unprintable} for an unknown one */
export function cBuiltIn({ name, type, args: values }: Call, args: readonly string[]): string {
  const c = cType(type);
  const [a = '0'] = args;
  const from = values[0]?.type ?? type;
  if (isFloat(from)) {
    const result = floating(name, from, args);
    return type === 'half' ? `v_round (${result})` : `((${c}) ${result})`;
  }
  const bits = SCALARS[from].bytes * 8;
  const unsigned = bits === 64 ? 'v_u64' : `v_u${bits}`;
  const whole = `(${unsigned}) (${a})`;
  switch (name) {
    case 'popcount':
      return `((${c}) __builtin_popcountll (${whole}))`;
    case 'clz':
      return `((${c}) v_clz (${whole}, ${bits}))`;
    case 'ctz':
      return `((${c}) v_ctz (${whole}, ${bits}))`;
    case 'mul_hi':
    case 'add_sat':
    case 'sub_sat':
    case 'mad_sat':
      return `v_${name}_${type === 'ulong' ? 'u64' : 'i64'} (${args.join(', ')})`;
    default:
      throw new Unprintable(`the function ${name}`);
  }
}

function floating(name: string, from: Call['type'], args: readonly string[]): string {
  const [a = '0'] = args;
  if (name === 'exp10') return `__builtin_pow (10.0, ${a})`;
  if (name === 'nextafter' && from === 'float') return `__builtin_nextafterf (${args.join(', ')})`;
  if (name === 'nextafter' && from === 'half') throw new Unprintable('nextafter of half floats');
  // A product of two floats is exact as a double.
  if (name === 'fma' && from !== 'double')
    return `((double) (${a}) * (double) (${args[1]}) + (double) (${args[2]}))`;
  if (!LIBRARY.has(name)) throw new Unprintable(`the function ${name}`);
  return `__builtin_${name} (${args.join(', ')})`;
}

/** The functions of integers that C lacks. */
export const INTEGER_FUNCTIONS = String.raw`
  static int v_clz (v_u64 x, int bits) { return x ? __builtin_clzll (x) - (64 - bits) : bits; }
  static int v_ctz (v_u64 x, int bits) { return x ? __builtin_ctzll (x) : bits; }
  static v_u64 v_mul_hi_u64 (v_u64 a, v_u64 b) {
    const v_u64 al = (v_u32) a, ah = a >> 32, bl = (v_u32) b, bh = b >> 32;
    const v_u64 low = al * bl, one = ah * bl + (low >> 32), two = al * bh + (v_u32) one;
    return ah * bh + (one >> 32) + (two >> 32);
  }
  static v_i64 v_mul_hi_i64 (v_i64 a, v_i64 b) {
    return (v_i64) (v_mul_hi_u64 ((v_u64) a, (v_u64) b) - (a < 0 ? (v_u64) b : 0) - (b < 0 ? (v_u64) a : 0));
  }
  static v_u64 v_add_sat_u64 (v_u64 a, v_u64 b) { return a + b < a ? ~0ull : a + b; }
  static v_u64 v_sub_sat_u64 (v_u64 a, v_u64 b) { return a < b ? 0 : a - b; }
  static v_i64 v_most (v_i64 a) { return a < 0 ? -9223372036854775807LL - 1 : 9223372036854775807LL; }
  static v_i64 v_add_sat_i64 (v_i64 a, v_i64 b) { v_i64 r; return __builtin_add_overflow (a, b, &r) ? v_most (a) : r; }
  static v_i64 v_sub_sat_i64 (v_i64 a, v_i64 b) { v_i64 r; return __builtin_sub_overflow (a, b, &r) ? v_most (a) : r; }
  static v_u64 v_mad_sat_u64 (v_u64 a, v_u64 b, v_u64 c) { return v_mul_hi_u64 (a, b) ? ~0ull : v_add_sat_u64 (a * b, c); }
  static v_i64 v_mad_sat_i64 (v_i64 a, v_i64 b, v_i64 c) {
    const v_u64 product = (v_u64) a * (v_u64) b, low = product + (v_u64) c;
    const v_i64 high = v_mul_hi_i64 (a, b) - (c < 0) + (low < product);
    return high == ((v_i64) low >> 63) ? (v_i64) low : v_most (high);
  }
`;
