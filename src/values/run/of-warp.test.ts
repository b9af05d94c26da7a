import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

/** A warp for each row, of which nobody says how many there are. */
const judged = async (row: string, block = '64', behind = ''): Promise<string> => {
  const text = `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int row = ${row};
  s[i & 63] = 1;
  if (row >= n) return;
  int sum = in[row];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffff, sum, o);
  ${behind}
  if (threadIdx.x % 32 == 0) out[row] = sum;
}
void f(const int *in, int *out, int n) { k<<<2, ${block}>>>(in, out, n); }`;
  return (await verdictOf(text, usualConstants())).status;
};

test.each([
  'blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32',
  'blockIdx.x * 2 + (threadIdx.x >> 5)',
  'i / 32',
  '(int)(blockIdx.x * tile.meta_group_size() + tile.meta_group_rank())',
])('lanes return together by %s', async (row) => {
  expect(await judged(row)).toBe('right');
});

test('lanes of one row return together', async () => {
  expect(await judged('blockIdx.x * blockDim.y + threadIdx.y', 'dim3(32, 2)')).toBe('right');
});

test.each([
  ['a half of a warp', 'i / 16', '64'],
  ['lanes that count by more than one', '(64 * threadIdx.x + i) / 32', '64'],
  ['a row of half a warp', 'blockIdx.x * blockDim.y + threadIdx.y', 'dim3(16, 4)'],
  ['a warp of several rows', 'threadIdx.y * 2 + threadIdx.x / 32', 'dim3(48, 2)'],
  ['what contents add', 'i / 32 + in[i]', '64'],
])('and not by %s', async (_, row, block) => {
  expect(await judged(row, block)).not.toBe('right');
});

test('a row that only its own rounds carry on was never set', async () => {
  const counted = '0; int w; for (int o = 4; o > 0; o /= 2) w += __shfl_xor_sync(~0u, w, o);';
  expect(await judged(`${counted} row = w / 32`)).not.toBe('right');
});

test('others may wait for warps that have returned', async () => {
  const behind = 'tile.sync(); if (threadIdx.x < 32) return; __syncthreads();';
  expect(await judged('i / 32', '64', behind)).not.toBe('right');
});

test.each([
  ['quotients of negative numbers', '((int)threadIdx.x + -32) / 32 + n < 3'],
  ['bytes that become negative', '(signed char)threadIdx.x / 32 + n == 77'],
])('%s are not those of whole warps', async (_, condition) => {
  const text = `__global__ void k(const float *x, float *y, int n) {
  if (${condition}) return;
  float s = x[threadIdx.x];
  y[threadIdx.x] = s + __shfl_xor_sync(0xffffffff, s, 1);
}
void f(const float *x, float *y, int n) { k<<<1, 256>>>(x, y, n); }`;
  expect((await verdictOf(text, usualConstants())).status).not.toBe('right');
});
