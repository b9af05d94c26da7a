import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };
const HOST = 'int main() { float *o; cudaMalloc(&o, 64 * sizeof(float)); k<<<1, 64>>>(o); }';

/** The verdict on a kernel that should leave a value in every element. */
async function said(before: string, body: string, value: string): Promise<unknown> {
  const { status, findings, conditions } = await verdictOf(
    `#pragma tuner ensures forall i < 64: o[i] == ${value}
${before}
__global__ void k(float *o) { int t = threadIdx.x; ${body} }
${HOST}`,
    CONSTANTS,
  );
  return { status, findings, conditions };
}

const RIGHT = { status: 'right', findings: [], conditions: [] };
const BASE = 'struct W { float m; __device__ W() : m(0) {} __device__ W(float x) { m = x; } };';

test.each([
  [
    'a base with a constructor',
    `${BASE} struct D : W { int c = 3; };`,
    'D d; o[t] = d.m + d.c;',
    '3',
  ],
  [
    'a base in a list of initialisers',
    `${BASE} struct D : W { int c; __device__ D(float x) : W(x), c(2) {} };`,
    'D d(4.f); o[t] = d.m + d.c;',
    '6',
  ],
  [
    "a template's base",
    'template <typename T> struct B { T v; __device__ B(T x) : v(x) {} }; template <typename T> struct H : public B<T> { __device__ H(T x) : B<T>(x + 1) {} };',
    'H<float> h(5.f); o[t] = h.v;',
    '6',
  ],
  [
    'a reduction of a tile by plus<T>{}',
    '#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;',
    'auto w = cg::tiled_partition<32>(cg::this_thread_block()); o[t] = cg::reduce(w, 2.f, cg::plus<float>{});',
    '64',
  ],
  ['constants of the mathematics header', '', 'o[t] = (int)(CUDART_PI_F * 100);', '314'],
  [
    'a static member through an object',
    'template <class T> struct P { static constexpr int size = 16 / sizeof(T); T v[size]; };',
    'P<float> p; for (int j = 0; j < p.size; ++j) p.v[j] = j; o[t] = p.v[3];',
    '3',
  ],
  [
    "a type in a struct's arguments",
    'template <typename T> struct Pair { T v; int i; }; template <typename T> __device__ Pair<T> most(const Pair<T>& a, const Pair<T>& b) { return b.v > a.v ? b : a; }',
    'Pair<float> a{1.f, 0}, b{2.f, 1}; o[t] = most(a, b).v;',
    '2',
  ],
  [
    "an array's length",
    'template <typename T, int N> __device__ T total(T (&b)[N]) { T s = 0; for (int i = 0; i < N; ++i) s += b[i]; return s; }',
    'float b[3] = {1, 2, 3}; o[t] = total(b);',
    '6',
  ],
  [
    "a number in a struct's arguments",
    'template <int N> struct Tile { float v[N]; }; template <int N> __device__ int count(const Tile<N>& t) { return N; }',
    'Tile<5> b; o[t] = count(b);',
    '5',
  ],
  [
    'a loop over an array',
    '',
    'int w[3] = {1, 2, 4}; int s = 0; for (int v : w) s += v; o[t] = s;',
    '7',
  ],
  [
    "a loop over an array's places",
    '',
    'float w[3] = {1, 2, 4}; for (auto &v : w) v *= 2; o[t] = w[0] + w[2];',
    '10',
  ],
  [
    'memcpy and memset',
    '',
    'float w[2] = {1, 2}, v[2]; memset(v, 0, sizeof(v)); memcpy(&v[1], &w[1], sizeof(float)); o[t] = v[0] + v[1];',
    '2',
  ],
  [
    'traits of types',
    'template <typename T> __device__ int kindOf(T x) { if constexpr (std::is_same_v<T, float>) return 1; else return std::is_integral<T>::value ? 2 : 3; }',
    'using V = std::conditional_t<std::is_same_v<int, int>, float, double>; V v = 0.5f; std::make_unsigned_t<short> u = -1; o[t] = kindOf(v) + 10 * kindOf(t) + 100 * kindOf(0.5) + (u > 0 ? 2 : 0);',
    '323',
  ],
  [
    'lanes that have one value',
    '',
    'int same, other; unsigned m = __match_all_sync(~0u, t / 32, &same), n = __match_all_sync(~0u, t, &other); o[t] = same + 2 * other + (m == ~0u) + (n == 0);',
    '3',
  ],
  [
    'a vector in braces that is passed as a place',
    '__device__ void grow(float4 &v, float by) { v.x += by; v.w += by; }',
    'float4 v = {1.f, 2.f, 3.f}; grow(v, t); float4 none = {}; grow(none, 1.f); o[t] = v.x + v.z + v.w + none.y - none.x;',
    '3 + i * 2',
  ],
  [
    'groups that are passed as places',
    'namespace cg = cooperative_groups; __shared__ int s[64]; __device__ void put(cg::thread_block &b, cg::thread_block_tile<32> &w) { s[b.thread_rank()] = w.thread_rank(); cg::sync(b); }',
    'cg::thread_block b = cg::this_thread_block(); cg::thread_block_tile<32> w = cg::tiled_partition<32>(b); put(b, w); o[t] = s[63 - t];',
    '31 - i % 32',
  ],
])('%s', async (_name, before, body, value) => {
  expect(await said(before, body, value)).toEqual(RIGHT);
});

