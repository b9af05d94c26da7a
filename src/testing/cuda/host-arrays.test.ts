import { expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Arrays of the host: their bytes, and what a loop puts into them. */

const saysOf = async (text: string) => {
  const { status, conditions } = await verdictOf(text, usualConstants());
  return { status, conditions };
};

const counted = (value: string): string => `
__global__ void k(const int *key, int *c) { atomicAdd(&c[key[threadIdx.x]], 1); }
int main() {
  int h[64], zero[] = {0, 0, 0, 0};
  for (int i = 0; i < 64; i++) h[i] = ${value};
  int *key, *c;
  cudaMalloc(&key, sizeof(h)); cudaMalloc(&c, sizeof zero);
  cudaMemcpy(key, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(c, 0, sizeof(zero));
  k<<<1, 64>>>(key, c);
}`;

it.each([
  ['i & 3', 'i & 7'],
  ['i >> 4', 'i >> 3'],
  ['(i ^ 1) / 16', '(i ^ 1) / 15'],
  ['i % 4 | 1', 'i % 4 | 4'],
])('%s is inside of four counters, %s is not', async (inside, outside) => {
  expect(await saysOf(counted(inside))).toEqual({ status: 'right', conditions: [] });
  expect(await saysOf(counted(outside))).toMatchObject({ status: 'wrong' });
});

it.each([
  [0, 'right'],
  [5, 'wrong'],
])('rows of an array: from column %d on it is %s', async (first, status) => {
  const text = `#define W 8
__global__ void k(const float (*a)[W], float *b) { b[threadIdx.x] = a[threadIdx.x][threadIdx.x + ${first}]; }
int main() {
  float h[4][W] = {}, (*a)[W], *b;
  cudaMalloc(&a, sizeof(h)); cudaMalloc(&b, 4 * sizeof(float));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 4>>>(a, b);
}`;
  expect(await saysOf(text)).toMatchObject({ status, conditions: [] });
});
