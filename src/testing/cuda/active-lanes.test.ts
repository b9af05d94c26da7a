import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { traceByRunning } from '../../values/run/trace-by-running.ts';
import { builtValues } from '../value-listing.ts';
import { verdictOf } from '../verdict-of.ts';

/** Lanes that nobody names, and values that only some lanes bring. */

const CONSTANTS = { ...usualConstants(), size: 64 };

const HEAD = `#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#pragma tuner input in[i] = i % 5 - 1
`;
const HOST = `int main() { int *in, *o, *n; cudaMalloc(&in, 60 * sizeof(int)); cudaMalloc(&o, 64 * sizeof(int)); cudaMalloc(&n, sizeof(int));
  cudaMemset(o, 0, 64 * sizeof(int)); cudaMemset(n, 0, sizeof(int)); k<<<2, 32>>>(in, o, n); }`;

const FIRST = (rank: string): string => `__device__ int next(int *n) {
  auto g = cg::coalesced_threads();
  int first;
  if (g.thread_rank() == 0) first = atomicAdd(n, g.size());
  return g.shfl(first, 0) + ${rank};
}`;

const MASK = (count: string): string => `__device__ int next(int *n) {
  unsigned mask = __activemask();
  int lane = threadIdx.x % 32, leader = __ffs(mask) - 1, first;
  if (lane == leader) first = atomicAdd(n, ${count});
  first = __shfl_sync(mask, first, leader);
  return first + __popc(mask & ((1u << lane) - 1));
}`;

const compact = (next: string): string => `#pragma tuner ensures n[0] == count(i < 60: in[i] > 0)
#pragma tuner ensures forall i < 64: o[i] == (i < n[0])
${HEAD}${next}
__global__ void k(const int *in, int *o, int *n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 60) return;
  if (in[i] > 0) o[next(n)] = 1;
}
${HOST}`;

const inGroup = (value: string, claim: string): string => `#pragma tuner ensures ${claim}
${HEAD}__global__ void k(const int *in, int *o, int *n) {
  int t = threadIdx.x;
  if (blockIdx.x == 0 && t % 3 == 0) { auto g = cg::coalesced_threads(); ${value} }
}
${HOST}`;

const alike = (size: string): string =>
  inGroup(
    `int r = g.thread_rank(); unsigned b = g.ballot(r < 2); o[t] = g.shfl_up(r, 1) - (r > 0 ? r - 1 : 0) + g.shfl_down(r, 1) - (r + 1 < g.size() ? r + 1 : r) + (b == (${size} > 1 ? 3 : 1)) + g.all(1) - g.any(0);`,
    'forall i < 32: o[i] == (i % 3 == 0 ? 2 : 0)',
  );

describe.each([
  ['places by ranks', compact(FIRST('g.thread_rank()')), compact(FIRST('1'))],
  ['places by a mask', compact(MASK('__popc(mask)')), compact(MASK('1'))],
  [
    'a sum of a group',
    inGroup(
      'int s = cg::reduce(g, t, cg::plus<int>()); if (g.thread_rank() == 0) atomicAdd(n, s);',
      'n[0] == sum(i < 11: 3 * i)',
    ),
    inGroup(
      'int s = cg::reduce(g, t, cg::plus<int>()); if (t == 0) atomicAdd(n, s);',
      'n[0] == sum(i < 11: 3 * i)',
    ),
  ],
  ['shuffles and votes by ranks', alike('g.size()'), alike('2')],
])('%s', (_, right, wrong) => {
  test('right, whichever lanes are active together', async () => {
    const { status, findings, conditions } = await verdictOf(right, CONSTANTS);
    expect({ status, findings }).toEqual({ status: 'right', findings: [] });
    expect(conditions).toContain('it does not matter which lanes are active together');
  });

  test('and not', async () => {
    expect((await verdictOf(wrong, CONSTANTS)).status).toBe('wrong');
  });
});

test('what needs all lanes together is wrong, and can be replayed', () => {
  const text = `#pragma tuner ensures o[0] == 16
__global__ void k(int *o) { if (threadIdx.x < 16) { unsigned m = __activemask(); if (threadIdx.x == 0) o[0] = __popc(m); } }
int main() { int *o; cudaMalloc(&o, 4); k<<<1, 32>>>(o); }`;
  const [program, options] = [builtValues(text, {}), { text, constants: CONSTANTS }] as const;
  const [finding] = checkByRunning(program, options).findings;
  expect(finding?.message).toContain('where each lane is active alone');
  const events = traceByRunning(program, 0, options)?.events ?? [];
  expect(events.flatMap((each) => (each.kind === 'write' ? each.value : []))).toEqual([1]);
});

describe('lanes that nothing has parted', () => {
  const exchange = (
    before: string,
    mask: string,
  ): string => `#pragma tuner ensures forall i < 32: o[i] == 31 - i
__global__ void k(int *o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  ${before}
  __syncwarp(${mask});
  o[t] = s[31 - t];
}
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }`;
  const saysOf = async (...about: Parameters<typeof exchange>) => {
    const { status, conditions } = await verdictOf(exchange(...about), CONSTANTS);
    return { status, conditions };
  };

  test.each(['s[t] = t;', 'if (t < 9) s[t] = t; else s[t] = t; __syncthreads();'])(
    'are taken to be active together, and the verdict says so: %s',
    async (before) => {
      const conditions = ['lanes that no condition has parted are active together'];
      expect(await saysOf(before, '__activemask()')).toEqual({ status: 'right', conditions });
      expect(await saysOf(before, '')).toEqual({ status: 'right', conditions: [] });
    },
  );

  test.each([
    'if (t < 9) s[t] = t; else s[t] = t;',
    'for (int i = 0; i <= t; i++) s[t] = i;',
    'if (t > 31) return; s[t] = t;',
    'if (t < 9) __syncthreads(); s[t] = t;',
  ])('those that may have parted are not: %s', async (before) => {
    expect((await saysOf(before, '__activemask()')).status).toBe('wrong');
  });
});

describe('a lane without a value may come to a shuffle', () => {
  const sum = (from: number): string => `#pragma tuner ensures o[0] == 28
__global__ void k(int *o) {
  int t = threadIdx.x, v;
  if (t < 8) v = t;
  for (int d = ${from}; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (t == 0) o[0] = v;
}
int main() { int *o; cudaMalloc(&o, 4); k<<<1, 32>>>(o); }`;

  test('if nobody uses what it brings', async () => {
    const { status, findings } = await verdictOf(sum(4), CONSTANTS);
    expect({ status, findings }).toEqual({ status: 'right', findings: [] });
  });

  test('and not else', async () => {
    const { status, findings } = await verdictOf(sum(8), CONSTANTS);
    expect(status).toBe('wrong');
    expect(findings.map(({ kind }) => kind)).toContain('uninitialised');
  });
});
