import { COPY_OF_BARRIER, COPY_OF_ITEM } from './warp.ts';

/** Built-in functions (OpenCL C 3.0, section 6.15) by their cost here, in words. */
export const BUILTIN_COSTS = {
  free: 'Takes no time in the model.',
  item: 'Takes no time in the model.',
  barrier: 'BT ticks after the last arrival in the OpenCL semantics.',
  'vector-load': 'Costs one access of the memory it points to.',
  'vector-store': 'Costs one access of the memory it points to.',
  atomic: 'Costs a load and a store of the memory it points to.',
  'atomic-load': 'Costs one access of the memory it points to.',
  'atomic-store': 'Costs one access of the memory it points to.',
  'async-copy': 'Costs a load and a store for each element of the share.',
  'item-copy': 'Costs a load and a store.',
  'image-load': 'Costs one access of global memory.',
  'image-store': 'Costs one access of global memory.',
} as const;

export type BuiltinSort = keyof typeof BUILTIN_COSTS;

/** A built-in function, also for the editor to offer and explain. */
export interface Builtin {
  readonly name: string;
  readonly sort: BuiltinSort;
  /** `signatures.ts` says what its words mean for the types of a call. */
  readonly signature: string;
  readonly about: string;
}

type Row = readonly [signature: string, about: string, names: string];

/** Functions of one cost: rows of a signature with NAME and the names that have it. */
const all = (sort: BuiltinSort, rows: readonly Row[]): readonly Builtin[] =>
  rows.flatMap(([signature, about, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => ({ name, sort, signature: signature.replace('NAME', name), about })),
  );

/** Atomics, and their namesakes that take a memory order. */
const atomics = (sort: BuiltinSort, rows: readonly Row[]): readonly Builtin[] =>
  all(sort, rows).flatMap((builtin) => {
    const { name, signature } = builtin;
    const orders = name.includes('compare_exchange')
      ? 'memory_order success, memory_order failure'
      : 'memory_order order';
    const told = signature.replace(name, `${name}_explicit`).replace(/\)$/, `, ${orders})`);
    return [builtin, { ...builtin, name: `${name}_explicit`, signature: told }];
  });

const DIMENSION = 'size_t NAME(uint dimension)';
const FENCE = 'void NAME(cl_mem_fence_flags flags)';
const PIXEL = 'NAME(image2d_t image, sampler_t sampler, any at)';
const READS_PIXEL = 'Reads a pixel of an image; without a sampler at whole coordinates.';
const ONE = 'floatn NAME(floatn x)';
const TWO = 'floatn NAME(floatn x, floatn y)';
const UPDATES = 'Reads and writes the element at once; gives the old value.';
const ATOMIC_UPDATES = 'Reads and writes an atomic object at once; gives the old value.';
const ATOMIC_EXCHANGE =
  'Writes an atomic object if it has the expected value; says whether it had.';

const INDICES: readonly Builtin[] = [
  ...all('item', [
    [DIMENSION, 'Index of the work-item in its group.', 'get_local_id'],
    [DIMENSION, 'Index of the work-item among all.', 'get_global_id'],
    [DIMENSION, 'Index of the work-group.', 'get_group_id'],
    [DIMENSION, 'Work-items of a group.', 'get_local_size get_enqueued_local_size'],
    [DIMENSION, 'Work-items in all.', 'get_global_size'],
    [DIMENSION, 'Number of work-groups.', 'get_num_groups'],
    [DIMENSION, 'Offset of the global indices.', 'get_global_offset'],
    ['uint NAME(void)', 'Dimensions of the NDRange.', 'get_work_dim'],
    [
      'size_t NAME(void)',
      'Index of the work-item as one number, over all dimensions.',
      'get_local_linear_id get_global_linear_id',
    ],
  ]),
  ...all('free', [
    [
      'uint NAME(void)',
      'About the sub-group of the work-item.',
      `get_sub_group_size get_max_sub_group_size get_num_sub_groups get_sub_group_id
      get_sub_group_local_id`,
    ],
  ]),
];

