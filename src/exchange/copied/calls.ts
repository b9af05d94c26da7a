import type { Language } from '../../front/language.ts';
import type { Expression, Of } from '../../front/syntax.ts';
import { Unsayable } from './unsayable.ts';

/** Built-in functions of the tree, whose vocabulary is OpenCL C's, in a language's words. */

const AXES = ['x', 'y', 'z'];

const INDICES: Readonly<Record<string, (axis: string) => string>> = {
  get_local_id: (axis) => `threadIdx.${axis}`,
  get_group_id: (axis) => `blockIdx.${axis}`,
  get_local_size: (axis) => `blockDim.${axis}`,
  get_num_groups: (axis) => `gridDim.${axis}`,
  get_global_id: (axis) => `(blockIdx.${axis} * blockDim.${axis} + threadIdx.${axis})`,
  get_global_size: (axis) => `(gridDim.${axis} * blockDim.${axis})`,
};

const ATOMICS: Readonly<Record<string, string>> = {
  add: 'Add',
  sub: 'Sub',
  xchg: 'Exch',
  min: 'Min',
  max: 'Max',
  and: 'And',
  or: 'Or',
  xor: 'Xor',
  cmpxchg: 'CAS',
  inc_to: 'Inc',
  dec_from: 'Dec',
  xchg_block: 'Exch_block',
  cmpxchg_block: 'CAS_block',
  inc_to_block: 'Inc_block',
  dec_from_block: 'Dec_block',
};

/** The same in both. */
const MATHEMATICS =
  /^(?:sqrt|rsqrt|cbrt|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|sin|cos|tan|asin|acos|atan|a?sinh|a?cosh|a?tanh|sinpi|cospi|fabs|floor|ceil|round|rint|trunc|erfc?|[tl]gamma|pow|atan2|fmod|hypot|fdim|copysign|remainder|nextafter|fmin|fmax|fma|min|max|abs|isnan|isinf|isfinite|signbit|ldexp)$/;

const NATIVE: Readonly<Record<string, string>> = {
  native_exp: '__expf',
  native_log: '__logf',
  native_sin: '__sinf',
  native_cos: '__cosf',
  native_sqrt: 'sqrtf',
  native_rsqrt: 'rsqrtf',
  native_divide: '__fdividef',
  native_powr: '__powf',
};

const OTHERS: Readonly<Record<string, string>> = {
  mad: 'fma',
  mul24: '__mul24',
  popcount: '__popc',
  clz: '__clz',
};

const AS: Readonly<Record<string, string>> = {
  'as_float int': '__int_as_float',
  'as_float uint': '__uint_as_float',
  'as_int float': '__float_as_int',
  'as_uint float': '__float_as_uint',
};

const SUB_GROUPS: Readonly<Record<string, string>> = {
  __shfl_sync: 'sub_group_shuffle',
  __shfl_xor_sync: 'sub_group_shuffle_xor',
  __shfl_up_sync: 'sub_group_shuffle_up',
  __shfl_down_sync: 'sub_group_shuffle_down',
  __any_sync: 'sub_group_any',
  __all_sync: 'sub_group_all',
  __reduce_add_sync: 'sub_group_reduce_add',
  __reduce_min_sync: 'sub_group_reduce_min',
  __reduce_max_sync: 'sub_group_reduce_max',
};

type Written = (expression: Expression) => string;

/** Undefined for a function that is none of the tree's own. */
export function callIn(
  language: Language,
  name: string,
  call: Of<'call'>,
  written: Written,
): string | undefined {
  // A tile's has no name of its own in either.
  const plain = name.replace(/^__reduce_whole_/, '__reduce_');
  return language === 'cuda' ? inCuda(plain, call, written) : inOpenCL(plain, call, written);
}

function inCuda(name: string, { args, span, becomes }: Of<'call'>, written: Written) {
  const all = args.map(written);
  const [first = '', second = '', third = ''] = all;
  const index = Object.hasOwn(INDICES, name) ? INDICES[name] : undefined;
  if (index !== undefined) {
    const [arg] = args;
    const axis = arg?.kind === 'number' ? AXES[Number(arg.text)] : undefined;
    if (axis === undefined) throw new Unsayable('CUDA has dimensions by name only', span);
    // OpenCL's indices have 64 bits.
    const isCut = becomes?.kind === 'scalar' && ['int', 'uint'].includes(becomes.scalar);
    return isCut ? index(axis) : `(size_t)${index(axis)}`;
  }
  if (name === 'barrier' || name === 'work_group_barrier') {
    const [flags] = args;
    if (flags?.kind === 'number')
      throw new Unsayable('a barrier without a fence has no counterpart in CUDA', span);
    return '__syncthreads()';
  }
  if (name === 'mem_fence')
    return first.includes('GLOBAL') ? '__threadfence()' : '__threadfence_block()';
  const [, operation = ''] = /^atom(?:ic)?_(\w+)$/.exec(name) ?? [];
  if (operation === 'inc') return `atomicAdd(${first}, 1)`;
  if (operation === 'dec') return `atomicSub(${first}, 1)`;
  const atomic = Object.hasOwn(ATOMICS, operation) ? ATOMICS[operation] : undefined;
  if (atomic !== undefined) return `atomic${atomic}(${all.join(', ')})`;
  if (MATHEMATICS.test(name)) return `${name}(${all.join(', ')})`;
  if (name === 'native_recip') return `1.0f / (${first})`;
  const other = NATIVE[name] ?? OTHERS[name];
  if (other !== undefined) return `${other}(${all.join(', ')})`;
  if (name === 'clamp') return `min(max(${first}, ${second}), ${third})`;
  const [arg] = args;
  const from = arg?.type?.kind === 'scalar' ? arg.type.scalar : '';
  const reads = AS[`${name} ${from}`];
  if (reads !== undefined) return `${reads}(${first})`;
  if (name.startsWith('__')) return `${name}(${all.join(', ')})`;
  return undefined;
}

const isAll = (mask: Expression | undefined): boolean => {
  const inner = mask?.kind === 'cast' ? mask.operands[0] : mask;
  return inner?.kind === 'number' && /^0xf{8}u?$/i.test(inner.text);
};

function inOpenCL(name: string, { args, span }: Of<'call'>, written: Written) {
  if (/^atomic_(?:inc_to|dec_from)/.test(name))
    throw new Unsayable('OpenCL C has no atomic that counts round', span);
  if (name.startsWith('atomic_')) {
    if (name.endsWith('_block'))
      throw new Unsayable('OpenCL C has no exchange within a work-group alone', span);
    const to = args[0]?.type;
    if (to?.kind === 'pointer' && to.to.kind === 'scalar' && /float|double|half/.test(to.to.scalar))
      throw new Unsayable('OpenCL C has no atomic arithmetic of fractional numbers', span);
  }
  if (!name.startsWith('__')) return undefined;
  const [mask, ...rest] = args;
  if (name !== '__activemask' && !isAll(mask))
    throw new Unsayable('sub-groups of OpenCL have no masks', span);
  if (name === '__syncwarp') return 'sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)';
  const other = SUB_GROUPS[name];
  if (other === undefined) throw new Unsayable(`OpenCL C has nothing like ${name}`, span);
  const [value, lane, width] = rest;
  if (width !== undefined && !(width.kind === 'number' && Number(width.text) === 32))
    throw new Unsayable('sub-groups of OpenCL have no parts', span);
  return `${other}(${[value, lane].flatMap((each) => (each ? written(each) : [])).join(', ')})`;
}
