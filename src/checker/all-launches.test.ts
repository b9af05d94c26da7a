import { expect, test } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { CUDA_CASES } from '../testing/cuda/index.ts';
import { verifyLaunches } from './all-launches.ts';

const parser = await createNodeKernelParser();
const constants = { ...usualConstants(), size: 16 };

async function verified(text: string) {
  const { signal } = new AbortController();
  const setting = { constants, given: {} };
  const found = await verifyLaunches(parser, text, setting, {
    run: (program) => checkByRunning(program, { signal, text, constants }),
    signal,
  });
  if (typeof found === 'string') return found;
  return {
    status: found.status,
    launches: found.launches.map(({ kernel, status }) => `${kernel} ${status}`),
    findings: found.findings.map(({ kind, message }) => `${kind}: ${message}`),
    conditions: conditionsOf(found),
    open: found.notChecked.flatMap(({ why, weakens }) => (weakens ? [why] : [])),
  };
}

const known = (name: string): string => {
  const found = CUDA_CASES.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no kernel ${name}.`);
  return found.text;
};

/** `next[i] = here[i] + 1` and `sum[0] = all of here`, with a host around the launches. */
const program = (claim: string, host: string): string => `
__global__ void step(const int *here, int *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  next[i] = here[i] + 1;
}
__global__ void total(const int *here, int *sum) {
  if (threadIdx.x > 0) return;
  int all = 0;
  for (int i = 0; i < 16; i++) all += here[i];
  *sum = all;
}
#pragma tuner ensures ${claim}
int main() {
  const int n = 16, bytes = n * sizeof(int);
  int h[n], *a, *b, *sum;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&sum, sizeof(int));
  cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
  ${host}
  return 0;
}
`;

test('two kernels hand an array on: neither is judged right by itself', async () => {
  expect(await verified(known('two_kernels_in_order'))).toMatchObject({
    status: 'right',
    launches: ['partial right', 'total right'],
  });
  const short = known('two_kernels_in_order').replace('(sums, out, blocks)', '(sums, out, 4)');
  expect(await verified(short)).toMatchObject({
    status: 'wrong',
    launches: ['partial right', 'total wrong'],
    findings: [expect.stringMatching(/^result: .*launch 2 of 2, total in line 36/)],
  });
});

const shifts = 'o[threadIdx.x + AT] = 1;';
const told = 'template <int N> __global__ void k(float *o) { o[threadIdx.x + N] = 1; }';
const typed = `template <class T> __global__ void k(T *o) { ${shifts.replace('AT', '4 * sizeof(T)')} }`;
const member = `struct A { static constexpr int at = 0; }; struct B { static constexpr int at = MOST; };
template <class T> __global__ void k(float *o, T) { ${shifts.replace('AT', 'T::at')} }`;
const each = 'template <class F> __global__ void k(F f) { f(threadIdx.x); }';

test.each([
  [told, 'template <int N> void run(float *o) { k<N><<<1, 32>>>(o); }', 'run<0>(o); run<MOST>(o);'],
  [
    typed,
    'template <class T> void run() { T *o; cudaMalloc(&o, 32 * sizeof(T)); k<T><<<1, 16>>>(o); }',
    'run<float>(); run<WIDE>();',
  ],
  [
    typed,
    'template <class T> void run() { T *o; cudaMalloc(&o, 32 * sizeof(T)); k<<<1, 16>>>(o); }',
    'run<float>(); run<WIDE>();',
  ],
  [
    member,
    'template <class T> void run(float *o) { k<<<1, 32>>>(o, T()); }',
    'run<A>(o); run<B>(o);',
  ],
  [
    typed,
    '#include <vector>\ntemplate <class T> void run(const std::vector<T> &h) { T *o; cudaMalloc(&o, 32 * sizeof(T)); k<<<1, 16>>>(o); }',
    'std::vector<float> a(9); std::vector<WIDE> b(9); run(a); run(b);',
  ],
  [
    typed,
    'template <class T> void run(T *o) { k<T><<<1, 16>>>(o); } template void run<float>(float *);',
    'run(o); WIDE *b; cudaMalloc(&b, 32 * sizeof(WIDE)); run(b);',
  ],
  [
    'template <class T> __global__ void k(float *o, T) { o[threadIdx.x + 4 * sizeof(T)] = 1; }',
    'template <class T> void run(float *o, T t) { k<<<1, 32>>>(o, t); }',
    'cudaMalloc(&o, 48 * sizeof(float)); run(o, 1); run(o, (WIDE)1);',
  ],
  [
    member,
    'template <class T> void run(float *o, T t = T()) { k<<<1, 32>>>(o, t); }',
    'run<A>(o); run(o, B());',
  ],
  [
    told,
    'void run(float *o, int n) { switch (n) { case 0: k<0><<<1, 32>>>(o); break; case 1: k<MOST><<<1, 32>>>(o); break; } }',
    'run(o, 0); run(o, 1);',
  ],
  [
    told,
    '#define RUN(k) do { k<<<1, 32>>>(o); if (cudaGetLastError()) return 1; } while (0)',
    'RUN(k<0>); RUN(k<MOST>);',
  ],
  [
    each,
    'template <class F> void run(F f) { k<<<1, 32>>>(f); }',
    'run([=] __device__(int i) { o[i] = 1; }); run([=] __device__(int i) { o[i + MOST] = 1; });',
  ],
])('each call of a template around a launch has its own kernel: %s', async (kernel, run, calls) => {
  const text = (most: number, wide: string): string =>
    `${kernel}
