import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

const statusOf = async (kernel: string): Promise<string> =>
  (await verdictOf(`//--blockDim=64 --gridDim=2\n${kernel}`, usualConstants())).status;

const PARTS = `__global__ void k(int *p, const int *q) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31;
  bool keep = q[g] > 0;
  unsigned m = __ballot_sync(~0u, keep);
  int r = __popc(m & ((1u << l) - 1));
  if (m >> l & 1) p[g / 32 * 32 + r] = g;
}`;

const DRAWN = `__global__ void k(int *p, const int *q, int *n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31, base = 0;
  unsigned m = __ballot_sync(~0u, q[g] > 0);
  if (l == 0) base = atomicAdd(n, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (q[g] > 0) p[base + __popc(m & ((1u << l) - 1))] = g;
}`;

const BY_FIRST = `__global__ void k(int *p, const int *q, int *n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31;
  unsigned m = __ballot_sync(~0u, q[g] > 0);
  if (q[g] > 0) {
    int base = 0, lead = __ffs(m) - 1;
    if (l == lead) base = atomicAdd(n, __popc(m));
    base = __shfl_sync(m, base, lead);
    p[base + __popc(m & ((1u << l) - 1))] = g;
  }
}`;

const ACTIVE = `__device__ int next(int *n) {
  unsigned m = __activemask();
  int lead = __ffs(m) - 1, l = threadIdx.x % 32, at;
  if (l == lead) at = atomicAdd(n, __popc(m));
  at = __shfl_sync(m, at, lead);
  return at + __popc(m & ((1u << l) - 1));
}
__global__ void k(int *p, const int *q, int *n, int many) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= many) return;
  if (q[g] > 0) p[next(n)] = g;
}`;

const GROUPED = `namespace cg = cooperative_groups;
__device__ int next(int *n) {
  cg::coalesced_group c = cg::coalesced_threads();
  int at;
  if (c.thread_rank() == 0) at = atomicAdd(n, c.size());
  return c.shfl(at, 0) + c.thread_rank();
}
__global__ void k(int *p, const int *q, int *n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (q[g] > 0) p[next(n)] = g;
}`;

const SUMS = `__global__ void k(int *p, const int *q, int *n) {
  __shared__ int sums[2], base;
  int t = threadIdx.x, g = blockIdx.x * 64 + t, l = t & 31, keep = q[g] > 0, x = keep;
  for (int o = 1; o < 32; o *= 2) {
    int y = __shfl_up_sync(~0u, x, o);
    if (l >= o) x += y;
  }
  if (l == 31) sums[t / 32] = x;
  __syncthreads();
  if (t == 0) base = atomicAdd(n, sums[0] + sums[1]);
  __syncthreads();
  if (keep) p[base + (t >= 32 ? sums[0] : 0) + x - 1] = g;
}`;

test.each([
  ['each warp has its part', PARTS],
  ['the first lane draws for all', DRAWN],
  ['the first that keeps draws', BY_FIRST],
  ['the first that is active draws', ACTIVE],
  ['the first of a coalesced group draws', GROUPED],
  ['warps’ sums by shuffles', SUMS],
])('lanes that count themselves have places of their own: %s', async (_, kernel) => {
  expect(await statusOf(kernel)).toBe('right');
});

test.each([
  ['all lanes come', PARTS, 'if (m >> l & 1) ', ''],
  ['warps share a part', PARTS, 'g / 32 * 32', 'g / 64 * 64'],
  ['own and lower bits are counted, and the first too', PARTS, '(1u << l) - 1', '(1u << l) | 1'],
  ['too few are drawn', DRAWN, '__popc(m));', '1);'],
  ['it is drawn by another lane', DRAWN, 'base, 0)', 'base, 1)'],
  ['all come that are drawn for', DRAWN, 'if (q[g] > 0) p', 'p'],
  ['others are named than come', BY_FIRST, '__shfl_sync(m', '__shfl_sync(~0u'],
  ['the last is asked', BY_FIRST, 'base, lead)', 'base, 31 - __clz(m))'],
  ['too few are drawn for who is active', ACTIVE, '__popc(m));', '__popc(m) - 1);'],
  ['each is the first', ACTIVE, '(1u << l) - 1', '(1u << lead) - 1'],
  ['all have the first number', GROUPED, ' + c.thread_rank()', ''],
  ['a step is left out', SUMS, 'o = 1', 'o = 2'],
  ['the other warp is forgotten', SUMS, '(t >= 32 ? sums[0] : 0)', '0'],
])('not where %s', async (_, kernel, from, to) => {
  expect(kernel).toContain(from);
  expect(await statusOf(kernel.replace(from, to))).not.toBe('right');
});
