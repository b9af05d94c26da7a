import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** The host's statements are followed with the values that they give to its arrays. */

const saysOf = async (text: string) => {
  const { status, findings } = await verdictOf(text, usualConstants());
  return { status, kinds: [...new Set(findings.map(({ kind }) => kind))] };
};

/** Right where element `at` of what the host copies is `value`. */
const asks = (fill: string, at: number, value: string, type = 'int'): string =>
  `
#include <vector>
enum Kind { FIRST, SECOND = 7 };
static int twice(int x) { if (x > 3) return 2 * x; return x + x; }
static void put(${type} *to, int n, ${type} what) { for (int i = n - 1; i >= 0; i--) to[i] = what; }
__global__ void k(const ${type} *x, int *o) { o[threadIdx.x] = 0; if (x[${at}] != (${type})${value}) o[99] = 1; }
int main() {
  const int n = 12;
  ${fill}
  ${type} *x; int *o;
  cudaMalloc(&x, n * sizeof(${type})); cudaMalloc(&o, 128);
  cudaMemcpy(x, from, n * sizeof(${type}), cudaMemcpyHostToDevice);
  k<<<1, 32>>>(x, o);
}`.replace(/from(?=,)/, fill.includes('vector') ? 'h.data()' : 'h');

describe('each way to fill an array of the host', () => {
  it.each([
    ['int h[12] = {4, 5};', 1, '5', '0'],
    [
      'int h[12]; for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++) h[y * 4 + x] = y;',
      9,
      '2',
      '1',
    ],
    [
      'int h[3][4]; for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++) h[y][x] = x; ',
      6,
      '2',
      '1',
    ],
    ['std::vector<int> h(n); for (int &each : h) each = 3;', 11, '3', '0'],
    ['std::vector<int> h; for (int i = 0; i < n; i++) h.push_back(i * i);', 5, '25', '5'],
    ['int *h = (int *)calloc(n, sizeof(int)); h[2] = 8;', 3, '0', '8'],
    ['int h[12]; memset(h, -1, sizeof h); h[0]++;', 4, '-1', '0'],
    ['int h[12]; std::iota(h, h + n, 5); std::swap(h[0], h[1]);', 0, '6', '5'],
    ['int *h = new int[n](); int i = n; while (i-- > 6) *(h + i) = twice(i);', 7, '14', '7'],
    [
      'int h[12]; put(h, n, SECOND); for (int i = 0; i < n; i += 2) if (i % 4) h[i] = -i; else continue;',
      6,
      '-6',
      '7',
    ],
    ['int h[12]; int i = 0; while (i < n) h[i++] = 5;', 7, '5', '0'],
    ['int h[12]; int *p = h; for (int i = 0; i < n; i++) *p++ = i;', 7, '7', '0'],
    ['int h[3][4] = {}; int i = 0; h[i++][1] = 4; h[i++][1] = 6;', 5, '6', '0'],
    ['std::vector<int> h(n), w(n); h = w; w[3] = 5;', 3, '0', '5'],
    ['std::vector<int> h(n); auto &each = h.at(3); each = 5;', 3, '5', '0'],
    ['int h[12]; for (int &each : h) { static int last = 3; each = last++; }', 4, '7', '3'],
    ['int *h = new int[12]{5, 6};', 1, '6', '0'],
    ['int h[12]; for (int i = 0; i < n; i++) h[i] = i; memmove(h + 1, h, 11 * 4);', 9, '8', '0'],
    ['int h[12] = {}; switch (1) { case FIRST: h[2] = 3; break; default: h[2] = 4; }', 2, '4', '3'],
    [
      'int h[12]; auto f = [&](int i) { h[i] = i % 5; }; for (int i = 0; i < n; ++i) f(i);',
      9,
      '4',
      '0',
    ],
    [
      'int h[12]; for (int i = 0; i < n; i++) switch (i & 1) { case 0: h[i] = 1; break; default: h[i] = 2; }',
      3,
      '2',
      '1',
    ],
  ])('%s', async (fill, at, value, other) => {
    expect((await saysOf(asks(fill, at, value))).status).toBe('right');
    expect(await saysOf(asks(fill, at, other))).toEqual({ status: 'wrong', kinds: ['bounds'] });
  });

  it.each([
    ['unsigned', 'h[i] = i * 4000000000u', '3705032704u'],
    ['unsigned char', 'h[i] = 300 + i', '46'],
    ['float', 'h[i] = 1.0f / (i + 2)', '0.25f'],
    ['double', 'h[i] = i / 4. - 1', '-0.5'],
  ])('%s as C++ computes it: %s', async (type, set, value) => {
    const fill = `${type} h[12]; for (int i = 0; i < n; i++) { if (i == 9) break; ${set}; }`;
    expect(
      (await saysOf(asks(`${fill} for (int i = 9; i < n; i++) h[i] = 0;`, 2, value, type))).status,
    ).toBe('right');
  });

  it.each(['std::reverse(h, h + n);', 'for (int i = 0; i < n; i++) h[i] = (int)(100 * sinf(i));'])(
    'what is not followed is no witness: %s',
    async (fill) => {
      const text = asks(`int h[12] = {0}; ${fill}`, 3, '77');
      expect((await saysOf(text)).status).toBe('depends');
    },
  );

  it.each([
    ['a function that chance calls', 'if (getenv("A")) later();'],
    ['a lambda that chance calls', 'auto f = [&] { h[3] = 5; }; if (getenv("A")) f();'],
    ['an object with virtual methods', 'Holder held; held.to = h; held.set();'],
    ['bytes that end inside of an element', 'memset(h, 255, 6);'],
  ])('%s may have changed what is in memory', async (_, change) => {
    const { status } = await saysOf(
      asks(`for (int i = 0; i < n; i++) h[i] = 0; ${change}`, 1, '0').replace(
        'int main',
        'int h[12];\nvoid later() { h[3] = 5; }\nstruct Holder { int *to; virtual void set() { to[3] = 5; } };\nint main',
      ),
    );
    expect(status).toBe('depends');
  });

  it('a launch in many rounds has the contents of its first', async () => {
    const text = asks('int h[12] = {}; for (int i = 0; i < n; i++) h[i] = i;', 3, '3').replace(
      'k<<<1, 32>>>(x, o);',
      'for (int i = 0; i < 600; i++) k<<<1, 32>>>(x, o);',
    );
    expect((await saysOf(text)).status).toBe('right');
  });

  it('a loop that chance may leave says nothing of its variable', async () => {
    const text = asks(
      'int h[12] = {0}, i; for (i = 0; i < 9; i += 3) { if (rand() > 4) break; } h[1] = i;',
      1,
      '9',
    );
    expect((await saysOf(text)).status).not.toBe('right');
  });

  const iota = 'int h[12]; std::iota(h, h + n, 5);';

  it.each([
    ['checkCudaErrors(cudaMemcpy', /cudaMemcpy(.*?);/s, 'checkCudaErrors(cudaMemcpy$1);'],
    ['a call of another library', /cudaMemcpy(.*?);/s, 'check(cudaMemcpy$1, __LINE__);'],
    ['a prototype', 'enum', 'static void put(int *to, int n, int what); enum'],
    ['a label that nobody jumps to', /\}$/, '  if (n < 0) goto end;\nend:\n  cudaFree(x);\n}'],
  ])('%s hides nothing', async (_, from, to) => {
    const asked = (value: string): string =>
      asks(`${iota} put(h, 3, 4);`, 9, value).replace(from, to);
    expect((await saysOf(asked('14'))).status).toBe('right');
    expect((await saysOf(asked('9'))).status).toBe('wrong');
  });

  it('where a condition may have jumped to a label, no contents are told', async () => {
    const text = asks(`${iota} if (given()) goto copied; h[9] = 0; copied:`, 9, '0');
    expect((await saysOf(text)).status).not.toBe('right');
  });

  it('what no text tells is one', async () => {
    const text = asks('int h[12]; for (int i = 0; i < n; i++) h[i] = rand() % 50;', 3, '77');
    expect((await saysOf(text)).status).toBe('wrong');
  });
});