test.each([
  ['a lambda', 'k<<<1, 64>>>(o, [] __device__ (float a) { return a + 1; });', ''],
  [
    'an object through a helper',
    'run(o, Plus{1.f});',
    'template <typename F> void run(float *o, F f) { k<<<1, 64>>>(o, f); }',
  ],
])('%s at a launch', async (_name, call, helper) => {
  const { status, conditions } = await verdictOf(
    `struct Plus { float a; __device__ float operator()(float x) const { return x + a; } };
template <typename F> __global__ void k(float *o, F f) { o[threadIdx.x] = f(threadIdx.x); }
${helper}
int main() { float *o; cudaMalloc(&o, 64 * sizeof(float)); ${call} }`,
    CONSTANTS,
  );
  expect([status, conditions]).toEqual(['right', []]);
});

test('arrays behind the pointers of a struct that is an argument', async () => {
  const text = (guard: string): string => `struct Csr { int rows; int *ptr; float *val; };
__global__ void k(Csr a, float *y) { int r = blockIdx.x * blockDim.x + threadIdx.x; ${guard} y[r] = a.val[r] + a.ptr[r]; }
int main() { Csr a; a.rows = 100; float *y; cudaMalloc(&a.ptr, 400); cudaMalloc(&y, 400); k<<<4, 32>>>(a, y); }`;
  expect((await verdictOf(text('if (r < a.rows)'), CONSTANTS)).status).toBe('right');
  expect((await verdictOf(text(''), CONSTANTS)).status).toBe('wrong');
});

test('a far index of a pointer in a struct that is an argument is no pointer to nothing', async () => {
  const { status, findings } = await verdictOf(
    `struct Rows { int *first; float *val; };
__global__ void k(Rows a, float *y) { const float *row = a.val + a.first[threadIdx.x]; y[threadIdx.x] = *row + a.val[a.first[threadIdx.x] + 1]; }
int main() { Rows a; float *y; cudaMalloc(&a.first, 256); cudaMalloc(&a.val, 900); cudaMalloc(&y, 256); k<<<1, 64>>>(a, y); }`,
    CONSTANTS,
  );
  expect([status, findings]).toEqual(['right', []]);
});

test("numbers of CURAND's come from states of each thread's own", async () => {
  const text = (at: string): string => `#include <curand_kernel.h>
__global__ void k(curandState *s, float *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; curandState own = s[i]; o[i] = curand_uniform(&own); s[${at}] = own; }
int main() { curandState *s; float *o; cudaMalloc(&s, 256 * sizeof(curandState)); cudaMalloc(&o, 1024); seed(s); k<<<4, 64>>>(s, o); }`;
  expect((await verdictOf(text('i'), CONSTANTS)).status).toBe('right');
  expect((await verdictOf(text('i & 31'), CONSTANTS)).status).toBe('wrong');
});

const CONSTANTS_OF_HOST = (guard: string): string => `struct P { int w, h; };
__constant__ int width;
__constant__ P dims;
__device__ bool isIn(int x) { return x ${guard} width; }
__global__ void k(float *o) { int x = threadIdx.x; if (isIn(x) && x ${guard} dims.w) o[x] = dims.h; }
int main() { int w = 60; P d = {60, 3}; float *o; cudaMalloc(&o, w * sizeof(float)); cudaMemcpyToSymbol(width, &w, sizeof(int)); cudaMemcpyToSymbol(dims, &d, sizeof(P)); k<<<1, 64>>>(o); }`;