const MEMORY: readonly Builtin[] = [
  ...all('barrier', [
    [
      FENCE,
      'All work-items of the group wait here for each other. One that never comes is a deadlock.',
      'barrier work_group_barrier',
    ],
  ]),
  ...all('async-copy', [
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
  ]),
  ...all('vector-load', [
    [
      'gentypeN NAME(size_t offset, const gentype *from)',
      'Loads a vector.',
      'vload2 vload3 vload4 vload8 vload16',
    ],
  ]),
  ...all('vector-store', [
    [
      'void NAME(gentypeN data, size_t offset, gentype *to)',
      'Stores a vector.',
      'vstore2 vstore3 vstore4 vstore8 vstore16',
    ],
  ]),
  ...all('image-load', [
    [`float4 ${PIXEL}`, READS_PIXEL, 'read_imagef'],
    [`half4 ${PIXEL}`, READS_PIXEL, 'read_imageh'],
    [`int4 ${PIXEL}`, READS_PIXEL, 'read_imagei'],
    [`uint4 ${PIXEL}`, READS_PIXEL, 'read_imageui'],
  ]),
  ...all('image-store', [
    [
      'void NAME(image2d_t image, any at, any colour)',
      'Writes a pixel of an image.',
      'write_imagef write_imagei write_imageui write_imageh',
    ],
  ]),
  ...all('free', [
    [
      FENCE,
      'Orders the memory accesses of this work-item; nobody waits.',
      'mem_fence read_mem_fence write_mem_fence',
    ],
    [
      'void NAME(cl_mem_fence_flags flags, memory_order order, memory_scope scope)',
      'Orders the memory accesses of this work-item; nobody waits.',
      'atomic_work_item_fence',
    ],
    [
      'T *NAME(T *from)',
      'The same pointer, where it points into this memory; else NULL.',
      'to_global to_local to_private',
    ],
    [
      'void NAME(int count, event_t *events)',
      'Waits for copies of the group.',
      'wait_group_events',
    ],
    ['void NAME(const __global T *from, size_t count)', 'Loads into a cache.', 'prefetch'],
    [
      'int NAME(image2d_t image)',
      'About an image.',
      `get_image_width get_image_height get_image_depth get_image_channel_data_type
      get_image_channel_order`,
    ],
    ['int2 NAME(image2d_t image)', 'Width and height of an image.', 'get_image_dim'],
    ['size_t NAME(image2d_array_t image)', 'Images of an array.', 'get_image_array_size'],
  ]),
];

const SUB_GROUPS: readonly Builtin[] = all('free', [
  [FENCE, 'The work-items of a sub-group wait here for each other.', 'sub_group_barrier'],
  ['int NAME(int condition)', 'Asks all of the sub-group.', 'sub_group_all sub_group_any'],
  ['uint4 NAME(int condition)', 'Those of the sub-group for which it holds.', 'sub_group_ballot'],
  [
    'gentype NAME(gentype value, uint which)',
    'The value that another work-item of the sub-group has.',
    `sub_group_broadcast sub_group_shuffle sub_group_shuffle_xor sub_group_shuffle_up
    sub_group_shuffle_down`,
  ],
  [
    'gentype NAME(gentype value)',
    'Joins the values of the sub-group.',
    `sub_group_reduce_add sub_group_reduce_min sub_group_reduce_max
    sub_group_scan_inclusive_add sub_group_scan_inclusive_min sub_group_scan_inclusive_max
    sub_group_scan_exclusive_add sub_group_scan_exclusive_min sub_group_scan_exclusive_max`,
  ],
]);

