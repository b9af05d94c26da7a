import { builtinOf, type Builtin } from '../kernel/builtins.ts';

/** A built-in function, as an editor offers and explains it. */
export interface BuiltinInfo {
  readonly name: string;
  /** `gentype` and its like stand for the types the specification allows. */
  readonly signature: string;
  readonly about: string;
}

/** Signatures (OpenCL C 3.0 specification, section 6.15) with NAME for each of the names after them. */
const TABLE: readonly (readonly [signature: string, about: string, names: string])[] = [
  ['size_t NAME(uint dimension)', 'Index of the work-item in its group.', 'get_local_id'],
  ['size_t NAME(uint dimension)', 'Index of the work-item among all.', 'get_global_id'],
  ['size_t NAME(uint dimension)', 'Index of the work-group.', 'get_group_id'],
  [
    'size_t NAME(uint dimension)',
    'Work-items of a group.',
    'get_local_size get_enqueued_local_size',
  ],
  ['size_t NAME(uint dimension)', 'Work-items in all.', 'get_global_size'],
  ['size_t NAME(uint dimension)', 'Number of work-groups.', 'get_num_groups'],
  ['size_t NAME(uint dimension)', 'Offset of the global indices.', 'get_global_offset'],
  ['uint NAME(void)', 'Dimensions of the NDRange.', 'get_work_dim'],
  [
    'size_t NAME(void)',
    'Index of the work-item as one number, over all dimensions.',
    'get_local_linear_id get_global_linear_id',
  ],
  [
    'void NAME(cl_mem_fence_flags flags)',
    'All work-items of the group wait here for each other. One that never comes is a deadlock.',
    'barrier work_group_barrier',
  ],
  [
    'void NAME(cl_mem_fence_flags flags)',
    'Orders the memory accesses of this work-item; nobody waits.',
    'mem_fence read_mem_fence write_mem_fence',
  ],
  [
    'event_t NAME(T *to, const T *from, size_t count, event_t event)',
    'The group copies together: each work-item pays for its share of the elements.',
    'async_work_group_copy',
  ],
  [
    'event_t NAME(T *to, const T *from, size_t count, size_t stride, event_t event)',
    'The group copies together, with a stride: each work-item pays for its share.',
    'async_work_group_strided_copy',
  ],
  ['void NAME(int count, event_t *events)', 'Waits for copies of the group.', 'wait_group_events'],
  ['void NAME(const __global T *from, size_t count)', 'Loads into a cache.', 'prefetch'],
  [
    'int NAME(volatile T *at)',
    'Reads and writes the element at once; gives the old value.',
    'atomic_inc atomic_dec',
  ],
  [
    'int NAME(volatile T *at, T value)',
    'Reads and writes the element at once; gives the old value.',
    'atomic_add atomic_sub atomic_xchg atomic_min atomic_max atomic_and atomic_or atomic_xor',
  ],
  [
    'int NAME(volatile T *at, T expected, T value)',
    'Writes the element if it has the expected value; gives the old one.',
    'atomic_cmpxchg',
  ],
  ['C NAME(volatile A *at)', 'Reads an atomic object.', 'atomic_load'],
  ['void NAME(volatile A *at, C value)', 'Writes an atomic object.', 'atomic_store'],
  [
    'C NAME(volatile A *at, M value)',
    'Reads and writes an atomic object at once; gives the old value.',
    'atomic_fetch_add atomic_fetch_sub atomic_fetch_min atomic_fetch_max atomic_fetch_and atomic_fetch_or atomic_fetch_xor atomic_exchange',
  ],
  [
    'gentypeN NAME(size_t offset, const gentype *from)',
    'Loads a vector.',
    'vload2 vload3 vload4 vload8 vload16',
  ],
  [
    'void NAME(gentypeN data, size_t offset, gentype *to)',
    'Stores a vector.',
    'vstore2 vstore3 vstore4 vstore8 vstore16',
  ],
  [
    'float4 NAME(image2d_t image, sampler_t sampler, float2 at)',
    'Reads an element of an image.',
    'read_imagef read_imagei read_imageui',
  ],
  [
    'void NAME(image2d_t image, int2 at, float4 colour)',
    'Writes an element of an image.',
    'write_imagef write_imagei write_imageui',
  ],
  [
    'gentype NAME(gentype x, gentype y)',
    'The larger or the smaller of two.',
    'min max fmin fmax maxmag minmag',
  ],
  ['gentype NAME(gentype x, gentype least, gentype most)', 'x, held between two bounds.', 'clamp'],
  ['gentype NAME(gentype a, gentype b, gentype c)', 'a * b + c.', 'fma mad mad24 mad_hi mad_sat'],
  ['gentype NAME(gentype x, gentype y, gentype a)', 'x + (y - x) * a.', 'mix'],
  ['gentype NAME(gentype low, gentype high, gentype x)', 'A smooth step.', 'smoothstep'],
  ['gentype NAME(gentype edge, gentype x)', '0 below the edge, else 1.', 'step'],
  ['gentype NAME(gentype a, gentype b, gentype c)', 'c ? b : a, by component.', 'select bitselect'],
  [
    'gentype NAME(gentype x)',
    'Mathematics.',
    `sqrt rsqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh
    asinh acosh atanh sinpi cospi tanpi fabs floor ceil round rint trunc erf erfc tgamma lgamma degrees
    radians sign abs popcount clz ctz native_sqrt native_rsqrt native_exp native_log native_sin
    native_cos native_recip half_sqrt half_exp`,
  ],
  [
    'gentype NAME(gentype x, gentype y)',
    'Mathematics.',
    `pow powr atan2 fmod hypot fdim copysign remainder nextafter abs_diff add_sat sub_sat hadd rhadd
    mul_hi mul24 rotate native_divide native_powr`,
  ],
  ['gentype NAME(gentype x, intn n)', 'Mathematics.', 'ldexp pown rootn'],
  ['gentype NAME(gentype x, gentype *second)', 'Two results.', 'fract modf sincos'],
  ['gentype NAME(gentype x, intn *exponent)', 'Two results.', 'frexp lgamma_r'],
  ['float NAME(floatn x, floatn y)', 'Geometry.', 'dot distance fast_distance'],
  ['float NAME(floatn x)', 'Geometry.', 'length fast_length'],
  ['floatn NAME(floatn x)', 'Geometry.', 'normalize fast_normalize'],
  ['float4 NAME(float4 x, float4 y)', 'Geometry.', 'cross'],
  ['int NAME(gentype x)', 'A test.', 'isnan isinf isfinite isnormal signbit any all'],
  [
    'int NAME(gentype x, gentype y)',
    'A comparison.',
    'isequal isnotequal isgreater isgreaterequal isless islessequal',
  ],
  ['int NAME(const char *format, ...)', 'Prints; takes no time in the model.', 'printf'],
];