${run}
int main() { float *o; cudaMalloc(&o, 64 * sizeof(float)); ${calls} }`
      .replaceAll('MOST', `${most}`)
      .replaceAll('WIDE', wide);
  expect(await verified(text(32, 'int'))).toMatchObject({ status: 'right', conditions: [] });
  expect(await verified(text(33, 'double'))).toMatchObject({
    status: 'wrong',
    launches: [expect.stringMatching(/ right$/), expect.stringMatching(/ wrong$/)],
    findings: [expect.stringMatching(/^bounds: .*launch 2 of 2/)],
  });
});

test.each([
  ['template <class T> void run(T t) { k<T><<<1, 32>>>(t, o); }', 'run(WIDE(1));'],
  [
    'template <class T> struct R { T t; void run() { k<T><<<1, 32>>>(t, o); } };',
    'R<WIDE> r; r.run();',
  ],
  [
    'template <class T> void run(T t) { k<T><<<1, 32>>>(t, o); }',
    'run<float>(1); auto wide = run<WIDE>; wide(1);',
  ],
  [
    'template <class T> void run(T t) { k<T><<<1, 32>>>(t, o); } template void run<float>(float); template void run<WIDE>(WIDE);',
    'auto wide = run<WIDE>; wide(1);',
  ],
])('a type that nobody tells is not taken in silence: %s', async (run, calls) => {
  const found = await verified(
    `template <class T> __global__ void k(T t, int *o) { o[threadIdx.x + sizeof(T) - 4] = t; } int *o;
${run}
int main() { cudaMalloc(&o, 32 * sizeof(int)); ${calls} }`.replaceAll('WIDE', 'double'),
  );
  const isOpen =
    typeof found === 'string' ||
    found.status !== 'right' ||
    found.conditions.includes('T is float in each launch');
  expect(isOpen).toBe(true);
});

test.each([
  ['float *p; cudaMalloc(&p, 64); run(p);', 'right'],
  ['double d; run(d);', 'right'],
  ['run(2.0);', 'right'],
  ['double *p; cudaMalloc(&p, 64); run(*p);', 'right'],
  ['float f; run(f);', 'wrong'],
  ['run(2);', 'wrong'],
])('pointers and values tell the type of a template: %s', async (calls, status) => {
  const found = await verified(
    `template <class T> __global__ void k(T t, int *o) { o[threadIdx.x + 8 - sizeof(T)] = 1; }