/** A thread's own asynchronous copies. */
const OWN_COPIES: readonly Builtin[] = [
  ...all('item-copy', [
    [
      'void NAME(T *to, const T *from)',
      'The thread copies an element.',
      `${COPY_OF_ITEM} ${COPY_OF_BARRIER}`,
    ],
  ]),
  ...all('free', [
    ['void NAME(void)', 'Ends a batch of asynchronous copies.', '__pipeline_commit'],
    [
      'void NAME(uint keeps)',
      'Waits for all but the last batches of asynchronous copies.',
      '__pipeline_wait_prior',
    ],
    ['void NAME(void)', 'A step of asynchronous copies.', '__barrier_settles'],
    [
      'void NAME(uint what)',
      'A thread arrives; what it does next is followed.',
      '__follows_from_here',
    ],
    [
      'void NAME(uint holds)',
      'What asynchronous copies are followed for.',
      '__follows_size __follows_stage',
    ],
    [
      'void NAME(uint what, uint threads)',
      'That all threads have arrived as often as this one.',
      '__follows_arrivals',
    ],
    [
      'void NAME(const int *barrier, uint holds)',
      'The one barrier that asynchronous copies are followed for.',
      '__follows_barrier',
    ],
  ]),
];

/** CUDA's, with the mask in front and all that it lets one leave out. */
const WARPS: readonly Builtin[] = all('free', [
  ['void NAME(mask lanes)', 'The lanes of a warp wait here for each other.', '__syncwarp'],
  [
    'gentype NAME(mask lanes, gentype value, int lane, int width)',
    'The value that another lane of the warp has.',
    '__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync',
  ],
  ['int NAME(mask lanes, int condition)', 'Asks all lanes of the warp.', '__any_sync __all_sync'],
  ['uint NAME(void)', 'The lanes that are here, which the machine decides.', '__activemask'],
  ['mask NAME(mask lanes, int condition)', 'The lanes for which it holds.', '__ballot_sync'],
  ['mask NAME(mask lanes, gentype value)', 'The lanes that have the same.', '__match_any_sync'],
  [
    'gentype NAME(mask lanes, gentype value)',
    'Joins the values of all lanes of the warp.',
    `__reduce_add_sync __reduce_min_sync __reduce_max_sync __reduce_and_sync __reduce_or_sync
    __reduce_xor_sync`,
  ],
]);

/** Functions that only CUDA has. */
const CUDA: readonly Builtin[] = [
  ...WARPS,
  ...OWN_COPIES,
  ...all('atomic', [
    [
      'C NAME(volatile T *at, C bound)',
      'Counts up to a number and from 0 again, or down from it.',
      'atomic_inc_to atomic_dec_from',
    ],
  ]),
];

const ATOMICS: readonly Builtin[] = [
  ...all('atomic-store', [
    ['void NAME(volatile A *at, C value)', 'Makes an atomic object.', 'atomic_init'],
  ]),
  ...all('atomic', [
    ['C NAME(volatile T *at)', UPDATES, 'atomic_inc atomic_dec atom_inc atom_dec'],
    [
      'C NAME(volatile T *at, C value)',
      UPDATES,
      `atomic_add atomic_sub atomic_xchg atomic_min atomic_max atomic_and atomic_or atomic_xor atom_add
      atom_sub atom_xchg atom_min atom_max atom_and atom_or atom_xor`,
    ],
    [
      'C NAME(volatile T *at, C expected, C value)',
      'Writes the element if it has the expected value; gives the old one.',
      'atomic_cmpxchg atom_cmpxchg',
    ],
  ]),
  ...atomics('atomic', [
    [
      'C NAME(volatile A *at, M value)',
      ATOMIC_UPDATES,
      `atomic_fetch_add atomic_fetch_sub atomic_fetch_min atomic_fetch_max atomic_fetch_and
      atomic_fetch_or atomic_fetch_xor atomic_exchange`,
    ],
    [
      'bool NAME(volatile A *at, C *expected, C value)',
      ATOMIC_EXCHANGE,
      'atomic_compare_exchange_strong atomic_compare_exchange_weak',
    ],
    [
      'bool NAME(volatile atomic_flag *flag)',
      'Sets a flag; says whether it was set.',
      'atomic_flag_test_and_set',
    ],
  ]),
  ...atomics('atomic-load', [['C NAME(volatile A *at)', 'Reads an atomic object.', 'atomic_load']]),
  ...atomics('atomic-store', [
    ['void NAME(volatile A *at, C value)', 'Writes an atomic object.', 'atomic_store'],
    ['void NAME(volatile atomic_flag *flag)', 'Clears a flag.', 'atomic_flag_clear'],
  ]),
];

