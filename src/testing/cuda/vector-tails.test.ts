import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Arrays of which the last vector is not whole are read by their numbers. */

const text = (
  floats: number,
  n: number,
): string => `__global__ void k(const float4 *x, float *y, int n) {
  const float *xs = (const float *)x;
  int i = threadIdx.x;
  if (i < n) y[i] = xs[i];
}
int main() { float *x, *y; cudaMalloc(&x, ${floats} * sizeof(float)); cudaMalloc(&y, 256); cudaMemset(x, 0, ${floats} * sizeof(float));
  k<<<1, 64>>>((const float4 *)x, y, ${n}); }`;

test.each([
  [30, 30, 'right', false],
  [32, 32, 'right', true],
  [32, 33, 'wrong', true],
])('%i floats of which %i are read: %s', async (floats, n, status, isSure) => {
  const verdict = await verdictOf(text(floats, n), { ...usualConstants(), size: 64 });
  expect(verdict.status).toBe(status);
  expect(verdict.conditions.length === 0).toBe(isSure);
});
