import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Names of the host that lead to functions, to constants of a scope, and to objects that run unseen. */

const statusOf = async (text: string) => (await verdictOf(text, usualConstants())).status;

/** Right where all that the host copies is 5. */
const asks = (outside: string, fill: string): string => `
__global__ void k(const int *x, int *o) { int t = threadIdx.x; o[t] = 0; if (x[t] != 5) o[99] = 1; }
int h[8];
void set() { for (int i = 0; i < 8; i++) h[i] = #; }
void leave() {}
${outside}
int main() {
  for (int i = 0; i < 8; i++) h[i] = #;
  ${fill}
  int *x, *o; cudaMalloc(&x, 32); cudaMalloc(&o, 32);
  cudaMemcpy(x, h, 32, cudaMemcpyHostToDevice);
  k<<<1, 8>>>(x, o);
}`;

const begun = (text: string, first: number, last: number): string =>
  text.replace('#', String(last)).replace('#', String(first));

describe('pointers to functions', () => {
  it.each([
    'void (*f)() = set; f();',
    'void (*f)() = &set; (*f)();',
    'auto f = set; f();',
    'apply(set);',
  ])('%s', async (fill) => {
    const text = asks('void apply(void (*f)()) { f(); }', fill);
    expect(await statusOf(begun(text, 6, 5))).toBe('right');
    expect(await statusOf(begun(text, 5, 6))).toBe('wrong');
  });

  it.each([
    ['', 'void (*f[2])() = {leave, set}; f[1]();'],
    ['struct O { void (*f)(); };', 'O o; o.f = set; o.f();'],
    ['', 'std::thread t(set); t.join();'],
    ['', 'auto f = leave; if (h[0]) f = set; int c; scanf("%d", &c); if (c) f = set; f();'],
    ['typedef void (*F)(); void take(F *f);', 'F f = leave; take(&f); f();'],
  ])('%s %s is not told', async (outside, fill) => {
    expect(await statusOf(begun(asks(outside, fill), 5, 6))).not.toBe('right');
  });

  it('one that allocates', async () => {
    const text = (n: number): string => `
__global__ void k(float *d, int n) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n) d[i] = i; }
float *s; void init() { cudaMalloc(&s, 400); }
int main() { void (*f)() = init; f(); k<<<2, 64>>>(s, ${n}); }`;
    expect(await statusOf(text(100))).toBe('right');
    expect(await statusOf(text(101))).toBe('wrong');
  });
});

it.each([
  ['int a; S() { set(); }', 'S s;'],
  ['int a; S(int n) : a(n) { h[2] = 6; }', 'S s(4);'],
  ['int a; ~S() { set(); }', '{ S s; }'],
  ['void operator()() { set(); }', 'S s; s();'],
  ['S &operator+=(int b) { h[1] = b; return *this; }', 'S s; s += 6;'],
  ['void go() { set(); }', 'S s; s.go();'],
])('an object with %s may set what has a name for all', async (members, fill) => {
  expect(await statusOf(begun(asks(`struct S { ${members} };`, fill), 5, 6))).not.toBe('right');
});

describe('constants', () => {
  const all = 'for (int i = 0; i < 8; i++) h[i] = ';

  it.each([
    ['enum class C { X = # }; enum class D { X = # };', '(int)D::X;'],
    ['enum class C { X = # }; const int X = #;', 'X;'],
    ['struct S { enum { X = # }; }; enum { Y = # };', 'Y;'],
    ['constexpr int M = #; struct S { static constexpr int M = #; };', 'S::M;'],
  ])('%s %s', async (outside, value) => {
    const text = begun(asks('', `${all}${value}`), 1, 1);
    const of = (last: number): string =>
      text.replace('int main', () => `${begun(outside, last, 9)}\nint main`);
    expect(await statusOf(of(5))).toBe('right');
    expect(await statusOf(of(6))).toBe('wrong');
  });

  it.each([
    ['constexpr int M = 7; namespace q { constexpr int M = 5; }', 'M;'],
    ['struct B { unsigned a : 2; };', '5; B b; b.a = 5; h[3] = b.a;'],
  ])('%s %s is not told', async (outside, value) => {
    const text = begun(asks(outside, `${all}${value}`), 1, 1);
    expect(await statusOf(text)).toBe('depends');
  });

  it.each([
    ['(i >= 0 ? 1 : 2.0) / 2 == 0.5', 'right'],
    ['(i >= 0 ? 1 : 2) / 2 == 0.5', 'wrong'],
    ['(i >= 0 ? -1 : 2u) / 2 == 2147483647', 'right'],
  ])('%s is %s', async (asked, status) => {
    expect(await statusOf(begun(asks('', `${all}${asked} ? 5 : 6;`), 1, 1))).toBe(status);
  });
});

it('a launch in a function that is called under a condition too', async () => {
  const text = (calls: string): string => `
__global__ void k(float *d, int n) { int i = blockIdx.x * 32 + threadIdx.x; if (i < n) d[i] = i; }
void run(float *d, int n) { k<<<(n + 31) / 32, 32>>>(d, n); }
int main() { float *s; cudaMalloc(&s, 32); ${calls} }`;
  const { status, conditions } = await verdictOf(
    text('run(s, 8); if (getenv("A")) run(s, 64);'),
    usualConstants(),
  );
  expect(status === 'right' && conditions.length === 0).toBe(false);
});

it.each([
  ['', 'wrong'],
  ['int h[16]; for (int i = 0; i < 16; i++) h[i] = i; cudaMemcpyToSymbol(lut, h, 64);', 'right'],
  ['upload(lut);', 'depends'],
])('constant memory of the device holds zeros until %s: %s', async (sets, status) => {
  const text = `__constant__ int lut[16];
__global__ void f(int *p) { int i = threadIdx.x; p[lut[i & 15] + (i & ~15)] = i; }
int main() { int *p; cudaMalloc(&p, 256); ${sets} f<<<1, 64>>>(p); }`;
  expect(await statusOf(text)).toBe(status);
});