describe('memory that a launch is given', () => {
  const adds = (host: string, launch = 's'): string => `
#include <vector>
__global__ void k(float *s, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) s[i] += 1; }
int main() { const int n = 60; float *s, *t; float h[60] = {1}; ${host} k<<<2, 32>>>(${launch}, n); }`;
  const made = 'cudaMalloc(&s, n * sizeof(float));';

  it.each([
    ['cudaMalloc(&s, sizeof(s)); cudaMemset(s, 0, sizeof(s));', 'bounds'],
    [
      `${made} std::vector<float> v(n); cudaMemcpy(s, v.data(), sizeof(v), cudaMemcpyHostToDevice);`,
      'uninitialised',
    ],
    [
      `${made} std::vector<float> v(n); cudaMemcpy(s, v.data(), n * sizeof(float), cudaMemcpyDeviceToHost);`,
      'uninitialised',
    ],
    [
      `${made} for (int p = 0; p < 2; p++) cudaMemcpy(s + p * 20, h + p * 20, 80, cudaMemcpyHostToDevice);`,
      'uninitialised',
    ],
    [`${made} cudaMemset(&s, 0, n * sizeof(float));`, 'uninitialised'],
    ['t = nullptr; s = t;', 'bounds'],
  ])('%s is wrong: %s', async (host, kind) => {
    expect(await saysOf(adds(host))).toEqual({ status: 'wrong', kinds: [kind] });
  });

  it('freed by its other name', async () => {
    const text = adds(`${made} cudaMemset(s, 0, 4 * n); t = s; cudaFree(s);`, 't');
    const { status, conditions } = await verdictOf(text, usualConstants());
    expect([status, ...conditions]).toEqual(['right', 's is memory of the device in each launch']);
  });

  it('all pieces', async () => {
    const host = `${made} for (int p = 0; p < 3; p++) cudaMemcpy(s + p * 20, h + p * 20, 80, cudaMemcpyHostToDevice);`;
    expect((await saysOf(adds(host))).status).toBe('right');
  });

  it("a struct's null pointer", async () => {
    const text = (p: string): string => `struct V { float *p; int n; };
__global__ void k(V v) { int i = threadIdx.x; if (i < v.n) v.p[i] = 1; }
int main() { V v; v.n = 20; ${p}; v.n += 4; k<<<1, 32>>>(v); }`;
    expect(await saysOf(text('v.p = 0'))).toEqual({ status: 'wrong', kinds: ['bounds'] });
    expect((await saysOf(text('cudaMalloc(&v.p, 24 * sizeof(float))'))).status).toBe('right');
    expect((await saysOf(text('cudaMalloc(&v.p, 23 * sizeof(float))'))).status).toBe('wrong');
  });

  it("a struct's null pointer in a text without main", async () => {
    const text = (p: string): string => `struct V { float *p; int n; };
__global__ void k(V v) { int i = threadIdx.x; if (i < v.n) v.p[i] = 1; }
float *kept;
void go(float *given) { V v; v.n = 24; v.p = ${p}; k<<<1, 32>>>(v); }`;
    expect(await saysOf(text('0'))).toEqual({ status: 'wrong', kinds: ['bounds'] });
    for (const other of ['given', 'kept']) expect((await saysOf(text(other))).status).toBe('right');
  });
});

