import { expect, it } from 'vitest';
import { show } from '../../front/expr.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { mendAll } from './mend-all.ts';

const parser = await createNodeKernelParser();
const read = (text: string) => parser.lower(text).diagnostics;

const mended = (text: string) => {
  const { text: after, mended: all } = mendAll(text, read);
  return [after, ...all.map(({ line, title }) => `${line}: ${title}`)];
};

it('mends one problem after the other in OpenCL C and in CUDA', () => {
  expect(
    mended('__kernel void k(__global int *a) {\n  a[get_globl_id(0)] = weightOf(1)\n}\n'),
  ).toEqual([
    '#pragma tuner cost weightOf = GMT\n__kernel void k(__global int *a) {\n  a[get_global_id(0)] = weightOf(1);\n}\n',
    "2: Insert ';'",
    '2: Change get_globl_id to get_global_id',
    '1: Add #pragma tuner cost weightOf = GMT',
  ]);
  expect(mended('__global__ void k(int *a) {\n  a[threadldx.x] = __syncthread();\n}\n')).toEqual([
    '__global__ void k(int *a) {\n  a[threadIdx.x] = __syncthreads();\n}\n',
    '2: Change threadldx to threadIdx',
    '2: Change __syncthread to __syncthreads',
  ]);
});

it('leaves a text without problems, and what it cannot mend, as they are', () => {
  const right = '__global__ void k(int *a) { a[threadIdx.x] = 1; }\n';
  expect(mended(right)).toEqual([right]);
  const open = '__global__ void k(int *a) { a[threadIdx.x] = }\n';
  expect(mended(open)).toEqual([open]);
});

it('makes parameters of the macros that Kernel Tuner leaves open, of which the launch follows', () => {
  const kernel = `__global__ void k(float *a, int n) {
  for (int j = 0; j < tile_size_x; j++) {
    int x = (blockIdx.x * tile_size_x + j) * block_size_x + threadIdx.x;
    int y = blockIdx.y * block_size_y + threadIdx.y;
    if (x < 64 && y < 64) a[y * 64 + x] = 1;
  }
}
`;
  const { text } = mendAll(kernel, read);
  expect(text).toBe(`#pragma tuner param tile_size_x = {1, 2, 4}
#pragma tuner param block_size_x = {32, 64, 128}
#pragma tuner param block_size_y = {1, 2, 4}
${kernel}`);
  const shape = parser.shapeOf(text, { given: { block_size_x: 32, block_size_y: 4 } });
  expect(shape.ok && shape.value.geometry.local.map(show)).toEqual([
    'block_size_x',
    'block_size_y',
  ]);
});
