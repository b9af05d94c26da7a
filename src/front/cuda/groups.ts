import type { Expression, Type } from '../syntax.ts';
import { GRID_BARRIER } from '../warp.ts';
import { callOfCuda } from './built-ins.ts';
import type { Maker } from './rows.ts';
import { constantOfCuda } from './indices.ts';
import { scalarType } from '../types.ts';

/** Cooperative groups: objects that exist while compiling only (CUDA C++ Programming Guide). */
export interface Group {
  readonly kind: 'block' | 'tile' | 'grid';
  /** Threads of a tile. */
  readonly size: number;
}

export function groupOf(type: Type): Group | undefined {
  if (type.kind !== 'other') return undefined;
  const { what } = type;
  const [, size] = /thread_block_tile<(\d+)/.exec(what) ?? [];
  if (size !== undefined) return { kind: 'tile', size: Number(size) };
  if (/\bthread_block\b/.test(what)) return { kind: 'block', size: 0 };
  return /\bgrid_group\b/.test(what) ? { kind: 'grid', size: 0 } : undefined;
}

/** A parameter that takes any group. */
export const isAnyGroup = (type: Type): boolean =>
  type.kind === 'other' && /\bthread_group\b/.test(type.what);

/** The group of the active lanes, whose mask only the running kernel knows. */
const COALESCED = 'coalesced_group';

/** In C++; its lanes are numbered in the order of the warp. */
export const COALESCED_GROUP = `struct ${COALESCED} {
  unsigned int mask;
  __device__ unsigned int own() const {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
  }
  __device__ unsigned int lane(unsigned int rank) const {
    unsigned int left = mask;
    for (unsigned int i = 0; i < rank; i++) left &= left - 1;
    return __ffs(left) - 1;
  }
  __device__ unsigned int size() const { return __popc(mask); }
  __device__ unsigned int num_threads() const { return __popc(mask); }
  __device__ unsigned int thread_rank() const { return __popc(mask & ((1u << own()) - 1)); }
  __device__ void sync() const { __syncwarp(mask); }
  template <typename T> __device__ T shfl(T v, unsigned int rank) const {
    return __shfl_sync(mask, v, lane(rank));
  }
  template <typename T> __device__ T shfl_up(T v, unsigned int by) const {
    unsigned int rank = thread_rank();
    return __shfl_sync(mask, v, rank < by ? own() : lane(rank - by));
  }
  template <typename T> __device__ T shfl_down(T v, unsigned int by) const {
    unsigned int rank = thread_rank() + by;
    return __shfl_sync(mask, v, rank < size() ? lane(rank) : own());
  }
  __device__ int any(int x) const { return __any_sync(mask, x); }
  __device__ int all(int x) const { return __all_sync(mask, x); }
  __device__ unsigned int ballot(int x) const {
    unsigned int found = __ballot_sync(mask, x), packed = 0;
    for (unsigned int i = 0; i < size(); i++) packed |= ((found >> lane(i)) & 1) << i;
    return packed;
  }
};
static __device__ ${COALESCED} coalesced_threads() {
  ${COALESCED} g;
  g.mask = __activemask();
  return g;
}`;

const UINT = scalarType('uint');

const made = (what: string, make: Maker): Expression => ({
  kind: 'name',
  name: what,
  type: { kind: 'other', what },
  span: make.span,
});

const SHUFFLES: Readonly<Record<string, string>> = {
  shfl: '__shfl_sync',
  shfl_up: '__shfl_up_sync',
  shfl_down: '__shfl_down_sync',
  shfl_xor: '__shfl_xor_sync',
};

const VOTES: Readonly<Record<string, string>> = {
  ballot: '__ballot_sync',
  any: '__any_sync',
  all: '__all_sync',
  match_any: '__match_any_sync',
};

/** A function that makes a group, or a method of one, whose object is its first argument. */
export function groupCall(
  name: string,
  explicit: readonly string[],
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  if (name === 'this_thread_block') return made('thread_block', make);
  if (name === 'this_grid') return made('grid_group', make);
  const [object, ...rest] = args;
  if (name === 'reduce' && object?.type?.kind === 'struct' && object.type.name === COALESCED)
    return reduced(
      make.typed({ kind: 'member', object, arrow: false, field: 'mask', span: make.span }),
      rest,
      make,
    );
  const group = object?.type && groupOf(object.type);
  if (group === undefined) return undefined;
  if (name === 'tiled_partition') {
    const [size = rest[0]?.kind === 'number' ? rest[0].text : '32'] = explicit;
    return made(`thread_block_tile<${size}>`, make);
  }
  if (group.kind === 'block') return ofBlock(name, make);
  if (group.kind === 'grid') return ofGrid(name, make);
  return ofTile(name, group, rest, make);
}