describe('lengths, launches and structs as the followed host makes them', () => {
  const sets =
    '__global__ void k(float *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] = i; }';
  const N = (host: string, by: number): string =>
    `#include <vector>\n${sets}\n${host.replaceAll('#', String(by))}`;

  it.each([
    'int main() { float h[100], *d; cudaMalloc(&d, # * sizeof(h[0])); k<<<2, 64>>>(d, 100); }',
    'int main() { std::vector<float> h(100); float *d; cudaMalloc(&d, # * sizeof(*h.data())); k<<<2, 64>>>(d, 100); }',
    'int main() { float *h, *d; cudaHostAlloc(&h, # * sizeof(float), cudaHostAllocMapped); cudaHostGetDevicePointer(&d, h, 0); k<<<2, 64>>>(d, 100); }',
    'template <class T> void make(T **p, int n) { cudaMalloc((void **)p, n * sizeof(**p)); } int main() { float *d; make(&d, #); k<<<2, 64>>>(d, 100); }',
    'namespace a { namespace b { void go(float *p, int n) { k<<<(n + 63) / 64, 64>>>(p, n); } } } int main() { float *d; cudaMalloc(&d, # * 4); a::b::go(d, 100); }',
    'int main() { const int n = 1, m = #; std::vector<float> h(n * m); float *d; cudaMalloc(&d, h.size() * 4); k<<<2, 64>>>(d, 100); }',
    'int main() { int n = -1, m = #; dim3 b(n & m), g(2); float *d; cudaMalloc(&d, b.x * 4); k<<<g, 64>>>(d, 100); }',
    'int main() { std::vector<float *> d(2); for (auto &p : d) cudaMalloc(&p, # * 4); k<<<2, 64>>>(d[0], 100); }',
  ])('%s', async (host) => {
    expect((await saysOf(N(host, 100))).status).toBe('right');
    expect(await saysOf(N(host, 99))).toEqual({ status: 'wrong', kinds: ['bounds'] });
  });

  it.each([
    [
      'template <class T> void go(int n, T *o) { int b = n > 1 ? # * sizeof(T) : n; k<T><<<2, n, b>>>(o); } int main() { int *o; cudaMalloc(&o, 512); go(64, o); }',
      [],
    ],
    [
      'template <class U> void go(U *o) { k<U><<<2, 64, # * sizeof(U)>>>(o); } int main() { int *o; cudaMalloc(&o, 512); go<int>(o); }',
      [],
    ],
    [
      'int main() { int *o; cudaMalloc(&o, 512); k<int><<<2, 64, bytes_of(#)>>>(o); }',
      ['s has the elements that are accessed in each launch'],
    ],
  ])('bytes of shared memory: %s', async (host, asked) => {
    const text = (count: number): string => `
template <class T> __global__ void k(T *o) { extern __shared__ T s[]; s[threadIdx.x] = 1; __syncthreads(); o[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1]; }
${host.replace('#', String(count))}`;
    const { status, conditions } = await verdictOf(text(64), usualConstants());
    expect([status, ...conditions]).toEqual(['right', ...asked]);
    expect((await saysOf(text(63))).status).toBe(asked.length > 0 ? 'right' : 'wrong');
  });

  it.each([
    ['', 'void (*f[2])(float *, int) = {z, k}; f[1]<<<2, 64>>>(d, 100);'],
    // A variable of another function that is named as the kernel.
    ['int other() { int k = 0; return k; }', 'k<<<2, 64>>>(d, 100);'],
    ['void go(void (*f)(float *, int), float *d) { f<<<2, 64>>>(d, 100); }', 'go(k, d);'],
    ['struct Op { void (*run)(float *, int); };', 'Op op; op.run = &k; op.run<<<2, 64>>>(d, 100);'],
  ])('a launch by a pointer to a kernel: %s %s', async (before, launch) => {
    const text = N(
      `__global__ void z(float *d, int n) {} ${before} int main() { float *d; cudaMalloc(&d, # * 4); ${launch} }`,
      99,
    );
    expect(await saysOf(text)).toEqual({ status: 'wrong', kinds: ['bounds'] });
    expect((await saysOf(text.replace('99 *', '100 *'))).status).toBe('right');
  });

  it.each(['int n = given(); if (n > 3000) n = 3000;', 'int n = 16; if (c > 1) n = atoi(v[1]);'])(
    'a number that a condition limits is taken, not told: %s',
    async (host) => {
      const text = N(
        `int main(int c, char **v) { ${host} float *d; cudaMalloc(&d, 4 * #); k<<<(n + 31) / 32, 32>>>(d, n); }`,
        31,
      );
      expect((await saysOf(text)).status).toBe('depends');
    },
  );

  it('a template that is called with its type', async () => {
    const text = (count: number): string => `
template <class T, unsigned B> __global__ void red(T *o, unsigned n) { unsigned x = blockIdx.x * B + threadIdx.x; if (x < n) o[x] = 1; }
template <class T> void reduce(int n, int threads, T *o) { switch (threads) { case 64: red<T, 64><<<2, threads>>>(o, n); break; } }
int main() { int *o; cudaMalloc(&o, ${count} * sizeof(int)); reduce<int>(100, 64, o); }`;
    expect((await saysOf(text(100))).status).toBe('right');
    expect(await saysOf(text(99))).toEqual({ status: 'wrong', kinds: ['bounds'] });
  });

  it('bytes that are not understood leave a condition', async () => {
    const text = N(
      'int main() { float *d; cudaMalloc(&d, bytes_of(#)); k<<<2, 64>>>(d, 100); }',
      99,
    );
    const { status, conditions } = await verdictOf(text, usualConstants());
    expect([status, ...conditions]).toEqual([
      'right',
      'd has the elements that are accessed in each launch',
    ]);
  });

  it.each([
    [16, 'right'],
    [15, 'wrong'],
  ])('structs that say where parts begin, %d apart: %s', async (apart, status) => {
    const text = `struct Part { long first; int count; };
__global__ void k(const Part *p, float *f) { float *own = f + p[blockIdx.x].first; own[threadIdx.x] += p[blockIdx.x].count; }
int main() {
  Part *h = (Part *)malloc(3 * sizeof(Part)), *p; float *f;
  for (int i = 0; i < 3; i++) { h[i].first = i * ${apart}; h[i].count = 2; }
  cudaMalloc(&p, 3 * sizeof(Part)); cudaMalloc(&f, 48 * sizeof(float));
  cudaMemcpy(p, h, 3 * sizeof(Part), cudaMemcpyHostToDevice); cudaMemset(f, 0, 48 * sizeof(float));
  k<<<3, 16>>>(p, f);
}`;
    expect((await saysOf(text)).status).toBe(status);
  });
});

