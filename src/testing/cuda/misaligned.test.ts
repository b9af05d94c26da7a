import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Places of arrays that the host casts to elements at whose multiples they are not. */

const program = (passed: string): string => `
__global__ void k(const float4 *x, float4 *y) { y[threadIdx.x] = x[threadIdx.x]; }
int main() { float *x, *y; cudaMalloc(&x, 544); cudaMalloc(&y, 544); cudaMemset(x, 0, 544);
  k<<<1, 32>>>(reinterpret_cast<const float4 *>(x), ${passed}); }`;

const isMultiple = "y is at a multiple of its elements' size in each launch";

test.each([
  ['reinterpret_cast<float4 *>(y + 2)', true],
  ['reinterpret_cast<float4 *>(&y[2])', true],
  ['(float4 *)(y + 2)', true],
  ['reinterpret_cast<float4 *>(y + 4)', false],
  ['reinterpret_cast<float4 *>(&y[8])', false],
])('%s', async (passed, isBetween) => {
  const { status, conditions } = await verdictOf(program(passed), usualConstants());
  expect(status).toBe('right');
  expect(conditions.filter((each) => each === isMultiple)).toEqual(isBetween ? [isMultiple] : []);
  expect(conditions).not.toContain('x and y are two arrays in each launch');
});
