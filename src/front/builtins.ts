import { all, type Builtin, type BuiltinSort, type Row } from './builtin-rows.ts';
import { MATHEMATICS } from './mathematics.ts';
import { COPY_OF_BARRIER, COPY_OF_ITEM, GRID_BARRIER } from './warp.ts';

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
    ['int NAME(int condition)', 'Asks all of the group.', 'work_group_all work_group_any'],
    [
      'gentype NAME(gentype value, size_t x, size_t y, size_t z)',
      'The value that one work-item of the group has.',
      'work_group_broadcast',
    ],
    [
      'gentype NAME(gentype value)',
      'Joins the values of the group, whose work-items wait here for each other.',
      `work_group_reduce_add work_group_reduce_min work_group_reduce_max
      work_group_scan_inclusive_add work_group_scan_inclusive_min work_group_scan_inclusive_max
      work_group_scan_exclusive_add work_group_scan_exclusive_min work_group_scan_exclusive_max`,
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

/** Barriers of all blocks and asynchronous copies are read as these, which nobody writes. */
const READ_AS: readonly Builtin[] = [
  ...all('grid-barrier', [
    ['void NAME(void)', 'All threads of all blocks wait here for each other.', GRID_BARRIER],
  ]),
  ...all('item-copy', [
    [
      'void NAME(T *to, const T *from)',
      'The thread copies an element.',
      `${COPY_OF_ITEM} ${COPY_OF_BARRIER}`,
    ],
  ]),
  ...all('free', [
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

/** The same, that nobody writes. */
const WARPS_READ_AS: readonly Builtin[] = all('free', [
  ['mask NAME(mask lanes)', 'Those, where no condition has parted them.', '__activemask_unparted'],
  [
    'gentype NAME(mask lanes, gentype value)',
    'The same of a tile, of which no lane may be away.',
    `__reduce_whole_add_sync __reduce_whole_min_sync __reduce_whole_max_sync
    __reduce_whole_and_sync __reduce_whole_or_sync __reduce_whole_xor_sync`,
  ],
]);

/** Functions that only CUDA has. */
const CUDA: readonly Builtin[] = [
  ...WARPS,
  ...all('free', [
    ['void NAME(int claim)', 'Must hold here, in every run.', 'assert'],
    ['void NAME(void)', 'Ends a batch of asynchronous copies.', '__pipeline_commit'],
    [
      'void NAME(uint keeps)',
      'Waits for all but the last batches of asynchronous copies.',
      '__pipeline_wait_prior',
    ],
  ]),
  ...all('atomic', [
    [
      'C NAME(volatile T *at, C bound)',
      'Counts up to a number and from 0 again, or down from it.',
      'atomic_inc_to atomic_dec_from atomic_inc_to_block atomic_dec_from_block',
    ],
    ['C NAME(volatile T *at, C value)', UPDATES, 'atomic_xchg_block'],
    [
      'C NAME(volatile T *at, C expected, C value)',
      'Writes the element if it has the expected value; gives the old one.',
      'atomic_cmpxchg_block',
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

const BY_NAME = new Map(
  [...ALL_BUILTINS, ...READ_AS, ...WARPS_READ_AS].map((builtin) => [builtin.name, builtin]),
);

const OF_LANES: ReadonlySet<string> = new Set(
  [...WARPS, ...WARPS_READ_AS, ...SUB_GROUPS].flatMap(({ name }) =>
    name === '__activemask' ? [] : [name],
  ),
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
