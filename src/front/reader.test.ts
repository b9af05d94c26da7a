import { expect, it, vi } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { CUDA } from './cuda/maker.ts';

it('a text is parsed once for all launches that are asked for', async () => {
  const grown = vi.spyOn(CUDA, 'grown');
  const parser = await createNodeKernelParser();
  const text = (size: number): string => `__global__ void k(float *a) { a[threadIdx.x] = 0; }
int main() { float *a; cudaMalloc(&a, ${size}); k<<<1, 64>>>(a); }`;
  for (const launchAs of [undefined, 'fewer', 'whole'] as const)
    for (const step of [undefined, 0]) parser.programOf(text(256), { values: {}, launchAs, step });
  expect(grown).toHaveBeenCalledTimes(1);
  parser.programOf(text(128), { values: {} });
  expect(grown).toHaveBeenCalledTimes(2);
  grown.mockRestore();
});
