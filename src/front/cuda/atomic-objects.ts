import type { Expression, Length, Type } from '../syntax.ts';
import { type StructType, targetOf } from '../types.ts';
import type { Maker } from './rows.ts';

/** `cuda::atomic` and `cuda::atomic_ref` (libcu++), whose methods are OpenCL C's atomic functions. */

const OPERATORS: Readonly<Record<string, string>> = {
  '+': 'fetch_add',
  '-': 'fetch_sub',
  '&': 'fetch_and',
  '|': 'fetch_or',
  '^': 'fetch_xor',
};

/** Operators give the new value, those behind a name the old one. */
const SHARED = `${['+', '-']
  .map((sign) => {
    const change = `this->${OPERATORS[sign]}((T)1)`;
    return `  __device__ T operator${sign}${sign}() { return ${change} ${sign} (T)1; }
  __device__ T operator${sign}${sign}(int) { return ${change}; }`;
  })
  .join('\n')}
${Object.entries(OPERATORS)
  .map(
    ([sign, name]) => `  __device__ T operator${sign}=(T v) { return this->${name}(v) ${sign} v; }`,
  )
  .join('\n')}
  __device__ operator T() const { return this->load(); }
  __device__ bool is_lock_free() const { return true; }`;

export const ATOMIC = `#pragma once
#include <cuda/std/scopes>
template <typename T, int SCOPE = 0> struct atomic {
  T value;
  __host__ __device__ atomic() {}
  __host__ __device__ atomic(T v) { value = v; }
${SHARED}
};
template <typename T, int SCOPE = 0> struct atomic_ref {
  T *place;
  __device__ atomic_ref(T &to) { place = &to; }
${SHARED}
};`;

const UPDATE = /^fetch_(?:add|sub|min|max|and|or|xor)$/;

/** Values that a method takes before the memory order. */
const VALUES: ReadonlyMap<string, number> = new Map([
  ['load', 0],
  ['store', 1],
  ['exchange', 1],
  ['compare_exchange_strong', 2],
  ['compare_exchange_weak', 2],
]);

const isAtomic = (type: Type | undefined): type is StructType<Length> =>
  type?.kind === 'struct' && /^atomic(?:_ref)?</.test(type.name);

/** Scopes in which accesses of other blocks are not atomic: `thread_scope_block` and `thread_scope_thread`. */
const NARROW = /,\s*(?:[23]|(?:\w+::)*thread_scope_(?:block|thread))\s*>$/;

/** `a.fetch_add(1, order)`; undefined for other objects and methods. */
export function atomicCall(
  object: Expression,
  isArrow: boolean,
  name: string,
  args: readonly Expression[],
  make: Maker,
): Expression | undefined {
  const type = isArrow ? targetOf(object.type) : object.type;
  const count = UPDATE.test(name) ? 1 : VALUES.get(name);
  if (!isAtomic(type) || count === undefined) return undefined;
  const isReference = type.name.startsWith('atomic_ref<');
  const member = make.typed({
    kind: 'member',
    object,
    arrow: isArrow,
    field: isReference ? 'place' : 'value',
    span: make.span,
  });
  const [first, ...others] = args.slice(0, count);
  // The found value replaces the expected one.
  const values = first && count === 2 ? [make.unary('&', first), ...others] : args.slice(0, count);
  const told = args.slice(count, count + 2);
  const strict = make.name('memory_order_seq_cst');
  const [order = strict, otherwise = order] = told;
  const orders = NARROW.test(type.name)
    ? [order, ...(count === 2 ? [otherwise] : []), make.name('memory_scope_work_group')]
    : told;
  const at = isReference ? member : make.unary('&', member);
  return make.call(`atomic_${name}${orders.length > 0 ? '_explicit' : ''}`, [
    at,
    ...values,
    ...orders,
  ]);
}