describe('who has ended without coming to a barrier', () => {
  const kernel = (body: string): string =>
    `__global__ void k(int *p) { int t = threadIdx.x; ${body} } int main() { int *p; cudaMalloc(&p, 512); k<<<2, 64>>>(p); }`;
  const own = 'p[blockIdx.x * 64 + t] = 1;';

  it.each([
    [`if (t < 32) __syncthreads(); ${own}`, 'wrong'],
    [`for (int i = 0; i < t; i++) __syncthreads(); ${own}`, 'wrong'],
    [`int v = t; if (t < 16) v += __shfl_sync(0xffffffff, v, 0); ${own}`, 'wrong'],
    [`if (t > 40) return; __syncthreads(); ${own}`, 'right'],
    [`if (t < 40) { __syncthreads(); ${own} }`, 'right'],
    [`for (int i = 0;; i++) { if (i == 3) { ${own} return; } __syncthreads(); }`, 'right'],
  ])('%s is %s', async (body, status) => {
    expect((await saysOf(kernel(body))).status).toBe(status);
  });
});

/** The host passes a struct with an array inside of it. */
const withArray = (fill: string): string => `#define N 8
struct P { int n; int v[N]; char c[3]; };
__global__ void k(const P *p, int *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p->n) o[i] = i; }
int main() {
  P h; P *d; int *o;
  ${fill}
  cudaMalloc(&d, sizeof(P)); cudaMalloc(&o, 400);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  k<<<2, 64>>>(d, o);
}`;

