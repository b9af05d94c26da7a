/** The built-in functions of OpenCL C (OpenCL C 3.0 specification, section 6.15), sorted by what they
 * cost here. */
export type Builtin =
  | 'free'
  | 'item'
  | 'barrier'
  | 'vector-load'
  | 'vector-store'
  | 'atomic'
  | 'atomic-load'
  | 'atomic-store'
  | 'async-copy'
  | 'image-load'
  | 'image-store';

const words = (text: string): string[] => text.trim().split(/\s+/);

const FREE: ReadonlySet<string> = new Set(
  words(`
  acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos cosh cospi
  erf erfc exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot ilogb ldexp lgamma
  lgamma_r log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo
  rint rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc
  abs abs_diff add_sat hadd rhadd clamp clz ctz mad_hi mad_sat max min mul_hi rotate sub_sat upsample
  popcount mad24 mul24 degrees mix radians step smoothstep sign cross dot distance length normalize
  fast_distance fast_length fast_normalize
  isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite isinf isnan
  isnormal isordered isunordered signbit any all bitselect select shuffle shuffle2
  printf prefetch wait_group_events mem_fence read_mem_fence write_mem_fence atomic_work_item_fence
  atomic_init sub_group_barrier get_image_width get_image_height get_image_depth get_image_dim
  get_image_channel_data_type get_image_channel_order get_image_array_size to_global to_local to_private
  get_sub_group_size get_max_sub_group_size get_num_sub_groups get_sub_group_id
  get_sub_group_local_id`),
);

const ITEM: ReadonlySet<string> = new Set(
  words(`get_local_id get_group_id get_global_id get_local_size get_enqueued_local_size get_global_size
  get_num_groups get_global_offset get_work_dim get_local_linear_id get_global_linear_id`),
);

const PATTERNS: readonly (readonly [RegExp, Builtin])[] = [
  [/^(work_group_)?barrier$/, 'barrier'],
  [/^(convert|as)_\w+$/, 'free'],
  [
    /^(native|half)_(cos|divide|exp|exp2|exp10|log|log2|log10|powr|recip|rsqrt|sin|sqrt|tan)$/,
    'free',
  ],
  [/^vload(a?_half)?(2|3|4|8|16)?$/, 'vector-load'],
  [/^vstore(a?_half)?(2|3|4|8|16)?(_rt[ezpn])?$/, 'vector-store'],
  [/^atomic_load(_explicit)?$/, 'atomic-load'],
  [/^atomic_(store|flag_clear)(_explicit)?$/, 'atomic-store'],
  [
    /^atom(ic)?_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor|exchange|(compare_exchange_(strong|weak)|fetch_(add|sub|or|xor|and|min|max)|exchange|flag_test_and_set)(_explicit)?)$/,
    'atomic',
  ],
  [/^async_work_group_(strided_)?copy$/, 'async-copy'],
  [/^read_image(f|i|ui|h)$/, 'image-load'],
  [/^write_image(f|i|ui|h)$/, 'image-store'],
];

/** The sort of a built-in function; undefined for names OpenCL does not define. */
export function builtinOf(name: string): Builtin | undefined {
  if (FREE.has(name)) return 'free';
  if (ITEM.has(name)) return 'item';
  return PATTERNS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Objects that OpenCL C defines and that are worth nothing to us. */
export const isBuiltinConstant = (name: string): boolean =>
  /^(CLK_\w+|memory_(order|scope)_\w+|(FLT|DBL|HALF)_\w+|M_\w+|(CHAR|SCHAR|UCHAR|SHRT|USHRT|INT|UINT|LONG|ULONG)_(MAX|MIN|BIT)|CHAR_BIT|INFINITY|NAN|HUGE_VALF?|MAXFLOAT|NULL|ATOMIC_VAR_INIT|true|false)$/.test(
    name,
  );
