import { expect, it } from 'vitest';
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
