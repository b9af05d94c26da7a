import { expect, test } from 'vitest';
import { verifyLaunches } from '../../checker/all-launches.ts';
import { usualConstants } from '../../platform/index.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { parser } from '../kernels.ts';
import { verdictOf } from '../verdict-of.ts';

/** Two arrays that change places, of which the host sets the first. */
const PINGPONG = (kernel: string, before = '', loop = 'for (int t = 0; t < 4; t++)'): string =>
  `#include <utility>
__global__ void step(const float *a, float *b, int n, int t) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${kernel} }
int main() { const int n = 100; float *a, *b; cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
cudaMemset(a, 0, n * sizeof(float)); ${before} ${loop} { step<<<1, 128>>>(a, b, n, t); std::swap(a, b); } }`;

const STENCIL = 'if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i + 1];';
const { signal } = new AbortController();
const constants = usualConstants();

async function inOrder(text: string) {
  const verification = await verifyLaunches(
    parser,
    text,
    { constants, given: {} },
    { run: (program) => checkByRunning(program, { text, constants }), signal },
  );
  return typeof verification === 'string' ? verification : verification.status;
}

test.each([
  ['the rim is set by nobody', PINGPONG(STENCIL), 'wrong'],
  ['the host sets both', PINGPONG(STENCIL, 'cudaMemset(b, 0, n * sizeof(float));'), 'right'],
  ['all are written', PINGPONG('if (i < n) b[i] = a[i < 1 ? 0 : i - 1];'), 'right'],
  ['the rim is not read', PINGPONG('if (i > 0 && i < n - 1) b[i] = t > 0 ? a[i] : 0;'), 'right'],
  ['one launch', PINGPONG(STENCIL, '', 'for (int t = 0; t < 1; t++)'), 'right'],
  ['each has a number of its own', PINGPONG('if (i < n - t - 1) b[i] = a[i];'), 'right'],
  ['fewer than are read', PINGPONG('if (i < n - 1) b[i] = a[i + t];'), 'wrong'],
])('what a launch leaves unwritten is not there for the next: %s', async (_, text, expected) => {
  const { status, findings } = await verdictOf(text, constants);
  expect([status, await inOrder(text)]).toEqual([expected, expected]);
  for (const { kind, message } of findings)
    expect([kind, message]).toEqual([
      'uninitialised',
      expect.stringMatching(
        /which neither the host nor a launch before this one has written\. This is launch 2 of 4/,
      ),
    ]);
});

test.each([
  'thrust::copy(a + 1, a + 100, b + 1);',
  'cublasScopy(handle, 99, a, 1, b + 1, 1);',
  'cudaMemcpy2D(b + 99, 4, a, 4, 4, 1, cudaMemcpyDeviceToDevice); cudaMemset(b, 0, 4);',
  'rim(&b[0], n);',
  'thrust::device_ptr<float> p(b); thrust::fill(p, p + n, 0.f);',
])('nor is what somebody else may have written in between: %s', async (between) => {
  const text = PINGPONG(STENCIL).replace('std::swap', `${between} std::swap`);
  expect([(await verdictOf(text, constants)).status, await inOrder(text)]).toEqual([
    'right',
    'right',
  ]);
});

test('nor where the text leaves out what sets the arrays', async () => {
  const text = PINGPONG(STENCIL).replace('cudaMemset(a, 0, n * sizeof(float));', '');
  const { status, conditions } = await verdictOf(text, constants);
  expect([status, await inOrder(text), conditions[0]]).toEqual([
    'right',
    'right',
    'somebody sets a',
  ]);
});

/** A kernel that is launched after others, on arrays of which the host sets none. */
const AFTER_OTHERS = (launches: string): string => `
__global__ void read(const float *a, float *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = a[i] + 1; }
__global__ void set(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { float *in, *mid, *out, h[100]; for (float **p : {&in, &mid, &out}) cudaMalloc(p, 100 * sizeof(float)); ${launches} }`;

