import { describe, expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { poseValues } from './pose-values.ts';
import { withLaunch } from './with-launch.ts';

const parser = await createNodeKernelParser();

const CUDA = `__global__ void k(float *a, const float alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = alpha;
}
`;
const OPENCL = '__kernel void k(__global float *a) { a[get_global_id(0)] = 1; }\n';

/** Work-items of a group and in all, of each configuration, or why there is no launch. */
function launchedAs(text: string, launch: string, size = 1024) {
  const made = withLaunch(parser, text, launch, {});
  if (!made.ok) return made.why;
  expect(made.text.startsWith(text)).toBe(true);
  const { programs, diagnostics } = poseValues(parser, made.text, {
    constants: { ...usualConstants(), size },
    given: {},
  });
  return programs.length > 0
    ? programs.map(({ local, global }) => `${global.join(' ')} by ${local.join(' ')}`)
    : diagnostics.find(({ severity }) => severity === 'error')?.message;
}

describe('a launch that the caller states', () => {
  it.each([
    ['4, 64', '256 1 1 by 64 1 1'],
    ['dim3(4, 2), dim3(8, 8)', '32 16 1 by 8 8 1'],
    ['size / 64, 64, 512', '1024 1 1 by 64 1 1'],
    // Two blocks, of which the last is not full.
    ['(n + 255) / 256, 256', '512 1 1 by 256 1 1'],
  ])('of CUDA: %s', (launch, items) => {
    expect(launchedAs(CUDA, launch)).toEqual([items]);
  });

  it('takes the numbers that are stated for arguments', () => {
    const launch = '(n + 255) / 256, 256';
    expect(launchedAs(`${CUDA}#pragma tuner value n = 1000\n`, launch)).toEqual([
      '1024 1 1 by 256 1 1',
    ]);
    expect(launchedAs(`${CUDA}#pragma tuner input n = size / 2\n`, launch)).toEqual([
      '512 1 1 by 256 1 1',
    ]);
  });

  it('knows tuning parameters', () => {
    const text = `#pragma tuner param BS = {32, 64}\n${CUDA.replace('blockDim.x', 'BS')}`;
    expect(launchedAs(text, '4, BS')).toEqual(['128 1 1 by 32 1 1', '256 1 1 by 64 1 1']);
  });

  it('is of an instance of a template as well', () => {
    const text = `template <int N> ${CUDA}template __global__ void k<4>(float *, float, int);\n`;
    expect(launchedAs(text, 'dim3(4, 2), 64')).toEqual(['256 2 1 by 64 1 1']);
  });

  it.each([
    ['1024, 64', '1024 1 1 by 64 1 1'],
    ['(64, 8), (16, 4)', '64 8 1 by 16 4 1'],
    ['size * 2, (size / 16)', '2048 1 1 by 64 1 1'],
  ])('of OpenCL C: %s', (launch, items) => {
    expect(launchedAs(OPENCL, launch)).toEqual([items]);
  });

  it.each([
    [CUDA, '4', /^a launch is BLOCKS, THREADS/],
    [CUDA, '4, 64>>>(a); f<<<1, 1', /^a launch is BLOCKS, THREADS/],
    [OPENCL, '1, 2, 3', /^a launch is the work-items in all/],
    [CUDA, 'm, 64', /^the text has no m$/],
    [OPENCL, 'm, 64', /^m is not known in this pragma/],
    [`${CUDA}void h(float *a) { k<<<1, 64>>>(a, 1, 64); }`, '1, 64', /^the text states the launch/],
    [`${OPENCL}#pragma tuner items 4\n`, '16, 4', /^the text states the launch of k/],
  ])('is refused with the reason', (text, launch, why) => {
    expect(launchedAs(text, launch)).toMatch(why);
  });
});
