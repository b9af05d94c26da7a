import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Numbers of the host that are others at the launch than where an array was allocated. */

const CONSTANTS = { ...usualConstants(), size: 64 };

test.each(['n += 3;', 'n++;', 'if (n) n = 503;'])(
  'an array is not as long as a number that is changed: %s',
  async (change) => {
    const { status, conditions } = await verdictOf(
      `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { int n = 500; float *a; cudaMalloc(&a, n * sizeof(float)); ${change} k<<<4, 256>>>(a, n); }`,
      CONSTANTS,
    );
    expect({ status, conditions }).toEqual({ status: 'wrong', conditions: [] });
  },
);

test.each([
  ['p.n += 3;', 'wrong', []],
  ['++p.n;', 'wrong', []],
  ['grow(&p);', 'wrong', []],
  ['maybe(&p);', 'depends', ['p.a[i] is inside of p.a']],
])('nor as long as a member that is: %s', async (change, expected, open) => {
  const { status, conditions } = await verdictOf(
    `struct P { int n; float *a; };
__global__ void k(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) p.a[i] = i; }
void grow(P *p) { p->n *= 2; } void maybe(P *p) { if (other()) p->n *= 2; }
int main() { P p; p.n = 500; cudaMalloc(&p.a, p.n * sizeof(float)); ${change} k<<<4, 256>>>(p); }`,
    CONSTANTS,
  );
  expect({ status, conditions }).toEqual({ status: expected, conditions: open });
});

test('a number that the program is given is one number', async () => {
  const text = (guard: string): string =>
    `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i ${guard} n) a[i] = i; }
int main(int c, char **v) { int n = atoi(v[1]); float *a; cudaMalloc(&a, n * sizeof(float)); k<<<(n + 255) / 256, 256>>>(a, n); }`;
  expect((await verdictOf(text('<'), CONSTANTS)).conditions).toEqual([
    'there are 2 blocks, for atoi(v[1]) = 257',
  ]);
  expect((await verdictOf(text('<='), CONSTANTS)).findings).not.toEqual([]);
});

test.each([
  ['n = 503;', 'wrong'],
  ['n = 497;', 'right'],
])('an array is as long as a number was when it was allocated: %s', async (change, status) => {
  const verdict = await verdictOf(
    `__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
int main() { int n = 500; float *a; cudaMalloc(&a, n * sizeof(float)); ${change} k<<<4, 256>>>(a, n); }`,
    CONSTANTS,
  );
  expect(verdict.status).toBe(status);
  expect(verdict.conditions).toEqual([]);
});