test.each([
  ['a part', 'set<<<2, 32>>>(in, 50); read<<<4, 32>>>(in, out, 100);', 'wrong'],
  ['all', 'set<<<4, 32>>>(in, 100); read<<<4, 32>>>(in, out, 100);', 'right'],
  ['what is read', 'set<<<2, 32>>>(in, 50); read<<<4, 32>>>(in, out, 50);', 'right'],
  [
    'a half each',
    'set<<<2, 32>>>(in, 50); set<<<2, 32>>>(in + 50, 50); read<<<4, 32>>>(in, out, 100);',
    'right',
  ],
  [
    'a part of all',
    'cudaMemset(in, 0, 400); set<<<2, 32>>>(in, 50); read<<<4, 32>>>(in, out, 100);',
    'right',
  ],
  [
    'a part before the host',
    'set<<<2, 32>>>(in, 50); cudaMemset(in, 0, 400); read<<<4, 32>>>(in, out, 100);',
    'right',
  ],
  [
    'a part that is copied',
    'set<<<2, 32>>>(in, 50); cudaMemcpy(mid, in, 400, cudaMemcpyDeviceToDevice); read<<<4, 32>>>(mid, out, 100);',
    'wrong',
  ],
  [
    'a part, and the host sets too little of the others',
    'set<<<2, 32>>>(in, 50); cudaMemset(in + 50, 0, 40); read<<<4, 32>>>(in, out, 100);',
    'wrong',
  ],
  [
    'a part that the host changes and copies over the whole',
    'set<<<4, 32>>>(mid, 100); set<<<2, 32>>>(in, 50); cudaMemset(in, 0, 4); cudaMemcpy(mid, in, 400, cudaMemcpyDeviceToDevice); read<<<4, 32>>>(mid, out, 100);',
    'wrong',
  ],
  [
    'fewer than two parts need',
    'set<<<2, 32>>>(in, 50); set<<<2, 32>>>(in + 50, 40); read<<<4, 32>>>(in, out, 100);',
    'wrong',
  ],
  [
    'many parts',
    'for (int t = 0; t < 100; t += 10) set<<<1, 32>>>(in + t, 10); read<<<4, 32>>>(in, out, 100);',
    'right',
  ],
  [
    'a part before many others',
    'set<<<2, 32>>>(in, 50); for (int t = 0; t < 20; t++) set<<<1, 32>>>(out, 32); read<<<4, 32>>>(in, out, 100);',
    'wrong',
  ],
  [
    'a part for the second',
    'set<<<4, 32>>>(in, 100); set<<<2, 32>>>(mid, 50); read<<<4, 32>>>(in, out, 100); read<<<4, 32>>>(mid, out, 100);',
    'wrong',
  ],
])('what another kernel has set is there: %s', async (_, launches, expected) => {
  const text = AFTER_OTHERS(launches);
  const { status, findings, conditions } = await verdictOf(text, constants);
  expect([status, await inOrder(text), conditions]).toEqual([expected, expected, []]);
  for (const { message } of findings)
    expect(message).toMatch(/which neither the host nor a launch before this one has written\./);
});

test.each([
  ['set<<<2, 32>>>(in, 50); if (rand()) set<<<4, 32>>>(in, 100);', ['somebody sets a']],
  [
    'set<<<2, 32>>>(in, 50); for (int t = 0; t < rand(); t++) set<<<4, 32>>>(in, 100);',
    ['somebody sets a'],
  ],
  ['set<<<2, 32>>>(in, 50); cudaMemset(in + 50, 0, 200);', []],
  [
    'set<<<2, 32>>>(in, 50); if (rand()) cudaMemset(in + 50, 0, 200); cudaMemset(in, 0, 4);',
    ['somebody sets a'],
  ],
  [
    'set<<<4, 32>>>(in, 100); set<<<2, 32>>>(mid, 50); cudaMemset(mid + rand(), 0, 4); cudaMemcpy(in, mid, 400, cudaMemcpyDeviceToDevice);',
    ['somebody sets a'],
  ],
  ['set<<<4, 32>>>(in, 100); if (rand()) set<<<4, 32>>>(in, 100);', []],
])(
  'what may have been set since is a condition, and what is set stays: %s',
  async (set, expected) => {
    const text = AFTER_OTHERS(`${set} read<<<4, 32>>>(in, out, 100);`);
    const { status, conditions } = await verdictOf(text, constants);
    expect([status, await inOrder(text), conditions]).toEqual(['right', 'right', expected]);
  },
);