describe('an array within a struct is not followed, and what is told beside it is not forgotten', () => {
  it.each([
    'h.n = 100;',
    'h.n = 100; for (int i = 0; i < N; i++) h.v[i] = i;',
    'h.n = 100; h.c[1] = 0; h.v[2] += 4;',
    'P *q = &h; q->n = 100; q->v[1]++;',
  ])('%s', async (fill) => {
    expect((await saysOf(withArray(fill))).status).toBe('depends');
  });

  it.each([
    [100, 'right'],
    [101, 'wrong'],
  ])('its bytes count: %i', async (n, status) => {
    const text = `struct P { char c[3]; int v[8]; short s; };
__global__ void k(int *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < ${n}) o[i] = i; }
int main() { int *o; cudaMalloc(&o, 10 * sizeof(P)); k<<<2, 64>>>(o); }`;
    expect((await saysOf(text)).status).toBe(status);
  });

  it('and what leads to one is evaluated once', async () => {
    const text = (n: number): string => `struct S { int a[4]; int b; };
__global__ void k(int *o, int n) { if (threadIdx.x < n) o[threadIdx.x] = 1; }
int main() {
  S s[8]; int i = 0; s[i++].a[0] = 5; s[i++].a[1] = 5;
  int *d; cudaMalloc(&d, ${n} * sizeof(int)); k<<<1, 32>>>(d, i);
}`;
    expect((await saysOf(text(2))).status).toBe('right');
    expect((await saysOf(text(1))).status).toBe('wrong');
  });

  it.each([
    'struct __attribute__((packed)) P',
    'struct alignas(16) P',
    '#pragma pack(1)\nstruct P',
  ])('bytes of %s are not counted', async (head) => {
    const text = `${head} { char c; int v[2]; };
__global__ void k(int *o) { if (threadIdx.x < 9) o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 4 * sizeof(P)); k<<<1, 32>>>(o); }`;
    expect((await saysOf(text)).status).not.toBe('wrong');
  });

  const asksOf = (fill: string): string => `struct T { int *p[2]; int z; };
struct S { int n; int a[4]; int m; }; struct A { int x, y; }; struct C { A a; int m; };
__global__ void k(const int *x, int *o) { int t = threadIdx.x; o[t] = 0; if (x[t] != 8) o[99] = 1; }
__global__ void w(int *x) { x[threadIdx.x] = 9; }
int main() {
  int h[8] = {8, 8, 8, 8, 8, 8, 8, 8}; T t; int *x, *o; cudaMalloc(&x, 32); cudaMalloc(&o, 32);
  ${fill.includes('cudaMemcpy') ? '' : fill}
  cudaMemcpy(x, h, 32, cudaMemcpyHostToDevice);
  ${fill.includes('cudaMemcpy') ? fill : ''}
  k<<<1, 8>>>(x, o);
}`;

  it.each([
    't.p[0] = h; t.p[0][3] = 9;',
    'int n = 8; t.p[0] = &n; *t.p[0] = 9; h[3] = n;',
    'int n = 8; t.p[0] = &n; T u = t; u.p[0][0] = 9; h[3] = n;',
    't.p[0] = h; for (int i = 0; i < 8; i++) t.p[0][i] = 9;',
    'S s = {8, 9, 8, 1, 2, 9}; h[2] = s.m;',
    'C s = {8, 8, 9}; h[2] = s.m;',
    'cudaMemcpy(x, h, 32, cudaMemcpyHostToDevice); t.p[0] = x; w<<<1, 8>>>(t.p[0]);',
  ])('what a struct leads to is not believed: %s', async (fill) => {
    expect((await saysOf(asksOf(fill))).status).not.toBe('right');
  });

  it.each(['S s = {8, {9, 8, 1, 2}, 8}; h[2] = s.m;', 'A a = {1, 2}; C s = {a, 8}; h[2] = s.m;'])(
    'and lists with brackets are: %s',
    async (fill) => {
      expect((await saysOf(asksOf(fill))).status).toBe('right');
    },
  );

  it.each([
    ['', '010'],
    ['#define N 10\n', 'N'],
    ['#define N 10\n#undef N\n#define N 8\n', 'N'],
  ])('a length that is not plain is not taken: %s %s', async (before, length) => {
    const text = `${before}struct P { char v[${length}]; };
__global__ void k(int *o) { if (threadIdx.x < 9) o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 4 * sizeof(P)); k<<<1, 32>>>(o); }`;
    const { status, conditions } = await verdictOf(text, usualConstants());
    const isPlain = before.split('#define').length === 2;
    expect(status === 'right' && conditions.length === 0).toBe(isPlain);
  });
});

