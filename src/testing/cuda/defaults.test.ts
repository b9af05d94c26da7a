import { expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Variables that are declared without a value, and functions of two results. */

const CONSTANTS = { ...usualConstants(), size: 64 };

const verdict = async (head: string, body: string): Promise<string> => {
  const host = 'int main() { int *y; cudaMalloc(&y, 128); k<<<1, 32>>>(y); }';
  const text = `${head}\n#pragma tuner ensures y[0] == 7\n__global__ void k(int *y) { ${body} }\n${host}`;
  return (await verdictOf(text, CONSTANTS)).status;
};
const FIRST = 'if (threadIdx.x == 0) y[0] = ';

const MADE: Readonly<Record<string, readonly [head: string, body: string, isRight?: boolean]>> = {
  'members with values of their own': ['struct P { int a = 3, b{4}; };', `P p; ${FIRST}p.a + p.b;`],
  'such a member beside one without': [
    'struct P { int a = 3; int b; };',
    `P p; p.b = 4; ${FIRST}p.a + p.b;`,
  ],
  'the one without, which nobody has written': [
    'struct P { int a = 3; int b; };',
    `P p; ${FIRST}p.a + p.b;`,
    false,
  ],
  'an empty list': ['struct P { int a = 3, b = 4; };', `P p{}; ${FIRST}p.a + p.b;`],
  'a list for the first': ['struct P { int a = 1, b = 4; };', `P p{3}; ${FIRST}p.a + p.b;`],
  'a constructor': [
    'struct P { int a, b; __device__ P() : a(3), b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
  ],
  'a constructor with arguments that may be left out': [
    'struct P { int a; __device__ P(int x = 7) : a(x) {} };',
    `P p; ${FIRST}p.a;`,
  ],
  'a constructor that leaves a member to its own value': [
    'struct P { int a = 3; int b; __device__ P() : b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
  ],
  'a constructor that leaves a member out': [
    'struct P { int a, b; __device__ P() : b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
    false,
  ],
  'the constructor that the language makes': [
    'struct P { int a; P() = default; };',
    `P p; p.a = 7; ${FIRST}p.a;`,
  ],
  'the same, and nobody has written': [
    'struct P { int a; P() = default; };',
    `P p; ${FIRST}p.a;`,
    false,
  ],
  'a template': [
    'template <typename T> struct P { T a; __device__ P() : a(7) {} };',
    `P<int> p; ${FIRST}p.a;`,
  ],
  'an array of them': ['struct P { int a; __device__ P() : a(7) {} };', `P p[3]; ${FIRST}p[2].a;`],
  'a struct inside': [
    'struct I { int a = 7; }; struct P { I in; int b; };',
    `P p; ${FIRST}p.in.a;`,
  ],
  'an array of more of them, in rows': [
    'struct P { int a = 7; };',
    `P p[9][20]; ${FIRST}p[8][19].a;`,
  ],
  'an array in a struct of an array': [
    'struct I { int a = 7; }; struct P { I in[3]; };',
    `P p[100]; ${FIRST}p[99].in[2].a;`,
  ],
  "a base's members": ['struct B { int a = 7; }; struct P : B { int b; };', `P p; ${FIRST}p.a;`],
  'members of the struct beside a base, which nobody has written': [
    'struct B { int a = 7; }; struct P : B { int b; };',
    `P p; ${FIRST}p.b;`,
    false,
  ],
  'a list for the first, and braces for the second': [
    'struct P { int a, b{4}; };',
    `P p{3}; ${FIRST}p.a + p.b;`,
  ],
  sincosf: ['', `float s, c; sincosf(0.0f, &s, &c); ${FIRST}(int)(s + 7 * c);`],
  'sincosf for the other result': [
    '',
    `float s, c; sincosf(0.0f, &s, &c); ${FIRST}(int)(7 * s + c);`,
    false,
  ],
  sincos: ['', `double s, c; sincos(0.0, &s, &c); ${FIRST}(int)(s + 7 * c);`],
  sincospif: ['', `float s, c; sincospif(0.5f, &s, &c); ${FIRST}(int)(7 * s + c);`],
  sincospi: ['', `double s, c; sincospi(0.5, &s, &c); ${FIRST}(int)(7 * s + c);`],
  __sincosf: ['', `float s, c; __sincosf(0.0f, &s, &c); ${FIRST}(int)(s + 7 * c);`],
};

it.each(Object.entries(MADE))('%s', async (_, [head, body, isRight = true]) => {
  expect(await verdict(head, body)).toBe(isRight ? 'right' : 'wrong');
});

/** The last elements are beyond the array where one more block is launched. */
const launched = (head: string, run: string, more: string, last = '<'): string => `
${head} __global__ void k(float *p, int n) { __shared__ float s[N]; int t = threadIdx.x, i = blockIdx.x * N + t;
  s[t] = i; __syncthreads(); if (i ${last} n) p[i] = s[N - 1 - t]; }
${run}
int main() { float *p; cudaMalloc(&p, 1000 * 4); ${more} }`;
const RUN = 'k<N><<<(n + N) / N, N>>>(p, n); }';

it.each([
  [
    "a host's template",
    'template <int N>',
    `template <int N = 128> void run(float *p, int n) { ${RUN}`,
    'run(p, 1000);',
  ],
  [
    'it, and of its arguments',
    'template <int N>',
    `template <int N = 128> void run(float *p, int n = 1000) { ${RUN}`,
    'run(p); run<64>(p);',
  ],
  [
    'it, behind a type',
    'template <int N>',
    `template <class T, int N = 128> void run(T *p, int n = 1000) { ${RUN}`,
    'run<float>(p); run<float, 64>(p, 900);',
  ],
  [
    "the kernel's template",
    'template <int N = 128>',
    'void run(float *p, int n = 1000) { k<><<<(n + 128) / 128, 128>>>(p, n); }',
    'run(p);',
  ],
])('numbers that are left out are those of %s', async (_, head, run, main) => {
  const status = async (last?: string) =>
    (await verdictOf(launched(head, run, main, last), CONSTANTS)).status;
  expect(await status()).toBe('right');
  expect(await status('<=')).toBe('wrong');
});

it.each([
  ['char raw[512]; T *s = (T *)raw;', '__syncthreads();', 'depends'],
  ['T s[128];', '__syncthreads();', 'wrong'],
  ['T s[256];', '', 'wrong'],
  ['T s[256];', '__syncthreads();', 'right'],
])('a fault that another type avoids depends on the type: %s %s', async (tile, wait, status) => {
  const text = `template <typename T> __global__ void k(T *o) { __shared__ ${tile}
    int i = threadIdx.x; s[i] = 1; ${wait} o[i] = s[(i + 1) % 256]; }
    template <typename T> void run(T *o) { k<T><<<1, 256>>>(o); }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});
