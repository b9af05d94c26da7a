import { describe, expect, it, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Functions as values, lambdas that capture, and parameter packs. */

const CONSTANTS = { ...usualConstants(), size: 64 };
const HOST = 'int main() { float *o; cudaMalloc(&o, 64 * sizeof(float)); k<<<1, 64>>>(o); }';
const ADD = '__device__ float add(float a, float b) { return a + b; }';

interface Row {
  readonly before: string;
  readonly body: string;
  readonly value: number;
}

const INSIDE: Readonly<Record<string, Row>> = {
  'a pointer to a function': {
    before: `${ADD} __device__ float on(float (*f)(float, float), float x) { return (*f)(x, 1.f); }`,
    body: 'o[t] = on(add, 2.f) + on(&add, 3.f);',
    value: 7,
  },
  'arrays of several dimensions': {
    before:
      'template <typename T> __device__ void turn(const T a[2][3], T b[][2]) { for (int i = 0; i < 6; i++) b[i % 3][i / 3] = a[i / 3][i % 3]; } __device__ float row(float (*r)[2], int i) { return r[i][1]; } template <int R, int C> __device__ float sum(float (&m)[R][C]) { float s = 0; for (int i = 0; i < R * C; i++) s += m[i / C][i % C]; return s; }',
    body: 'float a[2][3], b[3][2]; for (int i = 0; i < 6; i++) a[i / 3][i % 3] = i; turn(a, b); o[t] = row(b, 1) * 100 + sum(a);',
    value: 415,
  },
  "a pointer's type by name": {
    before: `${ADD} typedef float (*op_t)(float, float); using op = float (*)(float, float); __device__ float on(op_t f, op g) { return f(1, g(2, 3)); }`,
    body: 'op_t f = add; auto g = &add; o[t] = on(f, g) + f(1, 1);',
    value: 8,
  },
  'each function by its own instance': {
    before: `${ADD} __device__ float mul(float a, float b) { return a * b; } template <typename F> __device__ float on(F f) { return f(3.f, 4.f); }`,
    body: 'o[t] = 100 * on(add) + on(mul);',
    value: 712,
  },
  "functions with a template's arguments as another's": {
    before:
      'namespace n { template <typename T> __device__ T half(const T &x) { return x / 2; } template <int N> __device__ float times(float x) { return x * N; } } template <typename T, T (*F)(const T &), bool B> __device__ T on(const T &x) { return B ? F(x) : x; } template <float (*F)(float)> __device__ float each(float x) { return F(x) + F(1); }',
    body: 'o[t] = on<float, n::half<float>, true>(3.f) * 1000 + on<int, n::half<int>, true>(3) * 100 + each<n::times<4>>(2.f);',
    value: 1612,
  },
  'a number for one template and a type for another of the same name': {
    before:
      'template <typename T> __device__ T g(T x) { return x + 1; } template <int N> __device__ int g(int x) { return x + N; } template <int (*F)(int)> __device__ int on(int x) { return F(x); }',
    body: 'o[t] = on<g<4>>(9) * 100 + on<g<int>>(9);',
    value: 1310,
  },
  'constant functions with the widths of their types': {
    before:
      'constexpr unsigned half(unsigned a) { return (a - 2) / 2; } constexpr int even(float x) { return x / 2 * 2; } constexpr int low(int x) { return (unsigned char)(x + 1) / 2; } constexpr int less(int x) { return x - 5; } constexpr bool isBig(unsigned x) { return -1 < x; }',
    body: 'o[t] = (half(1) == 2147483647u) + 10 * (even(3) == 3) + 100 * (low(255) == 0) + 1000 * (less(3) == -2) + 10000 * !isBig(3);',
    value: 11111,
  },
  'functions of one name in two namespaces': {
    before:
      'namespace a { __device__ int half(int x) { return x / 2; } __device__ int twice(int x) { return half(x) * 2; } } namespace b { __device__ int half(int x) { return x / 2 + 100; } namespace c { __device__ int deep(int x) { return half(x); } } } __device__ int half(int x) { return 7; } template <int (*F)(int)> __device__ int on(int x) { return F(x); } template <typename T, T (*F)(T)> __device__ T of(T x) { return F(x); } namespace a { template <typename T> __device__ T less(T x) { return x - 1; } } namespace b { template <typename T> __device__ T less(T x) { return x - 2; } }',
    body: 'o[t] = 64 * (on<b::half>(9) == 104 && on<a::half>(9) == 4) + 128 * (of<int, b::less<int>>(9) == 7 && of<int, a::less<int>>(9) == 8) + (a::half(9) == 4) + 2 * (b::half(9) == 104) + 4 * (a::twice(3) == 2) + 8 * (b::c::deep(1) == 100) + 16 * (::half(1) == 7) + 32 * (half(2) == 7);',
    value: 255,
  },
  'comparisons before shifts and bits': {
    before: 'template <int N> __device__ bool lt(int x) { return x < N; }',
    body: 'int a = 1, b = 8, c = 3, d = 4; o[t] = (a < b >> 2) + 2 * (a < b & c > (d)) + 4 * (a < b | c > (d)) + 8 * (a<b==d>(c)) + 16 * lt<1 | 2>(d - 2);',
    value: 29,
  },
  'the sign of an infinite half': {
    before: '#include <cuda_fp16.h>\n',
    body: 'half h = __float2half(1e30f); o[t] = 100 * __hisinf(h) + 10 * __hisinf(__hneg(h)) + __hisinf(__float2half(1.f));',
    value: 90,
  },
  'an element of a list as a length': {
    before:
      'constexpr int lengths[3] = {7, 5, 3}; template <int n> struct Part { float x[lengths[n - 1]]; };',
    body: 'Part<2> p; o[t] = sizeof(p.x) / sizeof(float) + 10 * lengths[t < 64 ? 2 : 0];',
    value: 35,
  },
  'elements of constant lists of their own types': {
    before: 'const float ratio[2] = {7, 2}; __constant__ const double whole[2] = {1, 4};',
    body: 'const int rows[2][2] = {1, 2, 3, 4}; const int *second = &rows[1][0]; const float *at = &ratio[1]; const unsigned one[1] = {1}; const unsigned char byte[1] = {200}; const long long wide[1] = {1}; o[t] = 1000 * (whole[0] / whole[1]) + 100 * second[1] + 10 * *at + ratio[0] / 2 + sizeof(byte[0]) + (one[0] - 2 > 0) + (wide[0] << 40 >> 39);',
    value: 677.5,
  },
  'the vectors of helper_math.h': {
    before: '#include <helper_math.h>\n',
    body: 'float3 a = make_float3(1, 2, 3), b = a * 2.f; a += b; a = a / 3.f - make_float3(0.f); float3 c = cross(a, make_float3(0, 0, 1)); int2 n = make_int2(1, 2) + 1; o[t] = 100 * (c.x + dot(a, a)) + 10 * fmaxf(a, b).z + n.y - clamp(9, 0, 2) + length(make_float2(0, 2));',
    value: 1663,
  },
  'complex numbers': {
    before: '#include <cuda/std/complex>\n',
    body: 'cuda::std::complex<float> a(1.f, 2.f), b{3.f, 4.f}; a = 2.f * a * b - conj(b); a += 1.f; o[t] = 100 * -a.real() + a.imag() + abs(b);',
    value: 1229,
  },
  "a template's template": {
    before:
      'template <typename T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } }; template <typename T, template <typename> class Op> __device__ T on(T x) { Op<T> op; return op(x, T(1)); }',
    body: 'o[t] = on<float, Plus>(4.f);',
    value: 5,
  },
  "objects made of a template's template": {
    before:
      'template <typename T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } }; template <template <typename> class Op, typename T> __device__ T on(T x) { return Op<T>()(x, T(1)) * 10 + Op<T>{}(x, T(2)); }',
    body: 'o[t] = on<Plus, float>(4.f);',
    value: 56,
  },
  'default arguments of a declaration': {
    before:
      '__device__ float f(float x, float y = 2.f, int z = 3); __device__ float f(float x, float y, int z) { return x * y * z; } ',
    body: 'o[t] = f(1) * 100 + f(2, 1);',
    value: 606,
  },
  'methods of a base by their names alone': {
    before:
      'struct Base { int n; __device__ Base(int n) : n(n) {} __device__ int get() const { return n; } }; struct Far : Base { float w; __device__ Far(int n, float w) : Base(n), w(w) {} __device__ float all() const { return get() * w; } };',
    body: 'Far d(3, 2.f); o[t] = d.all();',
    value: 6,
  },
  'a function that gives an array its length': {
    before:
      'constexpr __host__ __device__ int up(int a, int b) { return (a + b - 1) / b; } template <int N> struct L { static constexpr int W = up(N, 3); float d[W]; };',
    body: 'L<10> l; __shared__ float s[up(100, 64)]; o[t] = 10 * (sizeof(l.d) / sizeof(float)) + sizeof(s) / sizeof(float);',
    value: 42,
  },
  'words for operators, pragmas inside of lines, and assembly of nothing': {
    before: '#define UNROLL _Pragma("unroll")\n',
    body: 'float a = 1, b = 2; UNROLL for (int j = 0; j < 3; j++) std::swap(a, b); asm volatile("" ::: "memory"); o[t] = 10 * a + (not (a < b) and b > 0 ? 1 : 7);',
    value: 21,
  },
  'a recursion over a pack': {
    before:
      'template <typename T> __device__ T least(T a) { return a; } template <typename T, typename... R> __device__ T least(T a, R &&...r) { T b = least(std::forward<R>(r)...); return a < b ? a : b; }',
    body: 'o[t] = least(3.f, 2.f, 5.f);',
    value: 2,
  },
  'folds to the left and right': {
    before:
      'template <typename... Ts> __device__ float sub(Ts... xs) { return (xs - ...) * 100 + (... - xs) + (1000 + ... + xs); } template <int... Is> __device__ int sum() { return (Is + ... + 0); }',
    body: 'o[t] = sub(10.f, 4.f, 1.f) + sum<1, 2, 4>();',
    value: 1727,
  },
  'a fold of effects': {
    before:
      'template <typename... P> __device__ void add(float v, P *...ps) { ((*ps += v), ...); }',
    body: 'float a = 1, b = 2; add(2.f, &a, &b, &b); o[t] = 10 * a + b;',
    value: 36,
  },
  "a pack's length and list": {
    before:
      'template <typename... Ts> struct Dims { static constexpr int rank = sizeof...(Ts); }; template <typename... Ts> __device__ float third(const Ts &...xs) { const float v[] = {xs...}; if constexpr (sizeof...(xs) > 2) return v[2]; else return v[0]; }',
    body: 'o[t] = 100 * Dims<int, float>::rank + 10 * third(1.f, 2, 3.0) + third(4);',
    value: 234,
  },
};

const LAUNCHED: Readonly<Record<string, Row>> = {
  'a function in the angle brackets': {
    before:
      '__device__ float sq(float x) { return x * x; } template <float (*F)(float)> __global__ void k(float *o) { o[threadIdx.x] = F(3.f); }',
    body: 'k<sq><<<1, 64>>>(o);',
    value: 9,
  },
  'what a lambda captures': {
    before:
      'template <typename F> __global__ void k(float *o, F f) { o[threadIdx.x] = f(threadIdx.x); }',
    body: 'int s = 3; k<<<1, 64>>>(o, [=] __device__(int i) { return s; });',
    value: 3,
  },
  'a pack of arguments': {
    before:
      'struct Set { __device__ void operator()(int i, float a, float *y) const { y[i] = a; } }; template <typename F, typename... Args> __global__ void k(F f, int n, Args... args) { int i = threadIdx.x; if (i < n) f(i, args...); }',
    body: 'k<<<1, 64>>>(Set{}, 64, 2.f, o);',
    value: 2,
  },
};

/** @param output what the array is called */
const claimed = (value: number, output: string, text: string): string =>
  `#pragma tuner ensures forall i < 64: ${output}[i] == ${value}\n${text}`;

const inside = ({ before, body }: Row, value: number): string =>
  claimed(
    value,
    'o',
    `${before}\n__global__ void k(float *o) { int t = threadIdx.x; ${body} }\n${HOST}`,
  );

const OUTPUTS: Readonly<Record<string, string>> = { 'a pack of arguments': 'args_1' };

const launched = (name: string, { before, body }: Row, value: number): string =>
  claimed(
    value,
    OUTPUTS[name] ?? 'o',
    `${before}\nint main() { float *o; cudaMalloc(&o, 64 * sizeof(float)); ${body} }`,
  );

describe.each([
  ...Object.entries(INSIDE).map(
    ([name, row]) => [name, inside(row, row.value), inside(row, row.value + 1)] as const,
  ),
  ...Object.entries(LAUNCHED).map(
    ([name, row]) =>
      [name, launched(name, row, row.value), launched(name, row, row.value + 1)] as const,
  ),
])('%s', (_, right, wrong) => {
  it('has its value', async () => {
    const { status, findings, open } = await verdictOf(right, CONSTANTS);
    expect({ status, findings, open }).toEqual({ status: 'right', findings: [], open: [] });
  });

  it('and no other', async () => {
    expect((await verdictOf(wrong, CONSTANTS)).status).toBe('wrong');
  });
});

test('a captured array has the length that the host gives it', async () => {
  const text = (guard: string): string =>
    `template <typename F> __global__ void k(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (${guard}) f(i); }
template <typename F> void each(int n, F f) { k<<<(n + 31) / 32, 32>>>(n, f); }
int main() { float *o; int n = 100; cudaMalloc(&o, n * sizeof(float)); auto f = [=] __device__(int i) { o[i] = 1; }; each(n, f); }`;
  expect((await verdictOf(text('i < n'), CONSTANTS)).status).toBe('right');
  const { status, findings } = await verdictOf(text('i <= n'), CONSTANTS);
  expect({ status, kinds: findings.map(({ kind }) => kind) }).toEqual({
    status: 'wrong',
    kinds: ['bounds'],
  });
});

test('a call by a pointer that only the running kernel knows is named', async () => {
  const text = `${ADD} typedef float (*op_t)(float, float);
__global__ void k(float *o, int w) { op_t f = add; if (w) f = add; o[threadIdx.x] = f(1, 2); }`;
  const { status, open } = await verdictOf(text, CONSTANTS).catch((error: unknown) => ({
    status: 'refused',
    open: [String(error)],
  }));
  expect(status).not.toBe('right');
  expect(open.join()).toContain('pointer to a function that only the running kernel knows');
});