const SETS = (main: string): string => `__global__ void k(int *o) { o[threadIdx.x] = 1; }
void wait() { cudaDeviceSynchronize(); }
int main() { int *o, *d, h[32]; cudaMallocManaged(&o, 128); cudaMalloc(&d, 128); ${main} printf("%d", o[1]); }`;
const UNWAITED = ['somebody waits for the launch in line 3'];
const FAILS = ['the copy in line 3 is not needed'];

const IN_STREAM =
  'cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t); k<<<1, 32, 0, s>>>(o);';

describe("the host's own faults", () => {
  it.each([
    [`${IN_STREAM} cudaStreamSynchronize(s);`, []],
    [`${IN_STREAM} cudaStreamSynchronize(t);`, UNWAITED],
    [`${IN_STREAM} t = s; cudaStreamSynchronize(t);`, []],
    ['k<<<1, 32>>>(o);', UNWAITED],
    ['k<<<1, 32>>>(o); cudaDeviceSynchronize();', []],
    ['k<<<1, 32>>>(o); cudaGetLastError(); wait();', []],
    ['int n = rand(); k<<<1, 32>>>(o); if (n > 9) wait();', UNWAITED],
    ['int n = rand(); k<<<1, 32>>>(o); if (n > 9) wait(); else cudaDeviceSynchronize();', []],
    ['if (rand() > 9) { k<<<1, 32>>>(o); wait(); }', []],
    ['k<<<1, 32>>>(o); if (cudaDeviceSynchronize() != cudaSuccess) exit(1);', []],
    ['k<<<1, 32>>>(o); cudaGetLastError(); o[3] = 2; wait();', UNWAITED],
    ['k<<<1, 32>>>(d); o[1] = 3; cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);', []],
    ['k<<<1, 32>>>(d); o[1] = 3; cudaMemcpy(h, d, 128, cudaMemcpyHostToDevice);', FAILS],
    ['k<<<1, 32>>>(d); o[1] = 3; cudaMemcpy(h, d, 128, cudaMemcpyDefault);', []],
  ])('%s', async (main, conditions) => {
    const said = await verdictOf(SETS(main), usualConstants());
    expect(said.conditions).toEqual(conditions);
  });

  it.each([
    ['o[1] = 3; wait();', UNWAITED],
    ['h[1] = o[1]; wait(); o[1] = 3;', []],
    ['memset(o, 0, 128); wait();', UNWAITED],
    ['std::fill(o, o + 32, 1); wait();', UNWAITED],
    ['memcpy(h, o, 128); wait(); memcpy(o, h, 128);', []],
    ['memcpy(o, h, 128); wait();', UNWAITED],
  ])('after a launch that only reads: %s', async (after, conditions) => {
    const text = SETS(`cudaMemset(o, 0, 128); k<<<1, 32>>>(o, d); ${after}`);
    const reads = 'const int *o, int *d) { d[threadIdx.x] = o[threadIdx.x]; }';
    const said = await verdictOf(text.replace(/int \*o\) .*/, reads), usualConstants());
    expect(said.conditions).toEqual(conditions);
  });
});