const MATHEMATICS = all('free', [
  ['gentype NAME(gentype x, gentype y)', 'The larger or the smaller of two.', 'min max'],
  [TWO, 'The larger or the smaller of two.', 'fmin fmax maxmag minmag'],
  ['gentype NAME(gentype x, gentype least, gentype most)', 'x, held between two bounds.', 'clamp'],
  ['floatn NAME(floatn a, floatn b, floatn c)', 'a * b + c.', 'fma mad'],
  ['igentype NAME(igentype a, igentype b, igentype c)', 'a * b + c.', 'mad_hi mad_sat'],
  ['int32n NAME(int32n a, int32n b, int32n c)', 'a * b + c.', 'mad24'],
  ['floatn NAME(floatn x, floatn y, floatn a)', 'x + (y - x) * a.', 'mix'],
  ['floatn NAME(floatn low, floatn high, floatn x)', 'A smooth step.', 'smoothstep'],
  ['floatn NAME(floatn edge, floatn x)', '0 below the edge, else 1.', 'step'],
  ['gentype NAME(gentype a, gentype b, any c)', 'c ? b : a, by component.', 'select'],
  ['gentype NAME(gentype a, gentype b, gentype c)', 'c ? b : a, by bit.', 'bitselect'],
  [
    ONE,
    'Mathematics.',
    `sqrt rsqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p logb sin cos tan asin acos atan sinh
    cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi fabs floor ceil round rint
    trunc erf erfc tgamma lgamma degrees radians sign`,
  ],
  [
    'float32n NAME(float32n x)',
    'Mathematics, as exact as the device likes.',
    `native_cos native_exp native_exp2 native_exp10 native_log native_log2 native_log10 native_recip
    native_rsqrt native_sin native_sqrt native_tan half_cos half_exp half_exp2 half_exp10 half_log
    half_log2 half_log10 half_recip half_rsqrt half_sin half_sqrt half_tan`,
  ],
  [
    'float32n NAME(float32n x, float32n y)',
    'Mathematics, as exact as the device likes.',
    'native_divide native_powr half_divide half_powr',
  ],
  ['ugentype NAME(igentype x)', 'The size of a number.', 'abs'],
  ['igentype NAME(igentype x)', 'Counts bits.', 'popcount clz ctz'],
  [TWO, 'Mathematics.', `pow powr atan2 atan2pi fmod hypot fdim copysign remainder nextafter`],
  ['ugentype NAME(igentype x, igentype y)', 'How far two numbers are apart.', 'abs_diff'],
  [
    'igentype NAME(igentype x, igentype y)',
    'Arithmetic of integers.',
    'add_sat sub_sat hadd rhadd mul_hi rotate',
  ],
  ['int32n NAME(int32n x, int32n y)', 'The product of numbers of 24 bits.', 'mul24'],
  ['floatn NAME(floatn x, intn n)', 'Mathematics.', 'ldexp pown rootn'],
  ['intn NAME(floatn x)', 'The exponent as a whole number.', 'ilogb'],
  ['fgentype NAME(igentype code)', 'A number that is none.', 'nan'],
  ['floatn NAME(floatn x, floatn *second)', 'Two results.', 'fract modf sincos'],
  ['floatn NAME(floatn x, intn *exponent)', 'Two results.', 'frexp lgamma_r'],
  ['floatn NAME(floatn x, floatn y, intn *quotient)', 'Two results.', 'remquo'],
  ['widen NAME(igentype high, ugentype low)', 'Two numbers as one, twice as wide.', 'upsample'],
  ['lane NAME(floatn x, floatn y)', 'Geometry.', 'dot distance'],
  ['lane NAME(floatn x)', 'Geometry.', 'length'],
  ['float NAME(float32n x, float32n y)', 'Geometry.', 'fast_distance'],
  ['float NAME(float32n x)', 'Geometry.', 'fast_length'],
  ['float32n NAME(float32n x)', 'Geometry.', 'fast_normalize'],
  [ONE, 'Geometry.', 'normalize'],
  [TWO, 'Geometry.', 'cross'],
  ['truthn NAME(floatn x)', 'A test.', 'isnan isinf isfinite isnormal signbit'],
  ['int NAME(igentype x)', 'A test of the highest bits.', 'any all'],
  [
    'truthn NAME(floatn x, floatn y)',
    'A comparison.',
    `isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered
    isunordered`,
  ],
  ['gentypen NAME(any x, any mask)', 'Components in another order.', 'shuffle'],
  [
    'gentypen NAME(any x, any y, any mask)',
    'Components of two vectors in another order.',
    'shuffle2',
  ],
  ['int NAME(any format, ...)', 'Prints; takes no time in the model.', 'printf'],
]);

