import type { Expression } from '../syntax.ts';
import { scalarType } from '../types.ts';
import type { Maker } from './rows.ts';
import { typeOfCuda } from './words.ts';

const UINT = scalarType('uint');

/** `threadIdx` and its like (CUDA C++ Programming Guide, "Built-in Variables"). */
const INDICES: Readonly<Record<string, string>> = {
  threadIdx: 'get_local_id',
  blockIdx: 'get_group_id',
  blockDim: 'get_local_size',
  gridDim: 'get_num_groups',
};

export const INDEX_NAMES: readonly string[] = Object.keys(INDICES);

export const isIndex = (name: string): boolean => Object.hasOwn(INDICES, name);

/** One dimension of an index. */
export function indexAt(name: string, dimension: number, make: Maker): Expression {
  const index = make.call(INDICES[name] ?? name, [make.number(dimension)]);
  return make.cast(UINT, index);
}

/** `threadIdx` and its like, where an expression is one. */
function indexOf(expression: Expression): { readonly of: string; readonly at: string } | undefined {
  const [call] = expression.kind === 'cast' ? expression.operands : [];
  if (call?.kind !== 'call' || call.callee.kind !== 'name') return undefined;
  const [at] = call.args;
  const isOne = Object.values(INDICES).includes(call.callee.name);
  return isOne && at?.kind === 'number' ? { of: call.callee.name, at: at.text } : undefined;
}

/** Indices over all blocks, which OpenCL C has functions for: `blockIdx.x * blockDim.x + threadIdx.x`,
 * `gridDim.x * blockDim.x`. */
export function joinedIndex(expression: Expression, make: Maker): Expression | undefined {
  if (expression.kind !== 'binary') return undefined;
  const { operator, left, right } = expression;
  const all = (name: string, at: string): Expression =>
    make.cast(UINT, make.call(name, [make.number(at)]));
  if (operator === '*') {
    const at = productOf(left, right, 'get_num_groups', 'get_local_size');
    return at === undefined ? undefined : all('get_global_size', at);
  }
  if (operator !== '+') return undefined;
  for (const [product, local] of [
    [left, right],
    [right, left],
  ] as const) {
    const own = indexOf(local);
    if (own?.of !== 'get_local_id' || product.kind !== 'binary' || product.operator !== '*')
      continue;
    const at = productOf(product.left, product.right, 'get_group_id', 'get_local_size');
    if (at === own.at) return all('get_global_id', at);
  }
  return undefined;
}

/** The dimension of two indices, in either order. */
function productOf(
  left: Expression,
  right: Expression,
  ...names: readonly [string, string]
): string | undefined {
  const [a, b] = [indexOf(left), indexOf(right)];
  if (a === undefined || b === undefined || a.at !== b.at) return undefined;
  const isPair = names.every((name) => a.of === name || b.of === name);
  return isPair ? a.at : undefined;
}

/** Names that the language gives a value. */
export function constantOfCuda(name: string, make: Maker): Expression | undefined {
  if (isIndex(name))
    return make.cast(
      typeOfCuda('uint3') ?? UINT,
      ...[0, 1, 2].map((dimension) => indexAt(name, dimension, make)),
    );
  const [, hip = '', axis = ''] =
    /^hip(ThreadIdx|BlockIdx|BlockDim|GridDim)_([xyz])$/.exec(name) ?? [];
  const index = `${hip.charAt(0).toLowerCase()}${hip.slice(1)}`;
  if (isIndex(index)) return indexAt(index, 'xyz'.indexOf(axis), make);
  if (name === 'warpSize') return make.number(make.lanes);
  const [, word = '', end] = /^(\w+?)_(MAX|MIN)$/.exec(name) ?? [];
  const limit = LIMITS.get(word);
  if (limit !== undefined) return make.name(`${limit}_${end}`);
  const [, constant = '', isFloatName] = /^CUDART_(\w+?)(_F)?$/.exec(name) ?? [];
  const value = MATH_CONSTANTS.get(constant);
  if (value === undefined) return undefined;
  const number = typeof value === 'number' ? make.number(written(value)) : make.name(value);
  return make.cast(scalarType(isFloatName ? 'float' : 'double'), number);
}

/** Words of `climits` and `cstdint` for limits that OpenCL C has by others. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ['LLONG', 'LONG'],
  ['ULLONG', 'ULONG'],
  ['SIZE', 'ULONG'],
  ['INT8', 'SCHAR'],
  ['INT16', 'SHRT'],
  ['INT32', 'INT'],
  ['INT64', 'LONG'],
  ['UINT8', 'UCHAR'],
  ['UINT16', 'USHRT'],
  ['UINT32', 'UINT'],
  ['UINT64', 'ULONG'],
]);

const written = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** Numbers of `math_constants.h`, without `CUDART_` before them. */
const MATH_CONSTANTS: ReadonlyMap<string, number | string> = new Map<string, number | string>([
  ['INF', 'INFINITY'],
  ['NAN', 'NAN'],
  ['ZERO', 0],
  ['ONE', 1],
  ['PI', Math.PI],
  ['PIO2', Math.PI / 2],
  ['PIO4', Math.PI / 4],
  ['3PIO4', (3 * Math.PI) / 4],
  ['2OPI', 2 / Math.PI],
  ['SQRT_TWO', Math.SQRT2],
  ['SQRT_HALF', Math.SQRT1_2],
  ['SQRT_2OPI', Math.sqrt(2 / Math.PI)],
  ['LN2', Math.LN2],
  ['LNT', Math.LN10],
  ['L2E', Math.LOG2E],
  ['L2T', Math.log2(10)],
  ['LGE', Math.LOG10E],
  ['LG2', Math.log10(2)],
]);