test('numbers and structs that the host copies to constants', async () => {
  const right = `#pragma tuner ensures forall i < 60: o[i] == 3\n${CONSTANTS_OF_HOST('<')}`;
  expect((await verdictOf(right, CONSTANTS)).status).toBe('right');
  const { status, findings } = await verdictOf(CONSTANTS_OF_HOST('<='), CONSTANTS);
  expect({ status, kinds: findings.map(({ kind }) => kind) }).toEqual({
    status: 'wrong',
    kinds: ['bounds'],
  });
});

const POINTED = {
  'a struct that the host copies': (guard: string) => `struct P { int w, h; };
__global__ void k(float *o, const P *p) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y; if (x ${guard} p->w && y < p->h) o[y * p->w + x] = 1; }
int main() { P h = {60, 3}, *d; float *o; cudaMalloc(&d, sizeof(P)); cudaMemcpy(d, &h, sizeof(P), cudaMemcpyHostToDevice); cudaMalloc(&o, h.w * h.h * sizeof(float)); k<<<dim3(2, h.h), 32>>>(o, d); }`,
  'a dim3 that the host copies': (guard: string) => `__global__ void k(float *o, dim3 *threads) {
  int i = threadIdx.x + blockIdx.x * threads->x; if (i ${guard} 2 * threads->x) o[i] = 1; }
void run(dim3 t) { dim3 *d; float *o; cudaMalloc(&d, sizeof(dim3)); cudaMemcpy(d, &t, sizeof(dim3), cudaMemcpyHostToDevice); cudaMalloc(&o, 2 * 32 * sizeof(float)); k<<<3, t>>>(o, d); }
int main() { dim3 t; t.x = 32; t.y = 1; t.z = 1; run(t); }`,
};

test.each(Object.entries(POINTED))('a pointer to %s', async (_, text) => {
  expect((await verdictOf(text('<'), CONSTANTS)).status).toBe('right');
  const { status, findings } = await verdictOf(text('<='), CONSTANTS);
  expect(status).toBe('wrong');
  expect(findings.map(({ kind }) => kind)).toContain('bounds');
});

const TABLE = (last: number, most: number): string => `const int R = 2;
__constant__ int dx[2 * R];
__constant__ int own[2];
__global__ void k(const int *a, int *o) { int x = threadIdx.x; if (x >= 1 && x < 62) { int s = 0; for (int j = 0; j < ${most}; j++) s += a[x + dx[j]]; o[x] = s + own[x % 2]; } }
void fill(const int *offsets) { cudaMemcpyToSymbol(dx, offsets, 4 * sizeof(int)); }
int main() { int offsets[4] = {-1, 0, 1, ${last}}; int *a, *o; cudaMalloc(&a, 256); cudaMalloc(&o, 256); fill(offsets); k<<<1, 64>>>(a, o); }`;

test('lists that the host copies to constant arrays, whose lengths are those of their declarations', async () => {
  const kindsOf = async (text: string): Promise<readonly string[]> =>
    (await verdictOf(text, CONSTANTS)).findings.map(({ kind }) => kind);
  const right = await verdictOf(TABLE(2, 4), CONSTANTS);
  expect([right.status, right.conditions]).toEqual(['right', ['somebody sets a']]);
  expect(await kindsOf(TABLE(3, 4))).toEqual(['bounds']);
  expect(await kindsOf(TABLE(2, 5))).toContain('bounds');
  const changed = TABLE(2, 4).replace('fill(offsets)', 'offsets[3] = 3; fill(offsets)');
  expect((await verdictOf(changed, CONSTANTS)).conditions).not.toEqual([]);
});

const COPIED = 'int h[] = {0, 1, 2, 3}; int *o; cudaMalloc(&o, 16);';
const COPY = 'cudaMemcpyToSymbol(c, h, sizeof(h));';
const LAUNCH = 'k<<<1, 4>>>(o);';
const permuted = (main: string, before = ''): string => `__constant__ int c[4];
__global__ void k(int *o) { o[c[threadIdx.x]] = threadIdx.x; }
${before} int main(int argc, char **argv) { ${main} }`;