describe('parts of the host that are not followed use what a launch sets', () => {
  const text = (after: string, waits: string): string =>
    SETS(`k<<<1, 32>>>(o); ${waits} ${after} wait();`)
      .replace(/^/, 'template <typename T> T last(const T *a, int n) { return a[n - 1]; }')
      .replace('int main()', 'int main(int argc, char **argv)');
  it.each([
    'int s = std::accumulate(o, o + 32, 0);',
    'std::sort(o, o + 32);',
    'std::vector<int> v(32); std::copy(o, o + 32, v.begin());',
    'std::vector<int> v(o, o + 32);',
    'int m = *std::max_element(o, o + 32);',
    'for (int x : std::span<int>(o, 32)) h[0] += x;',
    'if (argc > 1) printf("%d", o[1]);',
    'if (argc > 1) { int *q = o + 4; h[1] = q[2]; }',
    'if (argc > 1) h[1] = last(o, 32);',
    'bool isLoud = false; if (argc > 1) isLoud = true; h[1] = o[1];',
    'fwrite(o, 4, 32, stdout);',
    'if (memcmp(h, o, 128) == 0) return 1;',
  ])('%s', async (after) => {
    const said = async (waits: string) =>
      (await verdictOf(text(after, waits), usualConstants())).conditions;
    expect(await said('')).toEqual(UNWAITED);
    expect(await said('cudaDeviceSynchronize();')).toEqual([]);
  });

  it.each([
    'if (argc > 1) printf("%p", o);',
    'if (argc > 1) { wait(); h[1] = last(o, 32); }',
    'while (cudaStreamQuery(0) == cudaErrorNotReady) { } h[1] = o[1];',
    'thrust::sort(thrust::device, o, o + 32); h[1] = o[1];',
  ])('not %s', async (after) => {
    expect((await verdictOf(text(after, ''), usualConstants())).conditions).toEqual([]);
  });
});

