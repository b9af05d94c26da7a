import type { Expression, Type } from '../syntax.ts';
import { callOfCuda, type Maker } from './built-ins.ts';
import { constantOfCuda } from './indices.ts';
import { scalarType } from '../types.ts';
import { WARP_SIZE } from '../warp.ts';

/** Cooperative groups: objects that exist while compiling only (CUDA C++ Programming Guide). */
export interface Group {
  readonly kind: 'block' | 'tile' | 'coalesced' | 'grid';
  /** Threads of a tile. */
  readonly size: number;
}

export function groupOf(type: Type): Group | undefined {
  if (type.kind !== 'other') return undefined;
  const { what } = type;
  const [, size] = /thread_block_tile<(\d+)/.exec(what) ?? [];
  if (size !== undefined) return { kind: 'tile', size: Number(size) };
  if (/\bthread_block\b/.test(what)) return { kind: 'block', size: 0 };
  if (/\bcoalesced_group\b/.test(what)) return { kind: 'coalesced', size: 32 };
  return /\bgrid_group\b/.test(what) ? { kind: 'grid', size: 0 } : undefined;
}

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
  if (name === 'coalesced_threads') return made('coalesced_group', make);
  const [object, ...rest] = args;
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

const threads = (make: Maker): Expression =>
  [0, 1, 2]
    .map((dimension) => make.cast(UINT, make.call('get_local_size', [make.number(dimension)])))
    .reduce((product, next) => make.binary('*', product, next));

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
      return { kind: 'unsupported', what: 'a barrier of the whole grid', span: make.span };
    case 'thread_rank':
      return make.call('get_global_linear_id', []);
    case 'size':
    case 'num_threads':
      return make.call('get_global_size', [make.number(0)]);
    default:
      return undefined;
  }
}

const REDUCED: Readonly<Record<string, string>> = {
  plus: '__reduce_add_sync',
  greater: '__reduce_max_sync',
  less: '__reduce_min_sync',
  bit_and: '__reduce_and_sync',
  bit_or: '__reduce_or_sync',
  bit_xor: '__reduce_xor_sync',
};

/** The lanes of the own tile. */
function maskOf(size: number, make: Maker): Expression {
  if (size >= WARP_SIZE) return make.number('0xffffffffu');
  const lane = make.binary('%', linear(make), make.number(`${WARP_SIZE}u`));
  const first = make.binary('-', lane, make.binary('%', lane, make.number(`${size}u`)));
  return make.binary('<<', make.number(`${2 ** size - 1}u`), first);
}

/** `plus` of `plus<T>()` and of `plus<T>{}`. */
function joinedName(by: Expression): string {
  if (by.kind === 'call') return by.callee.kind === 'name' ? by.callee.name : '';
  if (by.kind !== 'cast' || by.type.kind !== 'other') return '';
  return /(\w+)\s*</.exec(by.type.what)?.[1] ?? '';
}

function ofTile(
  name: string,
  { kind, size }: Group,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  // Its lanes are the machine's affair, whatever is asked of them.
  if (kind === 'coalesced') return make.call('__activemask', []);
  const width = make.number(size);
  const mask = maskOf(size, make);
  const shuffle = Object.hasOwn(SHUFFLES, name) ? SHUFFLES[name] : undefined;
  if (shuffle !== undefined) return callOfCuda(shuffle, [mask, ...args, width], make);
  const vote = Object.hasOwn(VOTES, name) ? VOTES[name] : undefined;
  if (vote !== undefined && (size === 32 || !/ballot|match/.test(vote)))
    return callOfCuda(vote, [mask, ...args], make);
  const [value, by] = args;
  const joined = by === undefined ? '' : joinedName(by);
  const reduced = Object.hasOwn(REDUCED, joined) ? REDUCED[joined] : undefined;
  if (name === 'reduce' && value && reduced) return callOfCuda(reduced, [mask, value], make);
  switch (name) {
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
