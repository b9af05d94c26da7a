import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Which of several definitions C++ takes, and what runs unseen. */

/** Right where the expression is 0, wrong where it is 1000. */
const statusOf = async (outside: string, expression: string, inside = '') => {
  const text = `${outside}
__global__ void k(int *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${inside} o[${expression} + i] = i; }
int main() { int *o; cudaMalloc(&o, 128 * sizeof(int)); k<<<2, 64>>>(o); }`;
  return (await verdictOf(text, usualConstants())).status;
};

/** The first of two definitions has the one number, the second the other. */
const numbered = (text: string, first: number, second: number): string =>
  text.replace('#', String(first)).replace('#', String(second));

const F = '__device__ int';

describe('the second definition is meant', () => {
  it.each([
    [
      `template <int A> ${F} f() { return #; } template <int A, int B> ${F} f() { return #; }`,
      'f<1, 2>()',
    ],
    [
      `template <int A> ${F} f() { return #; } template <class T> ${F} f() { return #; }`,
      'f<int>()',
    ],
    [
      `template <class T> ${F} f(T) { return #; } template <> ${F} f<double>(double) { return #; }`,
      'f(1.0)',
    ],
    [
      `template <bool B> ${F} f() { return #; } template <> ${F} f<true>() { return #; }`,
      'f<(sizeof(int) > 2)>()',
    ],
    [
      `template <class T> ${F} f(T) { return #; } template <class T> ${F} f(T *) { return #; }`,
      'f(o)',
    ],
    [
      `template <class T, class U> ${F} f(T, U) { return #; } template <class T> ${F} f(T, T) { return #; }`,
      'f(1, 2)',
    ],
    [
      `template <class T> struct V { T v; }; template <class T> ${F} f(T) { return #; } template <class T> ${F} f(V<T>) { return #; }`,
      'f(V<int>{1})',
    ],
    [
      `template <class T> struct S { static ${F} f() { return #; } }; template <class T> struct S<T *> { static ${F} f() { return #; } };`,
      'S<int *>::f()',
    ],
    [
      `template <bool B, class T> struct S { static ${F} f() { return #; } }; template <class T> struct S<true, T> { static ${F} f() { return #; } };`,
      'S<true, int>::f()',
    ],
    [
      `template <int N, class T> struct S { static constexpr int v = #; }; template <class T> struct S<3, T> { static constexpr int v = #; };`,
      'S<3, int>::v',
    ],
  ])('%s %s', async (text, expression) => {
    expect(await statusOf(numbered(text, 1000, 0), expression)).toBe('right');
    expect(await statusOf(numbered(text, 0, 1000), expression)).toBe('wrong');
  });

  it.each([
    [
      `template <class T> ${F} f(T) { return #; } template <> ${F} f<double>(double) { return #; }`,
      'f(1)',
    ],
    [
      `template <class T> struct S { static ${F} f() { return #; } }; template <class T> struct S<T *> { static ${F} f() { return #; } };`,
      'S<int>::f()',
    ],
  ])('or the first: %s %s', async (text, expression) => {
    expect(await statusOf(numbered(text, 0, 1000), expression)).toBe('right');
    expect(await statusOf(numbered(text, 1000, 0), expression)).toBe('wrong');
  });
});

it('an operator = of its own', async () => {
  const text = `struct A { int x; __device__ A(int v) : x(v) {} __device__ A &operator=(const A &o) { x = #; return *this; } };`;
  const made = 'A a(7), b(7); b = a;';
  expect(await statusOf(numbered(text, 0, 0), 'b.x', made)).toBe('right');
  expect(await statusOf(numbered(text, 1000, 0), 'b.x', made)).toBe('wrong');
});

it.each([
  [
    'struct A { int x; __device__ A(int v) : x(v) {} __device__ A(const A &o) : x(o.x) {} };',
    'A a(0); A b = a;',
  ],
  ['struct A { int x; __device__ A(int v) : x(v) {} __device__ ~A() {} };', 'A b(0);'],
  ['struct A { int x; __device__ A(int v) : x(v) {} ~A() { release(); } };', 'A b(0);'],
])('what changes nothing is: %s', async (outside, inside) => {
  expect(await statusOf(outside, 'b.x', inside)).toBe('right');
});

it('an enumeration has the bytes of its type', async () => {
  const text = (bytes: number): string => `enum class State : unsigned char { Empty, Fire };
__global__ void k(State *o, int n) { int t = blockIdx.x * blockDim.x + threadIdx.x; if (t < n) o[t] = State::Fire; }
int main() { State *a; cudaMalloc((void **)&a, ${bytes}); k<<<2, 64>>>(a, 100); }`;
  expect((await verdictOf(text(100), usualConstants())).status).toBe('right');
  expect((await verdictOf(text(99), usualConstants())).status).toBe('wrong');
});

it('a struct of which the host states some members is no made-up input', async () => {
  const text = `struct P { int n; int v[8]; };
__global__ void k(const P *p, int *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p->n) o[i] = i; }
int main() { P h; h.n = 100; for (int i = 0; i < 8; i++) h.v[i] = i; P *d; int *o; cudaMalloc(&d, sizeof(P)); cudaMalloc(&o, 400); cudaMemcpy(d, &h, sizeof(P), cudaMemcpyHostToDevice); k<<<2, 64>>>(d, o); }`;
  expect((await verdictOf(text, usualConstants())).status).toBe('depends');
});

it('a kernel of its own for some arguments of a template is the one that is launched', async () => {
  const text = (more: number): string => `
template <class T> __global__ void k(T *o) { o[blockIdx.x * 64 + threadIdx.x] = 1; }
template <> __global__ void k<float>(float *o) { o[blockIdx.x * 64 + threadIdx.x + ${more}] = 1; }
int main() { float *b; cudaMalloc(&b, 512); k<<<2, 64>>>(b); }`;
  expect((await verdictOf(text(0), usualConstants())).status).toBe('right');
  expect((await verdictOf(text(1), usualConstants())).status).toBe('wrong');
});

it.each([
  [508, 400, 'right'],
  [512, 396, 'wrong'],
])('of kernels of one name the first takes its own launch: %d, %d: %s', async (b, c, status) => {
  const text = `
__global__ void k(int *o, int n) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n) o[i] = i; }
__global__ void k(float *o, float s) { o[blockIdx.x * 64 + threadIdx.x] = s; }
int main() { float *b; int *c; cudaMalloc(&b, ${b}); cudaMalloc(&c, ${c}); k<<<2, 64>>>(b, 2.0f); k<<<2, 64>>>(c, 100); }`;
  expect((await verdictOf(text, usualConstants())).status).toBe(status);
});
