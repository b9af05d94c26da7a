import { expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { parser } from '../../testing/kernels.ts';
import { buildValues } from './build.ts';

const launched = (launch: string, more = '', shared = 'extern __shared__ float s[];'): string => `
__global__ void k(float *o) { ${shared}
  s[threadIdx.x] = threadIdx.y; o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x]; }
int main() { float *o; cudaMalloc(&o, 1 << 20); ${more}
  k<<<${launch}>>>(o); }`;

const refusal = (text: string, values: Readonly<Record<string, number>> = {}) =>
  buildValues(parser, text, { values: { ...usualConstants(), ...values } })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message, span }) => [
      code,
      message,
      text.slice(0, span.start).split('\n').length,
    ]);

it.each([
  ['2, 1056, 8192', 'A block has at most 1024 threads, and this one has 1056.'],
  ['2, dim3(64, 32), 8192', 'A block has at most 1024 threads, and this one has 2048.'],
  ['2, dim3(2, 2, 128), 8192', 'A block has at most 64 threads in z, and this one has 128.'],
  ['dim3(1, 65536), 1, 4', 'A grid has at most 65535 blocks in y, and this one has 65536.'],
])('<<<%s>>> is a launch that no device takes', (launch, message) => {
  expect(refusal(launched(launch))).toEqual([['bad-value', message, 5]]);
});

it.each([
  [launched('2, 1024, 49152')],
  [launched('2, dim3(4, 4, 64), 4096')],
  [launched('dim3(1, 65535), 1, 4')],
  [
    launched(
      '2, 64, 65536',
      'cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);',
    ),
  ],
  [`#include <hip/hip_runtime.h>\n${launched('2, 64, 65536')}`],
])('%# is one that some take', (text) => {
  expect(refusal(text)).toEqual([]);
});

it('leaves out configurations that no device takes, and takes those of OpenCL', () => {
  const cuda = `#pragma tuner param WG = {1024, 2048}
#pragma tuner items 4096
#pragma tuner array o = 4096
__global__ void k(float *o) { o[blockIdx.x * blockDim.x + threadIdx.x] = 1; }`;
  const opencl = cuda
    .replace('__global__ void k(float', 'kernel void k(global float')
    .replace('blockIdx.x * blockDim.x + threadIdx.x', 'get_global_id(0)');
  expect(refusal(cuda, { WG: 1024 })).toEqual([]);
  expect(refusal(cuda, { WG: 2048 })).toMatchObject([['values-invalid', expect.any(String), 4]]);
  expect(refusal(opencl, { WG: 2048 })).toEqual([]);
});
