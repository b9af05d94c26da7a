import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** The template, overload or specialisation that is meant, as g++ has it. */

const CONSTANTS = { ...usualConstants(), size: 64 };

interface Case {
  readonly title: string;
  readonly before: string;
  readonly calls: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: 'templates that differ in their parameters',
    before:
      'template <int A> __device__ int f() { return 1; } template <int A, int B> __device__ int f() { return 2; } template <class T> __device__ int f() { return 3; }',
    calls: ['f<1>()', 'f<1, 2>()', 'f<int>()'],
  },
  {
    title: 'packs of numbers',
    before:
      'template <int A> __device__ int most() { return A; } template <int A, int B, int... R> __device__ int most() { return most<(A > B ? A : B), R...>(); }',
    calls: ['most<3>()', 'most<3, 9>()', 'most<3, 9, 4>()'],
  },
  {
    title: "specialisations of a function's template",
    before:
      'template <class T> __device__ int f(T) { return 1; } template <> __device__ int f<double>(double) { return 2; } template <> __device__ int f(unsigned) { return 3; }',
    calls: ['f(1)', 'f(1.0)', 'f(1u)', 'f(1.0f)', 'f<double>(1)'],
  },
  {
    title: 'specialisations written outside of their namespace and struct',
    before:
      'namespace n { template <class T> __device__ int f(T) { return 1; } } template <> __device__ int n::f<float>(float) { return 2; } struct S { template <class T> __device__ int f(T) { return 3; } template <class T> static __device__ int g() { return 4; } }; template <> __device__ int S::f<float>(float) { return 5; } template <> __device__ int S::g<float>() { return 6; }',
    calls: ['n::f(1)', 'n::f(1.f)', 'S().f(1)', 'S().f(1.f)', 'S::g<int>()', 'S::g<float>()'],
  },
  {
    title: 'specialisations for a number',
    before:
      'template <bool B> __device__ int f() { return 1; } template <> __device__ int f<true>() { return 2; }',
    calls: ['f<false>()', 'f<true>()', 'f<(sizeof(int) > 2)>()'],
  },
  {
    title: 'a specialisation of one of two templates',
    before:
      'template <class T> __device__ int f(T) { return 1; } template <class T> __device__ int f(T*) { return 2; } template <> __device__ int f(float*) { return 3; }',
    calls: ['f(1)', 'f((int*)nullptr)', 'f((float*)nullptr)'],
  },
  {
    title: "methods defined and specialised outside of their struct's template",
    before:
      'template <class T> struct S { T v; __device__ S(T x); __device__ int m() { return 1; } __device__ int n(int); static __device__ int s(); }; template <class T> __device__ S<T>::S(T x) : v(x) {} template <class T> __device__ int S<T>::n(int i) { return i + v; } template <class T> __device__ int S<T>::s() { return 4; } template <> __device__ int S<float>::m() { return 2; } template <> __device__ int S<double>::s() { return 5; }',
    calls: ['S<int>(0).m()', 'S<float>(0).m()', 'S<int>(3).n(4)', 'S<int>::s()', 'S<double>::s()'],
  },
  {
    title: 'partial specialisations',
    before:
      'template <class T> struct S { static constexpr int v = 1; }; template <class T> struct S<T*> { static constexpr int v = 2; }; template <class T> struct S<T**> { static constexpr int v = 3; }; template <class T, int N> struct S<T[N]> { static constexpr int v = 10 + N; }; template <> struct S<unsigned int> { static constexpr int v = 4; };',
    calls: ['S<int>::v', 'S<int*>::v', 'S<int**>::v', 'S<float[3]>::v', 'S<unsigned>::v'],
  },
  {
    title: 'partial specialisations for a number',
    before:
      'template <bool B, class T, class U> struct Sel { typedef T type; static __device__ int f() { return 1; } }; template <class T, class U> struct Sel<false, T, U> { typedef U type; static __device__ int f() { return 2; } };',
    calls: [
      'Sel<true, int, char>::f()',
      'Sel<false, int, char>::f()',
      'sizeof(Sel<(1 > 2), int, char>::type)',
    ],
  },
  {
    title: 'partial specialisations of packs',
    before:
      'template <int... R> struct Sum; template <> struct Sum<> { static constexpr int v = 0; }; template <int A, int... R> struct Sum<A, R...> { static constexpr int v = A + Sum<R...>::v; };',
    calls: ['Sum<>::v', 'Sum<3>::v', 'Sum<3, 9, 4>::v'],
  },
  {
    title: 'the most special overload',
    before:
      'template <class T> struct V { T v; }; template <class T> __device__ int f(const T&) { return 1; } template <class T> __device__ int f(const V<T>&) { return 2; } template <class T, int N> __device__ int f(const T (&)[N]) { return 10 + N; } template <class T> __device__ int g(T) { return 1; } template <class T> __device__ int g(T*) { return 2; } template <class T> __device__ int g(V<T>) { return 3; } __device__ int g(double) { return 4; }',
    calls: [
      'f(1)',
      'f(V<int>{1})',
      'f(a)',
      'g(1)',
      'g(&a[0])',
      'g(V<float>{1})',
      'g(1.0)',
      'g(1.0f)',
    ],
  },
  {
    title: 'the nearest overload in every argument',
    before:
      '__device__ int f(float, int) { return 1; } __device__ int f(double, double) { return 2; } __device__ int g(bool) { return 1; } __device__ int g(int) { return 2; } template <class T> __device__ int h(T, T) { return 1; } __device__ int h(double, double) { return 2; }',
    calls: ['f(1.f, 1)', 'f(1., 1.)', 'g(a[0] > 1)', 'g(a[0])', 'h(1, 2)', 'h(1, 2.0)'],
  },
  {
    title: 'templates that enable_if tells apart',
    before:
      '#include <type_traits>\ntemplate <class T> __device__ typename std::enable_if<std::is_integral<T>::value, int>::type f(T) { return 1; } template <class T> __device__ typename std::enable_if<!std::is_integral<T>::value, int>::type f(T) { return 2; } template <class T, std::enable_if_t<(sizeof(T) > 4), int> = 0> __device__ int g(T) { return 1; } template <class T, std::enable_if_t<(sizeof(T) <= 4), int> = 0> __device__ int g(T) { return 2; }',
    calls: ['f(1)', 'f(1.f)', 'g(1.0)', 'g(1)'],
  },
  {
    title: 'structs that enable_if tells apart',
    before:
      '#include <type_traits>\ntemplate <class T, class E = void> struct S { static constexpr int v = 1; }; template <class T> struct S<T, std::enable_if_t<std::is_floating_point<T>::value>> { static constexpr int v = 2; };',
    calls: ['S<int>::v', 'S<float>::v'],
  },
  {
    title: 'a place and a pointer',
    before:
      'struct A { int v; }; __device__ int f(A&) { return 1; } __device__ int f(A*) { return 2; } __device__ int g(int n) { A b; return n == 0 ? f(b) : f(&b); }',
    calls: ['g(0)', 'g(1)'],
  },
  {
    title: 'tags',
    before:
      '#include <type_traits>\ntemplate <class T> __device__ int f(T, std::true_type) { return 1; } template <class T> __device__ int f(T, std::false_type) { return 2; } template <class T> __device__ int g(T x) { return f(x, std::is_integral<T>()); } template <class T> __device__ int h(T x) { return f(x, std::is_same<T, float>{}); }',
    calls: ['g(1)', 'g(1.f)', 'h(1)', 'h(1.f)', 'f(1, std::bool_constant<(1 > 2)>{})'],
  },
  {
    title: 'traits of its own',
    before:
      '#include <type_traits>\ntemplate <class T> struct is_big : std::false_type {}; template <> struct is_big<double> : std::true_type {}; template <class T> __device__ std::enable_if_t<is_big<T>::value, int> f(T) { return 1; } template <class T> __device__ std::enable_if_t<!is_big<T>::value, int> f(T) { return 2; }',
    calls: ['is_big<int>::value', 'is_big<double>::value', 'f(1.0)', 'f(1)'],
  },
  {
    title: 'templates with requirements',
    before:
      '#include <type_traits>\ntemplate <class T> __device__ int f(T) { return 1; } template <class T> requires std::is_integral_v<T> __device__ int f(T) { return 2; }',
    calls: ['f(1)', 'f(1.f)'],
  },
];