export const BUILTINS: readonly BuiltinInfo[] = TABLE.flatMap(([signature, about, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, signature: signature.replace('NAME', name), about })),
);

const BY_NAME: ReadonlyMap<string, BuiltinInfo> = new Map(
  BUILTINS.map((info) => [info.name, info]),
);

const COSTS: Readonly<Record<Builtin, string>> = {
  free: 'Takes no time in the model.',
  item: 'Takes no time in the model.',
  barrier: 'BT ticks after the last arrival in the OpenCL semantics.',
  'vector-load': 'Costs one access of the memory it points to.',
  'vector-store': 'Costs one access of the memory it points to.',
  atomic: 'Costs a load and a store of the memory it points to.',
  'atomic-load': 'Costs one access of the memory it points to.',
  'atomic-store': 'Costs one access of the memory it points to.',
  'async-copy': 'Costs a load and a store for each element of the share.',
  'image-load': 'Costs one access of global memory.',
  'image-store': 'Costs one access of global memory.',
};

/** What there is to say about a built-in function: also those of a family that the table has no line of. */
export function builtinInfo(
  name: string,
): { readonly signature: string; readonly about: string; readonly cost: string } | undefined {
  const sort = builtinOf(name);
  if (sort === undefined) return undefined;
  const info = BY_NAME.get(name);
  return {
    signature: info?.signature ?? `${name}(...)`,
    about: info?.about ?? 'A built-in function of OpenCL C.',
    cost: COSTS[sort],
  };
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const BUILTIN_CONSTANTS = list(
  'CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN FLT_MAX FLT_MIN FLT_EPSILON INFINITY NAN M_PI M_PI_F',
);
export const KEYWORDS = list(
  `if else for while do switch case default return break continue sizeof struct typedef const restrict
  volatile __kernel __global __local __constant __private __attribute__`,
);
export const TYPES = list(
  `void bool char uchar short ushort int uint long ulong float double half size_t int2 int4 int8 int16
  uint2 uint4 float2 float3 float4 float8 float16 double2 double4 event_t image2d_t sampler_t`,
);
