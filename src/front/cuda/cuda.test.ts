import { describe, expect, it } from 'vitest';
import { outline, parser } from '../../testing/kernels.ts';
import { verdictOf } from '../../testing/verdict-of.ts';
import { languageOf } from './words.ts';

const CONSTANTS = {
  size: 8,
  ND: 1,
  NU: 1,
  NP: 4,
  GMT: 4,
  LMT: 1,
  BT: 1,
  DT: 1,
  LM: 8192,
  AT: 1,
  NS: 1,
  WR: 8,
};

const costsOf = (text: string): readonly string[] => {
  const lowered = parser.lower(text);
  if (!lowered.ok) throw new Error(JSON.stringify(lowered.diagnostics));
  return outline(lowered.value);
};

/** A kernel whose first element gets a value, in device code of CUDA. */
const computing = (functions: string, body: string, expected: string): string => `
${functions}
#pragma tuner items 2
#pragma tuner local_size 2
#pragma tuner array o = 2
#pragma tuner ensures o[0] == ${expected}
__global__ void k(float *o) { int i = threadIdx.x; ${body} }`;

describe('CUDA is told from OpenCL C', () => {
  it.each([
    ['__global__ void k() {}', 'cuda'],
    ['__kernel void k() {}', 'opencl'],
    ['__kernel void k() {} // threadIdx', 'opencl'],
    ['kernel void k(global int *a) { a[get_global_id(0)] = 1; }', 'opencl'],
    ['', 'opencl'],
  ] as const)('%s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('costs are those of the same kernel in OpenCL C', () => {
  it.each([
    [
      'a guarded sum',
      `__global__ void k(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] + b[i];
}`,
      `__kernel void k(__global const float *a, __global float *b, int n) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < n) b[i] = a[i] + b[i];
}`,
    ],
    [
      'a tile in shared memory, by a template',
      `template <typename T, int N> __global__ void k(const T *a, T *b) {
  __shared__ T t[N];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  T sum = 0;
  for (int i = 0; i < N; i++) sum += t[i];
  b[threadIdx.x] = sum;
}
template __global__ void k<float, 16>(const float *, float *);`,
      `__kernel void k(__global const float *a, __global float *b) {
  __local float t[16];
  t[get_local_id(0)] = a[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += t[i];
  b[get_local_id(0)] = sum;
}`,
    ],
  ])('%s', (_, cuda, opencl) => {
    const wg = '#pragma tuner param WG = pow2(1, 8)\n';
    expect(costsOf(wg + cuda)).toEqual(costsOf(wg + opencl));
  });
});

describe('values of device code', () => {
  it.each([
    [
      'arrays of the standard library',
      '#include <array>\n__device__ cuda::std::array<int, 3> f(int a) { std::array<int, 3> r = {a, a, a}; return r; }',
      'auto a = f(7); a.back() = 2; int s = 0; for (int &v : a) { s += v; v = 1; } o[i] = s + a.size() * a[2];',
      '19',
    ],
    [
      'numbers that are rounded once',
      '#include <cuda_bf16.h>',
      'o[i] = (float)__int2bfloat16_rn(-16842753) / 16777216 + (float)__double2bfloat16(1.00390625000001);',
      '0',
    ],
    [
      'comparisons between brackets that look like a template',
      '',
      'int a = i, b = 2 - i, n = 3; o[i] = (a >= 0 && a < n && b >= 0 && b < n) ? 1.5f : (a < n && b >= 2) + 0.0f;',
      '1.5f',
    ],
    [
      'comparisons without blanks',
      'template <int N> __device__ int f(int x) { return x + N; }',
      'int a=i,n=3,m=2;int r=(a<n&&a>=0)?1:0;if(a<n&&n>(m))r+=10;if(a>n||(a<m||n<m&&m>=n))r+=100;o[i]=r+(a<n-1&&f<3>(a)>=(a))*1000;',
      '1111',
    ],
    [
      'names of namespaces in macros',
      'namespace n { template <int N> __device__ int f() { return N; } }\n#define G(F, A) n::F<A>() + ::min(A, 9)',
      'o[i] = G(f, 3) + G(n::f, 4);',
      '14',
    ],
    [
      'a comparison of a comparison',
      '',
      'int a = 2, n = 3, b = a < n >= 0, c = a < n >= 2; o[i] = b * 10 + c;',
      '10',
    ],
    [
      'a comparison of a template',
      'template <int N, bool B = (N >= 4)> __device__ int f() { return B ? N : (N < 2 || N >= 3); }',
      'o[i] = f<8>() * 10 + f<3>();',
      '81',
    ],
    [
      'a template',
      'template <typename T> __device__ T f(T a) { return a / 2; }',
      'o[i] = f(3) + f(3.0f);',
      '2.5f',
    ],
    [
      'explicit arguments',
      'template <typename T> __device__ T f(T a) { return a / 2; }',
      'o[i] = f<int>(3.9f);',
      '1',
    ],
    [
      'a number as an argument',
      'template <int N = 3> __device__ int f() { return N; }',
      'o[i] = f() + f<4>();',
      '7',
    ],
    [
      'overloads',
      '__device__ int f(int) { return 1; } __device__ int f(float) { return 2; }',
      'o[i] = f(1) * 10 + f(1.f);',
      '12',
    ],
    [
      'methods that differ in const alone',
      'struct V { int x; __device__ int get() const { return x + 1; } __device__ int get() { return x + 2; } }; __device__ int f(const V &v) { return v.get(); } __device__ int f(V &v) { return v.get(); }',
      'V v; v.x = 10; const V w = v; o[i] = v.get() * 1000000 + w.get() * 10000 + f(v) * 100 + f(w);',
      '12111211',
    ],
    [
      'functions and operators that do',
      'struct P { int v; __device__ int operator[](int i) const { return v + i; } __device__ int &operator[](int i) { return v; } }; __device__ int g(const P &p) { return p[3]; } __device__ int f(const int *p) { return 1; } __device__ int f(int *p) { return 2; }',
      'P p; p[1] = 4; int x; const int *q = &x; o[i] = g(p) * 100 + f(q) * 10 + f(&x);',
      '712',
    ],
    [
      'default arguments',
      '__device__ int f(int a, int b = 5) { return a * b; }',
      'o[i] = f(2) + f(2, 3);',
      '16',
    ],
    [
      'arguments that constructors make, of a list or a number, and that an operator makes',
      'struct V { float x, y; }; struct C { float re; __device__ C(float r) : re(r) {} __device__ operator float() const { return re; } }; struct B { V lo, hi; __device__ B(V a, V b) : lo(a), hi(b) {} }; __device__ float sum(V v) { return v.x + v.y; } __device__ float wide(const B &b) { return b.hi.x - b.lo.x; } __device__ float re(C c) { return c.re; } __device__ float twice(float f) { return 2 * f; }',
      'o[i] = sum({1, 2}) + 10 * re(3.f) + 100 * twice(C(2)) + 1000 * wide({{1, 2}, {5, 6}});',
      '4433',
    ],
    [
      'lists that are returned',
      'struct V { float x, y; }; struct C { float re, im; __device__ C(float r, float i) : re(r), im(2 * i) {} }; __device__ V turned(V v) { return {v.y, v.x}; } __device__ C c() { return {1, 2}; }',
      'o[i] = turned({1, 2}).x * 10 + c().im;',
      '24',
    ],
    [
      'an operator that differs from another in const alone',
      'struct V { float e[2]; __device__ float operator[](int i) const { return e[i]; } __device__ float &operator[](int i) { return e[i]; } };',
      'V v; v[0] = 1; v[1] = 2; v[0] += 3; o[i] = v[0] * 10 + v[1];',
      '42',
    ],
    [
      'casts to references',
      'struct B { int x; }; struct D : B { int y; }; __device__ void set(B &b) { static_cast<D &>(b).y = 4; }',
      'float f = 0; reinterpret_cast<unsigned int &>(f) = 0x40000000; D d; set(d); int w = 8; o[i] = f + static_cast<const float &>(1.f) + d.y + static_cast<const float &>(w);',
      '15',
    ],
    [
      'a template whose base names it',
      'template <class D> struct E { __device__ int twice() const { return 2 * static_cast<const D *>(this)->get(); } }; template <class T> struct L : E<L<T>> { T x; __device__ int get() const { return x; } }; template <class A, class B> struct Sum : E<Sum<A, B>> { A a; B b; __device__ int get() const { return a.twice() + b.twice(); } };',
      'L<int> l; l.x = 3; L<float> f; f.x = 2.5f; Sum<L<int>, L<float>> s; s.a = l; s.b = f; o[i] = s.twice();',
      '20',
    ],
    [
      'an argument that counts on, once',
      '',
      'int n = 1; half2 p = __lowhigh2highlow(__floats2half2_rn(5, n++)); o[i] = n * 10 + __high2float(__low2half2(p));',
      '21',
    ],
    [
      'any group as an argument',
      'namespace cg = cooperative_groups; __device__ int size(cg::thread_group g) { g.sync(); return g.size(); }',
      'auto b = cg::this_thread_block(); cg::thread_group t = cg::tiled_partition<1>(b); o[i] = size(b) * 10 + size(t);',
      '21',
    ],
    [
      'references',
      '__device__ void f(float &a, const float &b) { a = b + 1; }',
      'float x = 0; f(x, 2.f); float &y = x; y *= 2; o[i] = x;',
      '6',
    ],
    [
      'a reference that is returned',
      'struct S { float d[2]; __device__ float &at(int i) { return d[i]; } };',
      'S s; s.at(0) = 3; s.at(1) = 4; o[i] = s.d[0] + s.at(1);',
      '7',
    ],
    [
      'methods and a constructor',
      'struct P { float x, y; __device__ P(float a) : x(a), y(a + 1) { y += 1; } __device__ float sum() const { return x + y; } };',
      'P p(2); o[i] = p.sum() + P(1).sum();',
      '10',
    ],
    [
      'a template of a struct',
      'template <typename T, int N> struct V { T d[N]; static constexpr int size = N; __device__ T &operator[](int i) { return d[i]; } };',
      'V<int, 3> v; v[0] = 1; v[2] = 5; o[i] = v[0] + v[2] + V<int, 3>::size;',
      '9',
    ],
    [
      'operators',
      '__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }',
      'float2 p = make_float2(1, 2), q = p + p; o[i] = q.x * 10 + q.y;',
      '24',
    ],
    [
      'functors',
      'struct Max { __device__ float operator()(float a, float b) const { return a > b ? a : b; } }; template <class Op> __device__ float f(Op op, float a, float b) { return op(a, b); }',
      'o[i] = f(Max(), 3, 5) + f(Max{}, 2, 1);',
      '7',
    ],
    [
      'lambdas',
      'template <class Op> __device__ float f(Op op) { return op(2.f); }',
      'float s = 3; auto g = [=](float a) { return a * s; }; s = 100; auto h = [&](float a) { s += a; }; h(1.f); o[i] = f(g) + g(1) + s;',
      '110',
    ],
    [
      'if constexpr',
      'template <int N> __device__ int f() { if constexpr (N > 2) return 1; else return 2; }',
      'o[i] = f<3>() * 10 + f<1>();',
      '12',
    ],
    [
      'constants',
      'constexpr int A = 3; namespace n { const int B = A + 1; enum class E { x = 7, y }; } using T = float;',
      'T t = A + n::B; o[i] = t + (int)n::E::y;',
      '15',
    ],
    [
      'auto and casts',
      '',
      'auto a = 7; auto p = &o[i]; auto &r = *p; r = static_cast<float>(a / 2) + float(1) + int(2.9f);',
      '6',
    ],
    [
      'a cast of a name before a sign',
      '',
      'int k = 5; o[i] = static_cast<float>(k) + 1.f + int(k) - (k) + 3;',
      '9',
    ],
    [
      'an inherited call of an object',
      'struct Base { int k; __device__ int operator()(int x) const { return k * x; } }; struct Own : Base { int z; };',
      'Own f; f.k = 3; o[i] = f(5);',
      '15',
    ],
    [
      'inheritance',
      'struct A { int a; __device__ int f() { return a + 1; } }; struct B : A { int b; };',
      'B b; b.a = 4; b.b = 2; o[i] = b.f() + b.b;',
      '7',
    ],
    [
      'functions of CUDA',
      '',
      'o[i] = fmaxf(1, 3.5f) + abs(-2) + __popc(7) + __ffs(8) + min(4, 9) + __mul24(2, 3) + powf(2, 3);',
      '30.5f',
    ],
    [
      'vectors of three',
      '',
      'float3 v = make_float3(1, 2, 4); o[i] = v.x + v.y + v.z + sizeof(float3);',
      '19',
    ],
    [
      'limits of types',
      'template <typename T> __device__ T most() { return std::numeric_limits<T>::max(); }',
      'o[i] = (most<int>() == 2147483647) + (most<float>() > 3e38f) + (std::numeric_limits<unsigned char>::min() == 0) + (std::numeric_limits<float>::lowest() < -3e38f) + (-std::numeric_limits<double>::infinity() < 0);',
      '5',
    ],
    ['digits apart', '', "o[i] = 1'000 + 0b11;", '1003'],
    ['bits as another type', '', 'o[i] = __int_as_float(0x40400000) + __float2int_rn(2.5f);', '5'],
  ])('%s', async (_, functions, body, expected) => {
    const said = await verdictOf(computing(functions, body, expected), CONSTANTS);
    expect({ status: said.status, findings: said.findings, open: said.open }).toEqual({
      status: 'right',
      findings: [],
      open: [],
    });
  });
});

it('whole warps are taken where lanes meet and nothing states a group', async () => {
  const text = `__device__ float total(float v) {
  for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(0xffffffffu, v, s);
  return v;
}
__global__ void sums(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = total(in[i]);
  if (i % 32 == 0) out[i / 32] = v;
}`;
  const said = await verdictOf(text, CONSTANTS);
  expect({ status: said.status, findings: said.findings, sizes: said.configurations }).toEqual({
    status: 'right',
    findings: [],
    sizes: 2,
  });
});

it("a kernel's template takes its types from what its launch passes", async () => {
  const text = `struct Third { __device__ int operator()(int x) const { return x / 3; } };
template <typename T, typename Op>
__global__ void each(const T *in, T *out, int n, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 2 + op(3);
}
#pragma tuner input in[i] = 11
#pragma tuner ensures forall i < 8: out[i] == 6
int main() {
  int *a, *b;
  cudaMalloc(&a, 8 * sizeof(int));
  cudaMalloc(&b, 8 * sizeof(int));
  each<<<2, 4>>>(a, b, 8, Third());
}`;
  const said = await verdictOf(text, CONSTANTS);
  expect({ status: said.status, findings: said.findings }).toEqual({
    status: 'right',
    findings: [],
  });
});

it('a launch by a macro of a template, some of whose arguments are deduced, is one kernel', async () => {
  const text = `namespace n {
template <int N, typename T, T (*F)(T)> __global__ void each(T *x, int m) {
  int i = blockIdx.x * N + threadIdx.x;
  if (i < m) x[i] = F(x[i]);
}
template <typename T> __device__ T twice(T x) { return x + x; }
}
#define LAUNCH(N, F) n::each<N, float, F<float>><<<(m + N - 1) / N, N>>>(x, m)
void run(float *x, int m) { LAUNCH(32, n::twice); }`;
  expect(parser.parse(text).kernels.map(({ name }) => name)).toEqual(['each']);
  expect((await verdictOf(text, CONSTANTS)).status).toBe('right');
});

it('a lambda is followed through a function that takes it by reference', async () => {
  const text = `template <typename F> __global__ void each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <typename F> void parallel_for(int n, F &&f) { each<<<(n + 3) / 4, 4>>>(n, f); }
int main() {
  int *x;
  cudaMalloc(&x, 7 * sizeof(int));
  parallel_for(7, [=] __device__ (int i) { x[i] = i; });
}`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe('right');
});

it('what cannot be read in one kernel leaves the others alone', () => {
  const text = `__global__ void a(int *o) { asm volatile("bar.sync 0;"); }
__global__ void b(int *o) { o[threadIdx.x] = 1; }
int main() { std::vector<int> v{1, 2}; auto [x, y] = f(); b<<<1, 2>>>(d); }`;
  expect(parser.parse(text).kernels.map(({ name }) => name)).toEqual(['a', 'b']);
  const wg = '#pragma tuner param WG = pow2(1, 8)\n';
  expect(parser.lower(wg + text, 'b').ok).toBe(true);
  const refused = parser.lower(wg + text, 'a');
  expect(refused.diagnostics.map(({ message }) => message).join()).toContain('PTX');
});

/** Sparse matrices are passed as structs. */
const SPARSE = `struct Sparse { int *rows; int *columns; float *values; };
__global__ void multiply(Sparse a, const float *x, float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int j = a.rows[r]; j < a.rows[r + 1]; j++) sum += a.values[j] * x[a.columns[j]];
  y[r] = sum;
}
__global__ void scatter(Sparse a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) a.values[a.columns[r]] = r;
}
int main() {
  Sparse a;
  float *x, *y;
  cudaMalloc(&a.rows, 9 * sizeof(int));
  cudaMalloc(&a.columns, 8 * sizeof(int));
  cudaMalloc(&a.values, 8 * sizeof(float));
  cudaMalloc(&x, 8 * sizeof(float));
  cudaMalloc(&y, 8 * sizeof(float));
  multiply<<<2, 4>>>(a, x, y, 8);
  scatter<<<2, 4>>>(a, 8);
}`;

it.each([
  ['multiply', false],
  ['scatter', true],
])('where members of a struct point is followed: %s may race: %s', async (kernel, mayRace) => {
  const ends = `\n__global__ void ${kernel}(`;
  const [before = '', after = ''] = SPARSE.split(ends);
  // The kernel that is meant comes first.
  const head = before.split('\n')[0] ?? '';
  const own = after.slice(0, after.indexOf('\n}\n') + 3);
  const text = `${head}${ends}${own}${SPARSE.slice(SPARSE.indexOf('int main'))}`;
  const { open } = await verdictOf(text, CONSTANTS);
  expect(open.some((each) => each.startsWith('races:'))).toBe(mayRace);
});

it.each([
  ['that contents fill', 't[i] > 0', 'right', 'o[place] is inside of o'],
  ['that each thread fills', 'i < 8', 'wrong', undefined],
])('a list that is longer than its array: %s', async (_, asked, status, condition) => {
  const text = `__global__ void gather(const int *t, int *o, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (${asked}) { int place = atomicAdd(count, 1); o[place] = t[i]; }
}
int main() {
  int *t, *o, *count;
  cudaMalloc(&t, 8 * sizeof(int));
  cudaMalloc(&o, 4 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  gather<<<2, 4>>>(t, o, count);
}`;
  const said = await verdictOf(text, CONSTANTS);
  expect(said.status).toBe(status);
  if (condition !== undefined) expect(said.conditions).toContain(condition);
});

const OVERLOADS = `__device__ void put(int &x, int *o) { o[threadIdx.x] = 1; }
__device__ void put(const int &x, int *o) { o[0] = threadIdx.x; }
__device__ void pass(int &x, int *o) { put(x, o); }
__device__ void pass(const int &x, int *o) { put(x, o); }
struct V { int *p; const int c; };
using Given = const int;`;

it.each([
  ['what a member points to', 'const V v = {i, 1}; put(v.p[0], o);'],
  ['a member that is a constant', 'V v = {i, 1}; put(v.c, o);'],
  ['a name for a constant type', 'put(g[0], o);'],
  ['what a lambda holds', 'int x = 1; auto f = [=]() { put(x, o); }; f();'],
  ['what is passed on', 'const int y = 1; const auto &x = y; pass(x, o);'],
])('which of two is called is not guessed: %s', async (_, body) => {
  const text = `${OVERLOADS}\n__global__ void k(int *o, int *i, Given *g) { ${body} }`;
  const { open } = await verdictOf(text, CONSTANTS);
  expect(open.join()).toContain('const alone tells them apart');
});

it.each([
  [
    'a number that a loop around one of them sets',
    'for (i = 0; i < 16; i += n) k<<<1, 8>>>(m, i);',
    true,
  ],
  ['a number that nothing sets between them', 'k<<<1, 8>>>(m, i);', false],
])('a second launch of which nothing more is told is named: %s', async (_, first, isNamed) => {
  const text = `__global__ void k(int *m, int off) { m[threadIdx.x] = off; }
int main(int c, char **v) {
  int *m, n = atoi(v[1]), i = n;
  cudaMalloc(&m, 8 * sizeof(int));
  ${first}
  k<<<1, 8>>>(m, i);
}`;
  const { conditions } = await verdictOf(text, CONSTANTS);
  expect(conditions.includes('it is launched as in line 5')).toBe(isNamed);
});

it('an allocation of fewer bytes than an element has none', async () => {
  const text = `__global__ void k(int *o) { o[0] = 1; }
int main() { int *o; cudaMalloc(&o, 3); k<<<1, 1>>>(o); }`;
  const { findings } = await verdictOf(text, CONSTANTS);
  expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('0 elements')]);
});

