import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { verifyPrograms } from './verify.ts';

const parser = await createNodeKernelParser();

const constants = usualConstants();

const verified = (text: string) => {
  const posed = poseValues(parser, text, { constants, given: {} });
  const { signal } = new AbortController();
  return verifyPrograms(posed.programs, posed.unposed, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
};

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
  const { status, findings } = await verified(text);
  expect(status).toBe('depends');
  expect(findings.map(({ assumed }) => [assumed?.so, assumed?.otherwise])).toEqual(
    findings.map(() => [[{ line: `#pragma tuner items ${items}`, where: 'top' }], []]),
  );
});

/** Each thread goes on by so many; those of all blocks have each element once by `gridDim.x * blockDim.x`. */
const strided = (step: string): string => `__global__ void f(float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += ${step}) y[i] = 2 * y[i] + 1;
}
int main() {
  int n = 300000;
  float *y;
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  f<<<512, 256>>>(y, n);
}`;

it('numbers beyond the threads of a launch that is too large stay so in a smaller one', () => {
  const { programs } = poseValues(parser, strided('blockDim.x'), { constants, given: {} });
  const [{ global: [items] = [0], chosenForLaunch = [] } = {}] = programs;
  expect(chosenForLaunch.find(({ text }) => text === 'n')?.value).toBeGreaterThan(items);
});

it('the beginning of a launch that is too large shows faults of its own', async () => {
  const { status, findings } = await verified(strided('blockDim.x'));
  const certain = findings.filter(({ assumed }) => assumed === undefined);
  expect(status).toBe('wrong');
  expect(new Set(certain.map(({ kind }) => kind))).toEqual(new Set(['race-between-groups']));
  expect((await verified(strided('gridDim.x * blockDim.x'))).status).toBe('right');
});

/** Two arrays as long as an argument of the kernel. */
const lengthsOf = (facts: string, condition: string): string => `#pragma tuner local_size 4
#pragma tuner items 16
#pragma tuner array a = n
#pragma tuner array o = n
${facts}
__kernel void f(__global const int *a, __global int *o, int n) {
  int i = get_global_id(0);
  if (${condition}) o[i] = a[i];
}`;

it.each(['#pragma tuner value n = 13', '#pragma tuner input n = 13'])(
  'lengths name an argument: %s',
  async (facts) => {
    const right = await verified(lengthsOf(facts, 'i < n'));
    expect([right.status, ...conditionsOf(right)]).toEqual(['right']);
    const { status, findings } = await verified(lengthsOf(facts, 'i <= n'));
    expect([status, findings[0]?.message]).toEqual(['wrong', expect.stringContaining('a[13]')]);
  },
);

it('lengths name an argument that nobody states: where guards do not do, its value is the condition', async () => {
  const said = async (condition: string): Promise<readonly unknown[]> => {
    const verdict = await verified(lengthsOf('', condition));
    return [verdict.status, ...conditionsOf(verdict), verdict.findings[0]?.assumed?.so];
  };
  expect(await said('1')).toEqual(['right', 'n is 16', undefined]);
  expect(await said('i < n')).toEqual(['right', undefined]);
  const so = [{ line: '#pragma tuner input n = 15', where: 'top' }];
  expect(await said('i <= n')).toEqual(['depends', 'n is 15', so]);
});

it('lengths that two arguments make tell rows from columns', async () => {
  const said = async (guard: string): Promise<readonly unknown[]> => {
    const text = `#pragma tuner array b = w * h
__kernel void k(__global float *b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (${guard}) b[y * w + x] = 1.0f;
}`;
    const verdict = await verified(text);
    return [verdict.status, ...conditionsOf(verdict)];
  };
  expect(await said('x < w && y < h')).toEqual(['right']);
  expect(await said('x < h && y < w')).toEqual(['depends', 'w is 31', 'h is 30']);
});