test.each<[string, string, string?]>([
  ['after the launch', `${COPIED} ${LAUNCH} ${COPY}`],
  ['between launches', `${COPIED} ${LAUNCH} ${COPY} ${LAUNCH}`],
  ['under a condition', `${COPIED} if (argc > 1) ${COPY} ${LAUNCH}`],
  ['in a loop', `${COPIED} for (int r = 0; r < argc; r++) { ${COPY} } ${LAUNCH}`],
  ['to a later place', `${COPIED} cudaMemcpyToSymbol(c, h, sizeof(h), 4); ${LAUNCH}`],
  [
    'within the device',
    `${COPIED} cudaMemcpyToSymbol(c, h, sizeof(h), 0, cudaMemcpyDeviceToDevice); ${LAUNCH}`,
  ],
  [
    'before another by address',
    `${COPIED} ${COPY} void *p; cudaGetSymbolAddress(&p, c); h[3] = 0; cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice); ${LAUNCH}`,
  ],
  ['of what is read in', `${COPIED} std::cin >> h[0] >> h[1]; ${COPY} ${LAUNCH}`],
  [
    'of what a call changes',
    `${COPIED} twice(h[3]); ${COPY} ${LAUNCH}`,
    'void twice(int &x) { x *= 2; }',
  ],
  ['of what a reference changes', `${COPIED} int &r = h[3]; r = 2; ${COPY} ${LAUNCH}`],
  ['of a pointer alone', `${COPIED} setup(h); ${LAUNCH}`, `void setup(int *h) { ${COPY} }`],
  [
    'after a way out',
    `${COPIED} setup(h, argc); ${LAUNCH}`,
    'void setup(const int *h, int n) { if (n > 1) return; cudaMemcpyToSymbol(c, h, 16); }',
  ],
  [
    'of what a loop fills in part',
    `int h[4]; for (int i = 0; i < 3; i++) h[i] = i; int *o; cudaMalloc(&o, 16); ${COPY} ${LAUNCH}`,
  ],
  [
    'of what a loop fills with another type',
    `float h[4]; for (int i = 0; i < 4; i++) h[i] = i; int *o; cudaMalloc(&o, 16); ${COPY} ${LAUNCH}`,
  ],
  [
    'of another type',
    `${COPIED.replace('int h', 'short h')} cudaMemcpyToSymbol(c, h, 16); ${LAUNCH}`,
  ],
])('what a constant array gets is not told by a copy %s', async (_, main, before) => {
  expect((await verdictOf(permuted(main, before), CONSTANTS)).status).not.toBe('right');
});

test.each([
  `${COPIED} int s = h[3]; if (h[0]) s += h[1]; printf("%d", h[2]); ${COPY} ${LAUNCH}`,
  `${COPIED} cudaError_t e = cudaMemcpyToSymbol(c, h, 16, 0, cudaMemcpyHostToDevice); ${LAUNCH}`,
  `${COPIED.replace('3}', '011}').replace('16', '40')} ${COPY} ${LAUNCH}`,
  `for (int r = 0; r < 2; r++) { ${COPIED} ${COPY} ${LAUNCH} }`,
  `${COPIED.replace('3}', '0x3u}')} ${COPY} for (int r = 0; r < 2; r++) ${LAUNCH}`,
  `${COPIED} std::swap(h[0], h[1]); ${COPY} ${LAUNCH}`,
  `${COPIED} void *p; cudaGetSymbolAddress(&p, c); cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice); ${LAUNCH}`,
  `int h[4]; for (int i = 0; i < 4; i++) h[i] = 3 - i; int *o; cudaMalloc(&o, 16); ${COPY} ${LAUNCH}`,
  `int h[4]; for (int i = 0; i <= 3; i++) h[i] = i; int *o; cudaMalloc(&o, 16); ${COPY} ${LAUNCH}`,
])('what a constant array gets is told: %s', async (main) => {
  const { status, conditions } = await verdictOf(permuted(main), CONSTANTS);
  expect([status, conditions]).toEqual(['right', []]);
});

test('what a constant array gets is told where a variable begins with an element of it', async () => {
  const text = permuted(`${COPIED} ${COPY} ${LAUNCH}`).replace(
    'o[c[threadIdx.x]]',
    'int at = c[threadIdx.x]; o[at]',
  );
  const { status, conditions } = await verdictOf(text, CONSTANTS);
  expect([status, conditions]).toEqual(['right', []]);
});