int *o;
template <class T> void run(T t) { k<<<1, 32>>>(t, o); }
int main() { cudaMalloc(&o, 32 * sizeof(int)); ${calls} }`,
  );
  expect(found).toMatchObject({ status, conditions: [] });
});

test('loops with constant bounds are followed, and what each round leaves', async () => {
  const sorted = await verified(known('bitonic_many_launches'));
  expect(sorted).toMatchObject({ status: 'right', open: [] });
  expect(sorted).toHaveProperty('launches.length', 10);
  const early = known('bitonic_many_launches').replace('k <= size', 'k < size');
  expect(await verified(early)).toMatchObject({ status: 'wrong' });
});

test.each([
  ['swaps', 'for (int i = 0; i < 3; i++) { step<<<2, 8>>>(a, b); std::swap(a, b); }', 120 + 48],
  [
    'swaps by hand',
    'for (int i = 0; i < 3; i++) { step<<<2, 8>>>(a, b); int *t = a; a = b; b = t; }',
    120 + 48,
  ],
  [
    'copies of the device',
    'int k = 3; while (k > 0) { step<<<2, 8>>>(a, b); cudaMemcpy(a, b, bytes, cudaMemcpyDeviceToDevice); k -= 1; }',
    120 + 48,
  ],
  [
    'what is cleared and filled between',
    'step<<<2, 8>>>(a, b); cudaMemset(b, 0, bytes); step<<<2, 8>>>(b, a);',
    16,
  ],
  [
    'what is filled again',
    'step<<<2, 8>>>(a, b); cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);',
    120,
  ],
  [
    'copies through the host',
    'step<<<2, 8>>>(a, b); cudaMemcpy(h, b, bytes, cudaMemcpyDeviceToHost); cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);',
    136,
  ],
  ['rows of bytes', 'step<<<2, 8>>>(a, b); cudaMemset2D(a, 32, 0, 32, 2);', 0],
  [
    'numbers that are read from arrays',
    'step<<<2, 8>>>(a, b); if (h[3] == 3) step<<<2, 8>>>(b, a);',
    120 + 32,
  ],
  [
    'both ways of a condition',
    'for (int i = 0; i < 5; i++) if (i % 2 == 0) step<<<2, 8>>>(a, b); else step<<<2, 8>>>(b, a);',
    120 + 64,
  ],
])('follows %s', async (_, host, sum) => {
  const text = (claimed: number): string =>
    program(`sum[0] == ${claimed}`, `${host} total<<<1, 32>>>(a, sum);`);
  expect(await verified(text(sum))).toMatchObject({ status: 'right', open: [] });
  expect(await verified(text(sum + 1))).toMatchObject({ status: 'wrong' });
});

test.each([
  ['step<<<2, 8>>>(a, b); if (rand() > n) step<<<2, 8>>>(b, a);'],
  ['step<<<2, 8>>>(a, b); transform(a); '],
  ['step<<<2, 8>>>(a, b); cudaMemcpy(a, b, bytes / 2, cudaMemcpyDeviceToDevice);'],
  [
    'step<<<2, 8>>>(a, b); cudaMemcpy(h, b, bytes, cudaMemcpyDeviceToHost); h[0] = 0; cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);',
  ],
])('guesses nothing that it does not follow: %s', async (host) => {
  for (const sum of [120, 121]) {
    const text = program(`sum[0] == ${sum}`, `${host} total<<<1, 32>>>(a, sum);`);
    const found = await verified(text);
    expect(found).toMatchObject({ status: expect.stringMatching(/^(depends|not-checked)$/) });
  }
});

test.each([
  ['for (int t = 0; t < 4; t++) { put<<<1, 32>>>(d, 16 * t); if (rand()) break; }', 'depends'],
  ['for (int t = 0; t < 3; t++) { put<<<1, 32>>>(d, 16 * t); if (rand()) break; }', 'right'],
  ['for (int t = 0; t < 4; t++) put<<<1, 32>>>(d, 16 * t);', 'wrong'],
  [
    'for (int t = 0; t < 2; t++) { put<<<1, 32>>>(d, t); if (rand()) break; } put<<<1, 32>>>(d, 40);',
    'wrong',
  ],
])('a round that the host may not come to is no witness: %s', async (host, status) => {
  const found = await verified(`