const MEMORY = 'int a[3] = {1, 2, 3};';

/** Values of the calls, in their order. */
function asCompiled({ before, calls }: Case): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-meant-'));
  const said = calls.map((call) => `printf("%d\\n", (int)(${call}));`).join(' ');
  writeFileSync(
    join(folder, 'meant.cpp'),
    `#include <cstdio>\n#define __device__\n${before}\nint main() { ${MEMORY} ${said} }\n`,
  );
  execFileSync(process.env['OVERTIME_CXX'] ?? 'g++', ['-std=c++20', '-w', 'meant.cpp'], {
    cwd: folder,
  });
  const printed = execFileSync(join(folder, 'a.out'), { encoding: 'utf8' });
  return printed.trim().split('\n').map(Number);
}

const statusOf = async (before: string, calls: readonly string[], values: readonly number[]) => {
  const ensured = values.map((value, i) => `#pragma tuner ensures o[${i}] == ${value}`);
  const set = calls.map((call, i) => `o[${i}] = ${call};`).join(' ');
  const text = `${ensured.join('\n')}
${before}
__global__ void k(int* o) { ${MEMORY} ${set} }
int main() { int* o; cudaMalloc(&o, ${4 * calls.length}); k<<<1, 1>>>(o); }`;
  return (await verdictOf(text, CONSTANTS)).status;
};

