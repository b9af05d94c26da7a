import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

/** Newer C++: names for parts, atomic objects, and objects that own memory. */

const CONSTANTS = { ...usualConstants(), size: 8 };

const statusOf = async (text: string) => (await verdictOf(text, CONSTANTS)).status;

/** A kernel of one thread whose first elements get these values. */
const leaving = (expected: readonly number[], body: string, before = ''): string => `${before}
#pragma tuner items 1
#pragma tuner local_size 1
#pragma tuner array r = ${expected.length}
#pragma tuner input r[i] = 4
${expected.map((value, i) => `#pragma tuner ensures r[${i}] == ${value}`).join('\n')}
__global__ void k(int *r) { ${body} }`;

describe('names for the parts of a value', () => {
  const PAIR = 'struct P { int a; float b; };';
  it.each([
    ['a struct', [3, 2], 'auto [a, b] = P{3, 2.5f}; r[0] = a; r[1] = b;'],
    ['a place', [9, 4], 'P p = {1, 4.f}; auto &[a, b] = p; a = 9; r[0] = p.a; r[1] = b;'],
    ['a copy', [1], 'P p = {1, 4.f}; auto [a, b] = p; a = 9; r[0] = p.a;'],
    ['what a function returns', [3, 1], 'const auto [q, m] = make_pair(3, 1); r[0] = q; r[1] = m;'],
    [
      'an array',
      [7, 4, 3, 9],
      'int v[2] = {3, 4}; auto [x, y] = v; x = 7; v[1] = 9; r[0] = x; r[1] = y; r[2] = v[0]; r[3] = v[1];',
    ],
    [
      'a row that a counter chooses once',
      [1, 1, 2],
      'int m[2][2] = {{1, 2}, {3, 4}}; int i = 0; auto [x, y] = m[i++]; r[0] = i; r[1] = x; r[2] = y;',
    ],
    [
      'places of a row that was chosen before',
      [2, 7],
      'int m[2][2] = {{1, 2}, {3, 4}}; int i = 0; auto &[x, y] = m[i]; i = 1; r[0] = y; x = 7; r[1] = m[0][0];',
    ],
    [
      'an array whose name means another later',
      [3, 8],
      'int v[2] = {3, 4}; auto &[x, y] = v; { int v[2] = {8, 9}; r[0] = x; r[1] = v[0]; }',
    ],
    ["an array's places", [7], 'int v[2] = {3, 4}; auto &[x, y] = v; x = y + 3; r[0] = v[0];'],
    ['a vector', [5, 6], 'auto [x, y] = make_int2(5, 6); r[0] = x; r[1] = y;'],
    [
      'an inner one',
      [2, 1],
      'auto [x, y] = make_int2(1, 2); { auto [y, x] = make_int2(2, 1); r[0] = y; r[1] = x; }',
    ],
  ] as const)('of %s', async (_, expected, body) => {
    expect(await statusOf(leaving(expected, body, PAIR))).toBe('right');
  });

  it('are not followed where their number is another', async () => {
    const text = leaving([4], 'auto [a, b, c] = P{3, 2.5f}; r[0] = a;', PAIR);
    expect(await statusOf(text)).toBe('not-checked');
  });
});

describe('atomic objects', () => {
  const HEADER = '#include <cuda/atomic>';
  it.each([
    ['operators', [8, 4, 5], 'r[1] = a++; ++a; a += 2; r[2] = a.load() - 3;'],
    ['an exchange that is made', [9, 1], 'int w = 4; r[1] = a.compare_exchange_strong(w, 9);'],
    [
      'an exchange that fails',
      [4, 0, 4],
      'int w = 5; r[1] = a.compare_exchange_weak(w, 9); r[2] = w;',
    ],
    ['orders', [11, 4], 'r[1] = a.fetch_add(7, cuda::std::memory_order_relaxed);'],
    ['values', [7, 7], 'a.store(7, cuda::memory_order_release); r[1] = a;'],
    ['pointers', [3, 4], 'auto *p = &a; r[1] = p->exchange(3);'],
  ] as const)('have %s', async (_, expected, body) => {
    const ref = 'cuda::atomic_ref<int, cuda::thread_scope_device> a(r[0]);';
    expect(await statusOf(leaving(expected, `${ref} ${body}`, HEADER))).toBe('right');
  });

  const counting = (add: string): string => `${HEADER}