const linear = (make: Maker): Expression => make.cast(UINT, make.call('get_local_linear_id', []));

/** The product over all dimensions. */
const along = (name: string, make: Maker): Expression =>
  [0, 1, 2]
    .map((dimension) => make.call(name, [make.number(dimension)]))
    .reduce((product, next) => make.binary('*', product, next));

const threads = (make: Maker): Expression => make.cast(UINT, along('get_local_size', make));

function ofBlock(name: string, make: Maker): Expression | undefined {
  switch (name) {
    case 'sync':
    case 'barrier_wait':
      return callOfCuda('__syncthreads', [], make);
    case 'thread_rank':
      return linear(make);
    case 'size':
    case 'num_threads':
      return threads(make);
    case 'thread_index':
      return constantOfCuda('threadIdx', make);
    case 'group_index':
      return constantOfCuda('blockIdx', make);
    case 'dim_threads':
    case 'group_dim':
      return constantOfCuda('blockDim', make);
    default:
      return undefined;
  }
}

function ofGrid(name: string, make: Maker): Expression | undefined {
  switch (name) {
    case 'sync':
      return make.call(GRID_BARRIER, []);
    case 'is_valid':
      return make.number(1);
    case 'thread_rank':
      return make.call('get_global_linear_id', []);
    case 'size':
    case 'num_threads':
      return along('get_global_size', make);
    case 'num_blocks':
      return along('get_num_groups', make);
    case 'dim_blocks':
    case 'group_dim':
      return constantOfCuda('gridDim', make);
    case 'block_index':
      return constantOfCuda('blockIdx', make);
    default:
      return undefined;
  }
}

const REDUCED: Readonly<Record<string, string>> = {
  plus: 'add',
  greater: 'max',
  less: 'min',
  bit_and: 'and',
  bit_or: 'or',
  bit_xor: 'xor',
};

/** The lanes of the own tile. */
function maskOf(size: number, make: Maker): Expression {
  if (size >= make.lanes) return make.mask();
  const lane = make.binary('%', linear(make), make.number(`${make.lanes}u`));
  const first = make.binary('-', lane, make.binary('%', lane, make.number(`${size}u`)));
  return make.binary('<<', make.mask(make.number(`${2 ** size - 1}u`)), first);
}

/** `plus` of `plus<T>()` and of `plus<T>{}`. */
function joinedName(by: Expression): string {
  if (by.kind === 'call') return by.callee.kind === 'name' ? by.callee.name : '';
  if (by.kind !== 'cast' || by.type.kind !== 'other') return '';
  return /(\w+)\s*</.exec(by.type.what)?.[1] ?? '';
}

/** `reduce(group, value, plus<T>())` of the lanes in a mask. */
function reduced(
  mask: Expression,
  [value, by]: readonly Expression[],
  make: Maker,
  isWhole = false,
): Expression | undefined {
  const joined = by === undefined ? '' : joinedName(by);
  const name = Object.hasOwn(REDUCED, joined) ? REDUCED[joined] : undefined;
  const whole = isWhole ? 'whole_' : '';
  return value && name
    ? callOfCuda(`__reduce_${whole}${name}_sync`, [mask, value], make)
    : undefined;
}

function ofTile(
  name: string,
  { size }: Group,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const width = make.number(size);
  const mask = maskOf(size, make);
  const shuffle = Object.hasOwn(SHUFFLES, name) ? SHUFFLES[name] : undefined;
  if (shuffle !== undefined) return callOfCuda(shuffle, [mask, ...args, width], make);
  const vote = Object.hasOwn(VOTES, name) ? VOTES[name] : undefined;
  if (vote !== undefined && (size === make.lanes || !/ballot|match/.test(vote)))
    return callOfCuda(vote, [mask, ...args], make);
  switch (name) {
    case 'reduce':
      return reduced(mask, args, make, true);
    case 'sync':
      return callOfCuda('__syncwarp', [mask], make);
    case 'thread_rank':
      return make.binary('%', linear(make), make.number(`${size}u`));
    case 'meta_group_size':
      return make.binary('/', threads(make), make.number(`${size}u`));
    case 'meta_group_rank':
      return make.binary('/', linear(make), make.number(`${size}u`));
    case 'size':
    case 'num_threads':
      return make.number(`${size}u`);
    default:
      return undefined;
  }
}