it.each(CASES)('$title', async ({ title, before, calls }) => {
  const values = asCompiled({ title, before, calls });
  expect(await statusOf(before, calls, values)).toBe('right');
  const others = values.map((value) => value + 1);
  expect(await statusOf(before, calls, others)).toBe('wrong');
});

it.each([
  [
    'enumerations',
    'enum class A { X }; enum class B { X }; __device__ int f(A) { return 1; } __device__ int f(B) { return 2; }',
    'f(B::X)',
  ],
  [
    'long and long long',
    '__device__ int f(long) { return 1; } __device__ int f(long long) { return 2; }',
    'f(2LL)',
  ],
  [
    'a static member of an instance',
    'template <class T> struct S { static constexpr int v = 1; }; template <> constexpr int S<float>::v = 2;',
    'S<float>::v',
  ],
  [
    'conversions of one struct',
    'struct C { __device__ operator int() const { return 1; } __device__ operator float() const { return 2; } };',
    '(int)C()',
  ],
  [
    'specialisations for constants',
    'template <class T> struct S { static __device__ int f() { return 1; } }; template <class T> struct S<const T> { static __device__ int f() { return 2; } };',
    'S<int>::f()',
  ],
  [
    'conditions that are not followed',
    'template <class T, class = decltype(T().m())> __device__ int f(T) { return 1; } template <class... T> __device__ int f(T...) { return 2; }',
    'f(1)',
  ],
])('%s are not told apart', async (_, before, call) => {
  for (const value of [1, 2]) expect(await statusOf(before, [call], [value])).toBe('not-checked');
});

describe('kernels of one name', () => {
  const text = (argument: string): string => `
__global__ void k(float *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = i; }
__global__ void k(int *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = i; }
int main() { float *a; int *b; cudaMalloc(&a, 400); cudaMalloc(&b, 800); k<<<2, 64>>>(${argument}); }`;
  it('have the launches that their arguments choose', async () => {
    const said = await verdictOf(text('a'), CONSTANTS);
    expect(said.findings.map(({ kind }) => kind)).toEqual(['bounds']);
    expect(said.status).toBe('wrong');
  });
  it('are not checked where nothing tells', async () => {
    expect((await verdictOf(text('get()'), CONSTANTS)).status).toBe('not-checked');
  });
  it('may be specialised', async () => {
    const special = (divisor: string): string => `
template <class T> __global__ void k(T *o) { o[blockIdx.x * 64 + threadIdx.x] = 1; }
template <> __global__ void k<float>(float *o) { o[(blockIdx.x * 64 + threadIdx.x)${divisor}] = threadIdx.x; }
int main() { float *o; cudaMalloc(&o, 512); k<<<2, 64>>>(o); }`;
    expect((await verdictOf(special(''), CONSTANTS)).status).toBe('right');
    expect((await verdictOf(special(' / 2'), CONSTANTS)).status).toBe('wrong');
  });
});

it.each([
  ['__syncthreads();', 64, 'right'],
  ['', 64, 'wrong'],
  ['__syncthreads();', 63, 'wrong'],
] as const)("shared memory of a specialisation's: %s %s", async (meeting, count, status) => {
  const text = `
template <typename T> struct SharedMemory;
template <> struct SharedMemory<int> { __device__ int *getPointer() { extern __shared__ int s_int[]; return s_int; } };
template <> struct SharedMemory<float> { __device__ float *getPointer() { extern __shared__ float s_float[]; return s_float; } };
template <class T> __global__ void k(T *o) { SharedMemory<T> m; T *s = m.getPointer(); int t = threadIdx.x; s[t] = t; ${meeting} o[blockIdx.x * 64 + t] = s[63 - t]; }
int main() { float *o; cudaMalloc(&o, 512); k<float><<<2, 64, ${count} * sizeof(float)>>>(o); }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});