it.each([
  ['as many threads as devices take', '<<<2, 1024>>>', '', 'right', []],
  [
    'more shared memory than a block has',
    '<<<1, 64, 50000>>>',
    '',
    'right',
    ['a block may have 50000 bytes of shared memory'],
  ],
  [
    'more that the host asks for',
    '<<<1, 64, 50000>>>',
    'cudaFuncSetAttribute(k, 8, 50000);',
    'right',
    [],
  ],
])('a launch of %s', async (_, how, before, status, conditions) => {
  const text = `__global__ void k(int *o) {
  extern __shared__ int s[];
  ${how.includes('50000') ? 's[threadIdx.x] = 1;' : ''}
  o[(threadIdx.z * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = 1;
}
int main() { int *o; cudaMalloc(&o, 4096 * sizeof(int)); ${before} k${how}(o); }`;
  const said = await verdictOf(text, CONSTANTS);
  expect([said.status, said.conditions]).toEqual([status, conditions]);
});

it.each([
  ['__syncthreads_or(i > 10)', 1],
  ['__syncthreads_or(i > 11)', 0],
  ['__syncthreads_and(i < 12)', 1],
  ['__syncthreads_and(i < 11)', 0],
  ['__syncthreads_count(i > 3)', 4],
])('threads that have returned take no part in a vote: %s', async (vote, result) => {
  const text = `#pragma tuner ensures o[8] == RESULT
__global__ void k(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int r = 0; r < 2; r++) {
    o[i] = ${vote};
    if (i == 12) return;
  }
}
int main() { int *o; const int n = 13; cudaMalloc(&o, n * sizeof(int)); k<<<2, 8>>>(o, n); }`;
  const statusFor = async (value: number) =>
    (await verdictOf(text.replace('RESULT', String(value)), CONSTANTS)).status;
  expect([await statusFor(result), await statusFor(result + 1)]).toEqual(['right', 'wrong']);
});

