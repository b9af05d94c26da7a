import type { Expression } from '../syntax.ts';
import type { Maker } from './rows.ts';

/** `std::array` and `cuda::std::array`, which loops over ranges go through. */

const ELEMENTS = 'elements';

export const ARRAY = `#pragma once
template <typename T, size_t N> struct array {
  T ${ELEMENTS}[N];
  __host__ __device__ T &operator[](size_t i) { return ${ELEMENTS}[i]; }
  __host__ __device__ T &at(size_t i) { return ${ELEMENTS}[i]; }
  __host__ __device__ T &front() { return ${ELEMENTS}[0]; }
  __host__ __device__ T &back() { return ${ELEMENTS}[N - 1]; }
  __host__ __device__ T *data() { return ${ELEMENTS}; }
  __host__ __device__ size_t size() const { return N; }
  __host__ __device__ bool empty() const { return N == 0; }
  __host__ __device__ void fill(const T &v) { for (size_t i = 0; i < N; i++) ${ELEMENTS}[i] = v; }
};`;

/** The elements of a range loop. */
export function elementsOf(range: Expression, make: Maker): Expression {
  const isArray = range.type?.kind === 'struct' && range.type.name.startsWith('array<');
  return isArray
    ? make.typed({ kind: 'member', object: range, arrow: false, field: ELEMENTS, span: make.span })
    : range;
}
