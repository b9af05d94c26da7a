import { expect, test } from 'vitest';
import { verdictOf } from '../../testing/verdict-of.ts';
import { usualConstants } from '../../base/constants.ts';

/** Kinds of faults of a kernel of one block of 64 threads. */
async function faultsOf(body: string): Promise<readonly string[]> {
  const text = `
__global__ void k(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  ${body}
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * 4); cudaMemset(a, 0, 64 * 4); cudaMalloc(&b, 64 * 4);
  k<<<1, 64>>>(a, b);
}`;
  const { findings } = await verdictOf(text, usualConstants());
  return findings.map(({ kind }) => kind);
}

const LOAD = 's[t] = in[t]; __syncthreads();';
const END = 'if (t == 0) *out = s[0];';

test.each([
  `${LOAD} for (int o = 32; o > 0; o /= 2) { if (t < o) { s[t] += s[t + o]; __syncthreads(); } } ${END}`,
  `for (int r = 0; r < 3; r++) if (t < 32) { s[t] = r; __syncthreads(); }`,
  `for (int r = 0; r < 3; r++) { if (t >= 32) continue; s[t] = r; __syncthreads(); }`,
  `for (int r = 0; r < 3; r++) if (t % 32 < 16) { s[t] = r; __syncwarp(); }`,
])('who goes on to the next round has passed it by: %s', async (body) => {
  expect(await faultsOf(body)).toEqual(['divergence']);
});

test.each([
  `${LOAD} for (int o = 32; o > 0; o /= 2) { if (t < o) s[t] += s[t + o]; __syncthreads(); } ${END}`,
  `if (t >= 32) return; for (int r = 0; r < 3; r++) { s[t] = r; __syncthreads(); out[t] = s[t]; }`,
  `for (int r = 0; r < 3; r++) { if (t >= 32) return; s[t] = r; __syncthreads(); }`,
  `for (int r = 0; r < 4; r++) if (r % 2 == 0) { s[t] = r; __syncthreads(); }`,
  `for (int i = t; i < 96; i += 64) { s[t] = i; __syncthreads(); }`,
  `for (int r = 0; r < 3; r++) if (t % 32 < 16) { s[t] = r; __syncwarp(0xffff); }`,
])('who returns, or comes too, has not: %s', async (body) => {
  expect(await faultsOf(body)).toEqual([]);
});
