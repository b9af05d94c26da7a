import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();

const PLANE = `__global__ void f(float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * w + x] = 1;
}
void go(int w, int h) {
  float *a;
  cudaMalloc(&a, 1500 * 4);
  f<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, w, h);
}`;
const ROWS = `#include <torch/extension.h>
__global__ void f(float *a, int rows, int cols, int w) {
  int r = blockIdx.x;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) a[r * w + c] = r;
}
void go(torch::Tensor x) {
  f<<<x.size(0), 256>>>(x.data_ptr<float>(), x.size(0), x.size(1), x.size(-1));
}`;

it.each([
  ['places', PLANE, '32, 32'],
  ['races', ROWS, '768'],
])('one line that both launches have is no other answer: %s', async (_, text, items) => {
  const constants = usualConstants();
  const posed = poseValues(parser, text, { constants, given: {} });
  const { signal } = new AbortController();
  const { status, findings } = await verifyPrograms(posed.programs, posed.unposed, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
  expect(status).toBe('depends');
  expect(findings.map(({ assumed }) => [assumed?.so, assumed?.otherwise])).toEqual(
    findings.map(() => [[{ line: `#pragma tuner items ${items}`, where: 'top' }], []]),
  );
});