it.each([
  ['a vector at its place', '((float4 *)o)[i] = ((const float4 *)a)[i];', 'right', []],
  [
    'a vector one element further',
    '((float4 *)o)[i] = *(const float4 *)&a[4 * i + 1];',
    'wrong',
    [],
  ],
  [
    'three elements need no more than one',
    '((float3 *)o)[i] = *(const float3 *)&a[3 * i + 1];',
    'right',
    [],
  ],
  ['a double behind an odd number of elements', '((double *)(o + 1))[i] = 1;', 'wrong', []],
  [
    'a place that an argument decides',
    '((float4 *)o)[i] = *(const float4 *)&a[4 * i + n % 4];',
    'right',
    ['*(const float4 *)&a[4 * i + n % 4] is at a multiple of 16 bytes'],
  ],
])('an access that is aligned or not: %s', async (_, body, status, conditions) => {
  const text = `#pragma tuner array a = 200
__global__ void k(float *o, const float *a, int n) { int i = threadIdx.x; ${body} }
int main(int c, char **v) { float *o, *a; cudaMalloc(&o, 800); cudaMalloc(&a, 800); k<<<1, 8>>>(o, a, atoi(v[1])); }`;
  const said = await verdictOf(text, CONSTANTS);
  expect(said.status).toBe(status);
  for (const condition of conditions) expect(said.conditions).toContain(condition);
});
