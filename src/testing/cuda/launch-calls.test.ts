import { expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Kernels that the host launches by calls of the run-time. */

const textOf = (launch: string): string => `__global__ void k(int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * i;
  __syncthreads();
  if (i < n) b[i] = a[n - 1 - i];
}
void other() { int c = 1; void *args[] = {&c}; (void)args; }
int main() {
  int n = 60, *a, *b;
  cudaMalloc(&a, n * sizeof(int)); cudaMalloc(&b, n * sizeof(int));
  void *args[] = {&a, &b, &n};
  ${launch}
}`;

it.each([
  [
    'by a pointer',
    (g: number, t: number) => `cudaLaunchKernel((void *)k, ${g}, ${t}, args, 0, 0);`,
  ],
  [
    'together',
    (g: number, t: number) =>
      `cudaLaunchCooperativeKernel((void *)k, dim3(${g}), dim3(${t}), args, 0, 0);`,
  ],
  [
    'by members of a configuration',
    (g: number, t: number) =>
      `cudaLaunchConfig_t c = {0}; c.gridDim = dim3(${g}); c.blockDim = ${t}; cudaLaunchKernelEx(&c, k, a, b, n);`,
  ],
  [
    'by a list',
    (g: number, t: number) =>
      `cudaLaunchConfig_t c = {${g}, dim3(${t}), 0, 0}; cudaLaunchKernelEx(&c, k, a, b, n);`,
  ],
  [
    'by a list with names',
    (g: number, t: number) =>
      `cudaLaunchConfig_t c = {.gridDim = ${g}, .blockDim = ${t}}; cudaLaunchKernelEx(&c, k, a, b, n);`,
  ],
])('%s, with its own arguments', async (_, launch) => {
  const constants = usualConstants();
  expect((await verdictOf(textOf(launch(2, 32)), constants)).status).toBe('wrong');
  const one = await verdictOf(textOf(launch(1, 64)), constants);
  expect(one).toMatchObject({ status: 'right', conditions: [] });
});
