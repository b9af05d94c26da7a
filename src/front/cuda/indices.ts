import type { Expression } from '../syntax.ts';
import { scalarType } from '../types.ts';
import { WARP_SIZE } from '../warp.ts';
import type { Maker } from './built-ins.ts';
import { typeOfCuda } from './words.ts';

const UINT = scalarType('uint');

/** `threadIdx` and its like (CUDA C++ Programming Guide, "Built-in Variables"). */
const INDICES: Readonly<Record<string, string>> = {
  threadIdx: 'get_local_id',
  blockIdx: 'get_group_id',
  blockDim: 'get_local_size',
  gridDim: 'get_num_groups',
};

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
  return name === 'warpSize' ? make.number(WARP_SIZE) : undefined;
}