test('a number that is copied to a constant after the launch is not what the kernel reads', async () => {
  const of = (main: string): string => `__constant__ int n;
__global__ void k(int *o) { o[threadIdx.x * n] = threadIdx.x; }
int main() { int m = 1; int *o; cudaMalloc(&o, 16); ${main} }`;
  const copy = 'cudaMemcpyToSymbol(n, &m, sizeof(int));';
  expect((await verdictOf(of(`${copy} k<<<1, 4>>>(o);`), CONSTANTS)).conditions).toEqual([]);
  expect((await verdictOf(of(`k<<<1, 4>>>(o); ${copy}`), CONSTANTS)).status).toBe('wrong');
});

const TEXTURES = {
  'of an object': (
    guard: string,
  ) => `__device__ float near(cudaTextureObject_t t, float x, float y) { return tex2D<float>(t, x - 1, y) + tex2D<float>(t, x + 1, y); }
__global__ void k(float *o, cudaTextureObject_t t, cudaTextureObject_t s, int w) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  uchar4 c = tex2D<uchar4>(s, x, y); if (x ${guard} w) o[y * w + x] = c.x + near(t, x, y); }
int main() { float *o; cudaMalloc(&o, 180 * sizeof(float)); cudaTextureObject_t t, s; cudaCreateTextureObject(&t, &r, &d, NULL); k<<<dim3(2, 3), 32>>>(o, t, s, 60); }`,
  'of a variable': (guard: string) => `texture<float4, 1, cudaReadModeElementType> places;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> shades;
struct Place { __device__ float4 operator()(int i) const { return tex1Dfetch(places, i); } };
template <class P> __global__ void k(float *o, int w) { int i = blockIdx.x * 32 + threadIdx.x; P placeOf; float4 p = placeOf(i); if (i ${guard} w) o[i] = p.x * p.w + tex2D(shades, p.y, 0.5f); }
int main() { float *o; float4 *p; cudaMalloc(&o, 60 * sizeof(float)); cudaMalloc(&p, 960); cudaBindTexture(0, places, p, 960); k<Place><<<2, 32>>>(o, 60); }`,
};

test.each(Object.entries(TEXTURES))('a texture %s is read at any place', async (_, text) => {
  expect((await verdictOf(text('<'), CONSTANTS)).status).toBe('right');
  const { status, findings } = await verdictOf(text('<='), CONSTANTS);
  expect(status).toBe('wrong');
  expect(findings.map(({ kind }) => kind)).toContain('bounds');
});

test('what is in a texture may be anything', async () => {
  const of = (
    guard: string,
  ): string => `__global__ void k(float *o, cudaTextureObject_t t) { int c = tex1D<unsigned char>(t, threadIdx.x); if (c ${guard} 64) atomicAdd(&o[c], 1.f); }
int main() { float *o; cudaMalloc(&o, 256); cudaMemset(o, 0, 256); cudaTextureObject_t t; k<<<1, 32>>>(o, t); }`;
  expect((await verdictOf(of('<'), CONSTANTS)).conditions).toEqual([]);
  const { conditions } = await verdictOf(of('<='), CONSTANTS);
  expect(conditions).toEqual(['atomicAdd(&o[c], 1.f) is inside of o']);
});

test('shared memory that is declared outside of functions is of a block, and begins with nothing', async () => {
  const of = (first: string, meeting: string): string => `__shared__ float row[2][33];
__shared__ int count;
__device__ void put(int x, float v) { row[0][x] = v; }
__global__ void k(const float *a, float *o) { int t = threadIdx.x; if (t == 0) { ${first} count = 3; } put(t, a[t]); ${meeting}
  o[t] = row[0][t + 1] * count; }
int main() { float *a, *o; cudaMalloc(&a, 128); cudaMalloc(&o, 128); cudaMemset(a, 0, 128); k<<<1, 32>>>(a, o); }`;
  const kindsOf = async (text: string): Promise<readonly string[]> => {
    const { status, findings } = await verdictOf(text, CONSTANTS);
    return [status, ...new Set(findings.map(({ kind }) => kind))];
  };
  expect(await kindsOf(of('row[0][32] = 0;', '__syncthreads();'))).toEqual(['right']);
  expect(await kindsOf(of('row[0][32] = 0;', ''))).toEqual(['wrong', 'race-local']);
  expect(await kindsOf(of('', '__syncthreads();'))).toEqual(['wrong', 'uninitialised']);
});
