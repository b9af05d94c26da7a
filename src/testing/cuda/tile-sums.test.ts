import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** All lanes of a tile give their part of its sum. */

const sum = (body: string, size = 32): string => `#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const int *m, int *out) {
  auto w = cg::tiled_partition<${size}>(cg::this_thread_block());
  int s = m[threadIdx.x];
  ${body}
  if (w.thread_rank() == 0) out[threadIdx.x] = s;
}
int main() { int *m, *o; cudaMalloc(&m, 256); cudaMemset(m, 0, 256); cudaMalloc(&o, 256); k<<<1, 64>>>(m, o); }`;

test.each([
  ['if (w.thread_rank() < 16) s = cg::reduce(w, s, cg::plus<int>());', 32, 'wrong'],
  ['if (w.thread_rank() >= 16) return; s = cg::reduce(w, s, cg::greater<int>());', 32, 'wrong'],
  ['if (threadIdx.x < 32) s = cg::reduce(w, s, cg::plus<int>());', 32, 'right'],
  ['if (threadIdx.x < 8) s = cg::reduce(w, s, cg::plus<int>());', 8, 'right'],
  ['s = cg::reduce(w, s, cg::less<int>());', 16, 'right'],
] as const)('%s of %i is %s', async (body, size, status) => {
  const verdict = await verdictOf(sum(body, size), { ...usualConstants(), size: 64 });
  expect(verdict.status).toBe(status);
});