__global__ void put(float *a, int k) { a[threadIdx.x + k] = 1; }
int main() { float *d; cudaMalloc(&d, 64 * sizeof(float)); ${host} }`);
  expect(found).toMatchObject({ status });
});

test('functions of the host are followed with what they are given', async () => {
  const host = 'twice(a, b, 2); twice(a, b, 1); total<<<1, 32>>>(a, sum);';
  const text = (claimed: number): string =>
    program(`sum[0] == ${claimed}`, host).replace(
      'int main',
      `void twice(int *x, int *y, int times) {
  for (int t = 0; t < times; t++) { step<<<2, 8>>>(x, y); step<<<2, 8>>>(y, x); }
}
int main`,
    );
  expect(await verified(text(120 + 96))).toMatchObject({ status: 'right', open: [] });
  expect(await verified(text(120))).toMatchObject({ status: 'wrong' });
});

test('races are judged in each launch: the end of one orders all', async () => {
  const host = 'step<<<2, 8>>>(a, b); step<<<2, 8>>>(b, a);';
  expect(await verified(program('sum[0] == 0', host))).toMatchObject({ status: 'right' });
  const inPlace = program('sum[0] == 0', 'step<<<2, 8>>>(a, b); step<<<2, 8>>>(b, b);');
  expect(await verified(inPlace)).toMatchObject({ status: 'right', open: [] });
  const beside = inPlace.replace('here[i] + 1', 'here[(i + 1) % 16]');
  expect(await verified(beside)).toMatchObject({ status: 'wrong' });
  const again = 'step<<<2, 8>>>(a, b); step<<<2, 8>>>(b, c);';
  const renamed = program('sum[0] == 0', `int *c = b; ${again}`);
  expect(await verified(renamed)).toMatchObject({ status: 'right', open: [] });
  const moved = program('sum[0] == 0', `int *c = a; c = b; ${again}`);
  expect(await verified(moved)).toMatchObject({ status: 'right', open: [] });
  const racy = program('sum[0] == 0', host).replace('next[i] =', 'next[0] =');
  expect(await verified(racy)).toMatchObject({
    status: 'wrong',
    launches: ['step wrong', 'step wrong'],
  });
});

test('launches of several streams wait for each other as an assumption', async () => {
  const host = 'step<<<2, 8, 0, s1>>>(a, b); step<<<2, 8, 0, s2>>>(b, a);';
  const found = await verified(program('sum[0] == 0', host));
  expect(found).toMatchObject({
    status: 'right',
    conditions: ['each launch waits for those before it'],
  });
});

test('a part of an array is no array of its own', async () => {
  const host = 'int *tail = a + 8; step<<<1, 8>>>(b, tail); step<<<2, 8>>>(a, b);';
  for (const sum of [184, 136]) {
    const text = program(`sum[0] == ${sum}`, `${host} total<<<1, 32>>>(b, sum);`);
    expect(await verified(text)).toMatchObject({
      status: expect.stringMatching(/^(depends|not-checked)$/),
    });
  }
});

test('a text without launches says so', async () => {
  expect(await verified('__global__ void k(int *a) { a[threadIdx.x] = 1; }')).toBe(
    'the host launches no kernel',
  );
});

test.each(['snprintf(a, 32, "%d", 7);', 'fgets(a, 32, stdin);'])(
  'what a launch left is gone where a library writes it: %s',
  async (written) => {
    const { conditions } = (await verified(`
__global__ void clear(char *a) { a[threadIdx.x] = 0; }
__global__ void put(const char *a, int *o) { o[a[threadIdx.x]] = 1; }
int main() {
  char *a; int *o; cudaMallocManaged(&a, 32); cudaMalloc(&o, 4);
  clear<<<1, 32>>>(a); cudaDeviceSynchronize();
  ${written} put<<<1, 1>>>(a, o);
}`)) as { conditions: readonly string[] };
    expect(conditions).toEqual(['o[a[threadIdx.x]] is inside of o']);
  },
);
