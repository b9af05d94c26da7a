import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };

const scan = (barrier: string): string => `#include <cub/cub.cuh>
#pragma tuner input in[i] = i % 3
#pragma tuner ensures forall i < 255: out[i + 1] - out[i] == i % 3
template <int THREADS, int ITEMS>
__global__ void k(const int *in, int *out, int *total) {
  using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, THREADS>;
  using Sum = cub::BlockReduce<int, THREADS>;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; typename Scan::TempStorage scan; } t;
  __shared__ typename Sum::TempStorage sum;
  int items[ITEMS];
  Load(t.load).Load(in, items);
  int all = Sum(sum).Sum(items);
  Scan(t.scan).ExclusiveSum(items, items);
  ${barrier}
  Store(t.store).Store(out, items);
  if (threadIdx.x == 0) *total = all;
}
int main() { int *in, *out, *total; cudaMalloc(&in, 1024); cudaMalloc(&out, 1024); cudaMalloc(&total, 4); k<64, 4><<<1, 64>>>(in, out, total); }`;

test('several items of each thread are loaded, scanned, summed and stored', async () => {
  expect((await verdictOf(scan('__syncthreads();'), CONSTANTS)).status).toBe('right');
  const { status, findings } = await verdictOf(scan(''), CONSTANTS);
  expect([status, findings[0]?.kind]).toEqual(['wrong', 'race-local']);
});

test('structs in structs of one name are several, and lengths are deduced in methods', async () => {
  const { status } = await verdictOf(
    `#pragma tuner ensures forall i < 64: o[i] == 14
struct A { struct In { int x; }; In in; };
struct B { struct In { float y, z; }; In in; };
template <typename T> struct R { T from; template <int N> __device__ T sum(T (&v)[N]) { for (int i = 0; i < N; i++) from += v[i]; return from; } };
__global__ void k(float *o) { A a; B b; a.in.x = 1; b.in.y = 2; b.in.z = 1; R<int> r{4}; int v[3] = {1, 2, 3}; o[threadIdx.x] = a.in.x + b.in.y + b.in.z + r.sum(v); }
int main() { float *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); }`,
    CONSTANTS,
  );
  expect(status).toBe('right');
});
