import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** One array may be passed twice by a function that has no name, or by names of different functions. */

const kernels = `__global__ void shift(const int *a, int *b, int n) { int i = threadIdx.x; if (i + 1 < n) b[i] = a[i + 1]; }
__global__ void copy(const int *a, int *b, int n) { int i = threadIdx.x; if (i < n) b[i] = a[i]; }
int *m, *o;
void all(int *d) { shift<<<1, 32>>>(m, d, 32); }
template <typename F> void call(F f, int *a, int *b) { f(a, b); }
`;

const program = (body: string): string => {
  // A launch that is not called would be another.
  const own = body.startsWith('all') ? kernels : kernels.replace(/void all.*/, '');
  return `${own}int main() {
  cudaMalloc(&m, 256); cudaMemset(m, 0, 256); cudaMalloc(&o, 256); cudaMemset(o, 0, 256);
  ${body}
}`;
};

const run = (captures = '&'): string =>
  `auto run = [${captures}](int *s, int *d) { shift<<<1, 32>>>(s, d, 32); };`;
const two =
  'auto two = [&](int *s, int *d) { copy<<<1, 32>>>(s, d, 32); shift<<<1, 32>>>(d, s, 32); };';
const alone = 'auto alone = [&](int *d) { shift<<<1, 32>>>(m, d, 32); };';
const here = '[&](int *s, int *d) { shift<<<1, 32>>>(s, d, 32); }';

test.each([
  [`${run()} run(m, m);`, `${run()} run(m, o);`],
  [`${run()} run(m, m + 2);`, `${run()} run(m, m + 32);`],
  [`${run()} run(m + 2, m);`, `${run()} run(m + 32, m);`],
  [`${two} two(m, m);`, `${two} two(m, o);`],
  [`${alone} alone(m);`, `${alone} alone(o);`],
  ['all(m);', 'all(o);'],
  [`${here}(m, m);`, `${here}(m, o);`],
  [`call(${here}, m, m);`, `call(${here}, m, o);`],
])('%s races, where two arrays do not', async (same, apart) => {
  const { findings } = await verdictOf(program(same), usualConstants());
  expect(findings.map(({ kind }) => kind)).toContain('race-global');
  const clean = await verdictOf(program(apart), usualConstants());
  expect([clean.status, clean.conditions]).toEqual(['right', []]);
});

test.each([
  [`${run()} run(m, o); run(o, o);`, `${run()} run(m, o); run(o, m);`],
  [`${run('m = m')} run(m, o); run(o, o);`, `${run('m = m')} run(m, o); run(o, m);`],
])('%s is one array at times', async (same, apart) => {
  const met = 'a and b are two arrays in each launch';
  expect((await verdictOf(program(same), usualConstants())).conditions).toContain(met);
  const clean = await verdictOf(program(apart), usualConstants());
  expect(clean.status).toBe('right');
  expect(clean.conditions).not.toContain(met);
});

test('a struct without a name leads to one array twice', async () => {
  const text = (other: string): string => `struct S { int *in, *out; int n; };
__global__ void ks(S s) { int i = threadIdx.x; if (i + 1 < s.n) s.out[i] = s.in[i + 1]; }
int main() { int *x, *y; cudaMalloc(&x, 400); cudaMalloc(&y, 400); cudaMemset(x, 0, 400); cudaMemset(y, 0, 400);
  ks<<<1, 64>>>(S{x, ${other}, 50}); }`;
  const same = await verdictOf(text('x'), usualConstants());
  expect(same.findings.map(({ kind }) => kind)).toContain('race-global');
  const clean = await verdictOf(text('y'), usualConstants());
  expect([clean.status, clean.conditions]).toEqual(['right', []]);
});

test.each([
  ['__device__ int at(int i) const { return in[i]; }', 's.at(i + 1)'],
  ['__device__ int operator()(int i) const { return in[i]; }', 's(i + 1)'],
  ['__host__ __device__ int operator[](int i) const { return in[i]; }', 's[i + 1]'],
  ['static __device__ int twice(int i) { return 2 * i; }', 's.in[i + 1]'],
])('a struct with %s leads to one array twice', async (method, next) => {
  const text = (template: string, args: string, other: string): string => `
${template} struct S { const int *in; int n; ${method} };
${template} __global__ void ks(S${args && '<B>'} s, int *out) { int i = threadIdx.x; if (i + 1 < s.n) out[i] = ${next}; }
int main() { int *x, *y; cudaMalloc(&x, 400); cudaMalloc(&y, 400); cudaMemset(x, 0, 400); cudaMemset(y, 0, 400);
  ks${args}<<<1, 64>>>(S${args}{x, 50}, ${other}); }`;
  for (const [template, args] of [
    ['', ''],
    ['template <int B>', '<1>'],
  ] as const) {
    const same = await verdictOf(text(template, args, 'x'), usualConstants());
    const isTold = same.findings.some(({ kind }) => kind === 'race-global');
    expect(isTold || same.conditions.includes('s.in and out are two arrays in each launch')).toBe(
      true,
    );
    const clean = await verdictOf(text(template, args, 'y'), usualConstants());
    expect([clean.status, clean.conditions]).toEqual(['right', []]);
  }
});

test.each([
  'auto [a, b] = std::make_pair(m, m); shift<<<1, 32>>>(a, b, 32);',
  'int *a, *b; std::tie(a, b) = std::make_tuple(m, m); shift<<<1, 32>>>(a, b, 32);',
])('nobody tells which arrays two are: %s', async (body) => {
  const { status, conditions } = await verdictOf(program(body), usualConstants());
  expect(status).toBe('right');
  expect(conditions).toContain('a and b are two arrays in each launch');
});