const CONVERTED = (main: string, before = ''): string => `
template <typename T> struct Dev { T *p; size_t n; Dev(size_t m) : n(m) { cudaMalloc(&p, n * sizeof(T)); } ~Dev() { cudaFree(p); }
  operator T *() const { return p; } void resize(size_t m) { cudaFree(p); n = m; cudaMalloc(&p, n * sizeof(T)); } };
__global__ void k(float *o, int n) { int i = threadIdx.x; if (i < n) o[i] = i; }
${before} int main() { ${main} }`;

describe('an object gives its pointer where one is wanted', () => {
  it.each([
    [
      'by a launch',
      'Dev<float> a(30); k<<<1, 32>>>(a, 30);',
      'Dev<float> a(29); k<<<1, 32>>>(a, 30);',
    ],
    [
      'behind an operator',
      'Dev<float> a(30); k<<<1, 32>>>(a + 3, 27);',
      'Dev<float> a(30); k<<<1, 32>>>(a + 3, 28);',
    ],
    [
      'after a method',
      'Dev<float> a(9); a.resize(30); k<<<1, 32>>>(a, 30);',
      'Dev<float> a(90); a.resize(29); k<<<1, 32>>>(a, 30);',
    ],
    ['by a function', 'Dev<float> a(30); run(a);', 'Dev<float> a(29); run(a);'],
  ])('%s', async (_, right, wrong) => {
    const run = 'void run(float *o) { k<<<1, 32>>>(o, 30); }';
    expect(await saysOf(CONVERTED(right, run))).toEqual({ status: 'right', kinds: [] });
    expect(await saysOf(CONVERTED(wrong, run))).toEqual({ status: 'wrong', kinds: ['bounds'] });
  });

  it('until its copy frees it', async () => {
    const run = 'void run(Dev<float> o) { k<<<1, 32>>>(o, 30); }';
    const text = CONVERTED('Dev<float> a(30); run(a); k<<<1, 32>>>(a, 30);', run);
    const said = await verdictOf(text, usualConstants());
    expect(said.conditions).toEqual(['o is memory of the device in each launch']);
  });
});

describe("a text's length is told", () => {
  const text = (made: string, count: string) => `__global__ void k(char *p) { p[threadIdx.x] = 1; }
const char *const FIRST = "some words"; void longer(std::string &s) { s += "s"; }
int main(int argc, char **argv) { ${made} char *p; cudaMalloc(&p, ${count}); k<<<1, 10>>>(p); }`;
  it.each([
    ['a literal', 'const char *t = "some words";', 'strlen(t)'],
    ['an array', 'char t[] = "some words";', 'strlen(t)'],
    ['a constant of all', '', 'strlen(FIRST)'],
    ['a choice', 'const char *t = argc > 1 ? argv[1] : "some words";', 'strlen(t)'],
    ['a string', 'std::string s = "some words";', 's.size()'],
  ])('%s', async (_, made, count) => {
    expect(await saysOf(text(made, count))).toEqual({ status: 'right', kinds: [] });
    expect((await saysOf(text(made, `${count} - 1`))).status).toBe('wrong');
  });

  it.each(['s += "s";', 's.append("s");', 'longer(s);', 'std::cin >> s;', 's = argv[1];'])(
    'a string that changes has another: %s',
    async (change) => {
      const made = `std::string s = "some word"; ${change}`;
      expect((await saysOf(text(made, 's.size()'))).status).not.toBe('wrong');
    },
  );
});