__global__ void k(cuda::atomic<int, cuda::thread_scope_device> *n, int *m) { ${add} }
int main() { cuda::atomic<int> *n; int *m; cudaMalloc(&n, 4); cudaMalloc(&m, 4); cudaMemset(n, 0, 4); cudaMemset(m, 0, 4); k<<<4, 32>>>(n, m); }`;

  it('do not race with each other', async () => {
    expect(await statusOf(counting('n->fetch_add(1, cuda::memory_order_relaxed);'))).toBe('right');
    expect(await statusOf(counting('cuda::atomic_ref<int> r{*m}; r.fetch_add(1);'))).toBe('right');
  });

  it('race with plain accesses', async () => {
    const add =
      'cuda::atomic_ref<int> r{*m}; if (threadIdx.x) r.fetch_add(1, cuda::memory_order_relaxed); else *m = 1;';
    expect(await statusOf(counting(add))).toBe('wrong');
  });
});

describe('arguments that read as parameters', () => {
  it.each([
    ['an element', [4, 7], 'int v[2] = {3, 7}; S s(v[1]); r[1] = s.x;'],
    [
      'an element of an element',
      [4, 6],
      'int v[2][2] = {{1, 2}, {6, 7}}; int i = 1, j = 0; S s(v[i][j]); r[1] = s.x;',
    ],
    ['a product', [4, 6], 'int a = 2, b = 3; S s(a * b); r[1] = s.x;'],
    ['bits', [4, 2], 'int a = 6, b = 3; S s(a & b); r[1] = s.x;'],
  ] as const)('%s', async (_, expected, body) => {
    const text = leaving(expected, body, 'struct S { int x; __device__ S(int y) : x(y) {} };');
    expect(await statusOf(text)).toBe('right');
  });
});

describe('buffers that own memory', () => {
  const CLASS = `template <typename T> class Buffer {
  public: explicit Buffer(size_t n) : n_(n) { if (cudaMalloc(&p_, n * sizeof(T)) != cudaSuccess) throw 1; }
    T *get() const { return p_; } size_t size() const { return n_; }
  private: T *p_ = nullptr; size_t n_; };`;
  const program = (condition: string): string => `${CLASS}
__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; for (; ${condition}; i += 64) x[i] = 1; }
int main() { const int N = 100; Buffer<float> x(N); k<<<2, 32>>>(x.get(), static_cast<int>(x.size())); }`;

  it('tell their size by a method', async () => {
    expect(await statusOf(program('i < n'))).toBe('right');
    expect(await statusOf(program('i <= n'))).toBe('wrong');
  });
});

describe("the host's numbers", () => {
  const guarded = (guard: string): string =>
    `__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (${guard}) x[i] = 1; }`;
  const OCCUPANCY =
    'int least = 0, t = 0; cudaOccupancyMaxPotentialBlockSize(&least, &t, k, 0, 0); k<<<(n + t - 1) / t, t>>>(x, n);';
  const READ = 'int n = 64; float *x; fscanf(stdin, "%d", &n); cudaMalloc(&x, n * sizeof(float));';
  it.each([
    [
      'a block of as many threads as the occupancy asks for',
      `int n = 1000; float *x; cudaMalloc(&x, n * sizeof(float)); ${OCCUPANCY}`,
    ],
    [
      'a number that a function sets through a reference',
      `int n = 64; float *x; get(n); cudaMalloc(&x, n * sizeof(float)); k<<<(n + 63) / 64, 64>>>(x, n);`,
    ],
    ['a number that a call reads', `${READ} k<<<(n + 63) / 64, 64>>>(x, n);`],
    [
      'blocks that are one more where a rest is left',
      `${READ} k<<<n / 64 + (!(n % 64) ? 0 : 1), 64>>>(x, n);`,
    ],
  ] as const)('%s', async (_, host) => {
    const program = (guard: string): string =>
      `${guarded(guard)} void get(int &n) { n = read(); } int main() { ${host} }`;
    expect(await statusOf(program('i < n'))).toBe('right');
    expect(await statusOf(program('i <= n'))).toBe('depends');
  });

  it("takes a loop's first round for what the launch is given", async () => {
    const kernel = (rest: string): string =>
      `__global__ void k(float *a, int n, int t) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n - 1 - t${rest}) a[n * (i + t + 1) + t] = 1; }
int n; int main(int c, char **v) { scanf("%d", &n); float *a; cudaMalloc(&a, n * n * sizeof(float)); for (int t = 0; t < n - 1; t++) k<<<(n + 63) / 64, 64>>>(a, n, t); }`;
    expect(await statusOf(kernel(''))).toBe('right');
    expect(await statusOf(kernel(' + 1'))).toBe('depends');
  });

  it('fills arrays with bytes that are alike', async () => {
    const table = (byte: string): string => `struct S { unsigned key; short part; };
