import type { Span } from '../base/span.ts';
import { SCALARS } from '../front/scalar.ts';
import type { Value } from '../values/program.ts';
import { refuse } from './refusal.ts';
import { bitsOf } from './words.ts';

/** Functions that WGSL lacks, put before the kernel where it calls them. */
export const HELPERS = {
  pow_: `fn pow_(x: f32, y: f32) -> f32 {
  if (y == 0f) { return 1f; }
  let size = pow(abs(x), y);
  let is_odd = abs(y) % 2f == 1f;
  return select(size, -size, x < 0f && is_odd);
}`,
  round_: `fn round_(x: f32) -> f32 {
  let whole = trunc(x);
  return select(whole, whole + sign(x), abs(x - whole) >= 0.5f);
}`,
  hypot_: `fn hypot_(x: f32, y: f32) -> f32 {
  return sqrt(x * x + y * y);
}`,
  copysign_: `fn copysign_(x: f32, y: f32) -> f32 {
  return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(y) & 0x80000000u));
}`,
} as const;

export type Helper = keyof typeof HELPERS;

/** Those of `BUILT_IN_VALUES` that WGSL has, by its name for them or one of `HELPERS`. */
const SAME: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'sqrt exp exp2 log log2 sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil trunc fma ldexp'
      .split(' ')
      .map((name) => [name, name]),
  ),
  fabs: 'abs',
  fmin: 'min',
  fmax: 'max',
  rint: 'round',
  round: 'round_',
  pow: 'pow_',
  hypot: 'hypot_',
  copysign: 'copysign_',
  popcount: 'countOneBits',
};

const isHelper = (name: string): name is Helper => Object.hasOwn(HELPERS, name);

/** A call of a scalar built-in. */
export function called(
  { name, type }: Extract<Value, { kind: 'call' }>,
  args: readonly string[],
  span: Span,
  helps: (helper: Helper) => void,
): string {
  if (SCALARS[type].bytes === 8 || type === 'half')
    return refuse(span, `WGSL has no ${name} of type ${type}.`);
  const [x = '', y = ''] = args;
  if (name === 'popcount' && SCALARS[type].kind === 'signed' && bitsOf(type) < 32)
    return refuse(span, `WGSL has no popcount of type ${type}.`);
  const same = Object.hasOwn(SAME, name) ? SAME[name] : undefined;
  if (same !== undefined) {
    if (isHelper(same)) helps(same);
    return `${same}(${args.join(', ')})`;
  }
  const unused = `${32 - bitsOf(type)}`;
  switch (name) {
    case 'exp10':
      return `exp2(${x} * 3.321928f)`;
    case 'log10':
      return `(log2(${x}) * 0.30103f)`;
    case 'fmod':
      return `(${x} % ${y})`;
    case 'clz':
      if (bitsOf(type) === 32) return `countLeadingZeros(${x})`;
      return SCALARS[type].kind === 'unsigned'
        ? `(countLeadingZeros(${x}) - ${unused}u)`
        : refuse(span, `WGSL has no clz of type ${type}.`);
    case 'ctz':
      if (bitsOf(type) === 32) return `countTrailingZeros(${x})`;
      return refuse(span, `WGSL has no ctz of type ${type}.`);
    default:
      return refuse(span, `WGSL has no ${name}.`);
  }
}