/** These move values instead of computing any. */
const MOVES: ReadonlySet<string> = new Set(['shuffle', 'shuffle2', 'printf', 'nan']);

const COMPUTES: ReadonlySet<string> = new Set(
  MATHEMATICS.flatMap(({ name }) => (MOVES.has(name) ? [] : [name])),
);

/** Computes or compares, as operators do. */
export const isMathematics = (name: string): boolean => COMPUTES.has(name);

/** OpenCL C's, all but for families without end. */
export const BUILTINS: readonly Builtin[] = [
  ...INDICES,
  ...MEMORY,
  ...SUB_GROUPS,
  ...ATOMICS,
  ...MATHEMATICS,
];

/** With those that only CUDA has. */
export const ALL_BUILTINS: readonly Builtin[] = [...BUILTINS, ...CUDA];

const BY_NAME = new Map(ALL_BUILTINS.map((builtin) => [builtin.name, builtin]));

const OF_LANES: ReadonlySet<string> = new Set(
  [...WARPS, ...SUB_GROUPS].flatMap(({ name }) => (name === '__activemask' ? [] : [name])),
);

/** Lanes of a warp meet in it. */
export const meetsLanes = (name: string): boolean => OF_LANES.has(name);

/** Named once for each type, or each size and rounding. */
const FAMILIES: readonly (readonly [RegExp, BuiltinSort, string])[] = [
  [/^(convert|as)_\w+$/, 'free', 'TYPE NAME(any x)'],
  [/^vloada?_half(2|3|4|8|16)?$/, 'vector-load', 'floatN NAME(size_t offset, const half *from)'],
  [
    /^vstorea?_half(2|3|4|8|16)?(_rt[ezpn])?$/,
    'vector-store',
    'void NAME(any data, size_t offset, half *to)',
  ],
];

/** Undefined for names that OpenCL does not define. */
export function builtinOf(name: string): Builtin | undefined {
  const known = BY_NAME.get(name);
  if (known) return known;
  const [, sort, signature] = FAMILIES.find(([pattern]) => pattern.test(name)) ?? [];
  if (sort === undefined || signature === undefined) return undefined;
  const about = 'A built-in function of OpenCL C.';
  return { name, sort, signature: signature.replace('NAME', name), about };
}

/** Objects of OpenCL C whose value does not matter here. */
export const isBuiltinConstant = (name: string): boolean =>
  /^(CLK_\w+|memory_(order|scope)_\w+|(FLT|DBL|HALF)_\w+|M_\w+|(CHAR|SCHAR|UCHAR|SHRT|USHRT|INT|UINT|LONG|ULONG)_(MAX|MIN|BIT)|CHAR_BIT|INFINITY|NAN|HUGE_VALF?|MAXFLOAT|NULL|ATOMIC_VAR_INIT|true|false)$/.test(
    name,
  );