__global__ void k(S *s, int *t, int *r) { if (threadIdx.x == 0 && s[1].key == 0xffffffffu && s[1].part == -1 && t[2] == 0x7f7f7f7f) r[9] = 1; }
int main() { S *s; int *t, *r; cudaMalloc(&s, 4 * sizeof(S)); cudaMalloc(&t, 4 * sizeof(int)); cudaMalloc(&r, 4 * sizeof(int));
  cudaMemset(s, ${byte}, 4 * sizeof(S)); cudaMemset(t, 0x7f, 4 * sizeof(int)); k<<<1, 32>>>(s, t, r); }`;
    expect(await statusOf(table('0xff'))).toBe('wrong');
    expect(await statusOf(table('0xfe'))).toBe('right');
  });

  it.each([
    ['device', 2, 'right'],
    ['block', 2, 'wrong'],
    ['block', 1, 'right'],
  ])('atomics of the scope %s in %i blocks are atomic between those', async (scope, blocks, is) => {
    const text = `#include <cuda/atomic>
__global__ void k(int *n) { cuda::atomic_ref<int, cuda::thread_scope_${scope}> r(n[0]); r.fetch_add(1, cuda::memory_order_relaxed); }
int main() { int *n; cudaMalloc(&n, 4); cudaMemset(n, 0, 4); k<<<${blocks}, 4>>>(n); }`;
    expect(await statusOf(text)).toBe(is);
  });

  it.each([
    ['atomicAdd', 2, 'right'],
    ['atomicAdd_block', 2, 'wrong'],
    ['atomicAdd_block', 1, 'right'],
  ])('%s in %i blocks is atomic between those', async (add, blocks, is) => {
    const text = `__global__ void k(int *n) { ${add}(n, 1); }
int main() { int *n; cudaMalloc(&n, 4); cudaMemset(n, 0, 4); k<<<${blocks}, 4>>>(n); }`;
    expect(await statusOf(text)).toBe(is);
  });

  it.each([
    ['a part of it alone', 'cudaMemset(f, 0, 32 * 4); RUN'],
    ['fewer bytes than elements take', 'cudaMemset(f, 0, 64); RUN'],
    ['behind the launch', 'RUN cudaMemset(f, 0, 256);'],
    ['before another kernel', 'cudaMemset(f, 0, 256); fill<<<1, 64>>>(f); RUN'],
    ['before something else is copied', 'cudaMemset(f, 0, 256); cudaMemcpy(f, h, 16, H2D); RUN'],
    ['before a loop that launches it', 'cudaMemset(f, 0, 256); while (*h) { RUN }'],
  ])('does not take an array for filled: %s', async (_, host) => {
    const text = `__global__ void k(int *f, int *o) { int i = threadIdx.x; if (f[i]) o[i + 99] = 1; f[i] = 1; }
__global__ void fill(int *f) { f[threadIdx.x] = 1; }
int main() { int *f, *o, *h; cudaMalloc(&f, 64 * 4); cudaMalloc(&o, 64 * 4); ${host.replace('RUN', 'k<<<1, 64>>>(f, o);').replace('H2D', 'cudaMemcpyHostToDevice')} }`;
    const { status, conditions } = await verdictOf(text, CONSTANTS);
    expect(status === 'right' && conditions.length === 0).toBe(false);
  });

  it('sees a missing guard where each thread has several elements', async () => {
    const program = (guard: string): string =>
      `__global__ void k(const float *x, float *y, int n) { for (int r = 0; r < 4; r++) { int i = blockIdx.x * 1024 + r * 256 + threadIdx.x; if (${guard}) y[i] = x[i]; } }
void launch(const float *x, float *y, int n) { k<<<(n + 1023) / 1024, 256>>>(x, y, n); }`;
    expect((await verdictOf(program('i < n'), CONSTANTS)).conditions.join()).not.toContain(
      'elements',
    );
    expect(await statusOf(program('i <= n'))).not.toBe('right');
  });

  it("knows a made tensor's strides", async () => {
    const program = (rows: string): string =>
      `__global__ void k(float *y, int d, int s) { for (int c = threadIdx.x; c < d; c += 32) y[blockIdx.x * s + c] = 1; }
torch::Tensor f(torch::Tensor x) { int n = x.size(0), d = x.size(1); auto y = torch::empty({n, d}, x.options()); k<<<${rows}, 32>>>(y.data_ptr<float>(), d, y.stride(0)); return y; }`;
    expect(await statusOf(program('n'))).toBe('right');
    expect(await statusOf(program('n + 1'))).not.toBe('right');
  });
});

describe('loops that contents end', () => {
  it('are not followed for ever where two stores may be the same', async () => {
    const text = `#pragma tuner input table[i] = -1
__global__ void k(int *table, const int *keys, int *v) { int s = keys[threadIdx.x] & 1023;
  while (true) { int old = atomicCAS(&table[s], -1, keys[threadIdx.x]); if (old == -1 || old == keys[threadIdx.x]) { v[s] = 1; return; } s = (s + 1) & 1023; } }
int main() { int *t, *k_, *v; cudaMalloc(&t, 4096); cudaMalloc(&k_, 256 * 4); cudaMalloc(&v, 4096); k<<<1, 256>>>(t, k_, v); }`;
    expect((await verdictOf(text, CONSTANTS)).status).not.toBe('wrong');
  });
});
