import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Launches of more blocks than are run: some of them stand for all. */

const saysOf = async (text: string) => {
  const { status, conditions } = await verdictOf(text, usualConstants());
  return { status, conditions };
};
const ALIKE = /^the other blocks do as these \d+$/;

const product = (elements: string): string => `#define N 1024
__global__ void k(const float *a, float *c) {
  int y = blockIdx.y * 16 + threadIdx.y, x = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < N / 64; t++) s += a[y * N + t];
  c[y * N + x] = s;
}
int main() {
  float *a, *c; cudaMalloc(&a, ${elements} * sizeof(float)); cudaMalloc(&c, N * N * sizeof(float));
  float *h = (float *)malloc(N * N * sizeof(float)); load(h);
  cudaMemcpy(a, h, ${elements} * sizeof(float), cudaMemcpyHostToDevice);
  k<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, c);
}`;

const copied = (kernel: string): string => `#define N (1 << 20)
${kernel}
int main() {
  int *a, *b; cudaMalloc(&a, N * sizeof(int)); cudaMalloc(&b, N * sizeof(int));
  cudaMemset(a, 0, N * sizeof(int));
  k<<<N / 256, 256>>>(a, b, N);
}`;
const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';

describe('lengths and arguments are those that the host states', () => {
  it.each([
    [
      'in two dimensions',
      product('N * N'),
      { status: 'right', conditions: [expect.stringMatching(ALIKE)] },
    ],
    ['and an array that is too short', product('N * 16'), { status: 'wrong' }],
    [
      'with a number for an argument',
      copied(`__global__ void k(int *a, int *b, int n) { ${ID} if (i < n) b[i] = a[i]; }`),
      { status: 'right', conditions: [] },
    ],
    [
      'and a race of two blocks',
      copied(`__global__ void k(int *a, int *b, int n) { ${ID} if (i < n) b[i % 256] = i; }`),
      { status: 'wrong' },
    ],
  ])('%s', async (_, text, expected) => {
    expect(await saysOf(text)).toMatchObject(expected);
  });
});

it('a kernel that asks for the grid is not judged by a part of it', async () => {
  const strided = `__global__ void k(int *a, int *b, int n) { ${ID} for (; i < n; i += gridDim.x * blockDim.x) b[i] = a[i]; }`;
  const { status, conditions } = await saysOf(copied(strided));
  expect(status).toBe('right');
  expect(conditions).toContainEqual(expect.stringMatching(/^there are \d+ blocks\b/));
});

it('what one block alone does wrong is wrong for any number of blocks', async () => {
  const text = `__global__ void k(const float *in, float *out) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 16 + threadIdx.x] = s[15 - threadIdx.x];
}
void solve(const float *in, float *out, int rows) { k<<<rows, 16, ELEMENTS * sizeof(float)>>>(in, out); }`;
  expect(await saysOf(text.replace('ELEMENTS', '8'))).toMatchObject({ status: 'wrong' });
  expect(await saysOf(text.replace('ELEMENTS', '16'))).toMatchObject({ status: 'right' });
});
