import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Hosts that leave the number of elements open, or tell it in their own ways. */

const CONSTANTS = { ...usualConstants(), size: 64 };
const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
const twice = (guard: string): string =>
  `__global__ void k(const float *x, float *y, int n) { ${ID} ${guard}y[i] = 2 * x[i]; }`;
const ones = (guard: string): string =>
  `__global__ void k(float *y, int n) { ${ID} if (${guard}) y[i] = 1; }`;

const SOLVE = 'void solve(const float *x, float *y, int N)';
const GRID = '<<<(N + 255) / 256, 256>>>';
const ALLOCATED = `int main() { int N = 1000; float *y; cudaMalloc(&y, N * sizeof(float)); k${GRID}(y, N); }`;

/** A host, and the kernel with a guard and without, or with one that lets one too many through. */
const HOSTS: Readonly<Record<string, readonly [host: string, right: string, wrong: string]>> = {
  'a function with the number for an argument': [
    `${SOLVE} { int t = 256; int b = (N + t - 1) / t; k<<<b, t>>>(x, y, N); }`,
    twice('if (i < n) '),
    twice(''),
  ],
  'the length of a tensor': [
    'torch::Tensor f(torch::Tensor x) { auto y = torch::empty_like(x); int n = x.numel(); k<<<(n + 127) / 128, 128>>>(x.data_ptr<float>(), y.data_ptr<float>(), n); return y; }',
    twice('if (i < n) '),
    twice(''),
  ],
  "the program's argument, and memory for so many": [
    `int main(int c, char **v) { int N = atoi(v[1]); float *y; cudaMalloc(&y, N * sizeof(float)); k${GRID}(y, N); }`,
    ones('i < n'),
    ones('i <= n'),
  ],
  'rows and columns': [
    'void f(float *h, int w, int r) { float *y; cudaMalloc(&y, w * r * sizeof(float)); k<<<dim3((w + 15) / 16, (r + 15) / 16), dim3(16, 16)>>>(y, w, r); }',
    '__global__ void k(float *y, int w, int r) { int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y; if (i < w && j < r) y[j * w + i] = 1; }',
    '__global__ void k(float *y, int w, int r) { int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y; if (i < w) y[j * w + i] = 1; }',
  ],
  'rows and columns of which nothing says how many are there': [
    'void solve(const float *x, float *y, int w, int r) { k<<<dim3((w + 15) / 16, (r + 15) / 16), dim3(16, 16)>>>(x, y, w, r); }',
    '__global__ void k(const float *x, float *y, int w, int r) { int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y; if (i < w && j < r) y[j * w + i] = x[i] + x[j]; }',
    '__global__ void k(const float *x, float *y, int w, int r) { int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y; if (i < w) y[j * w + i] = x[i] + x[j]; }',
  ],
  'a column of blocks for the rows of each column': [
    'void solve(const float *x, float *y, int c, int r) { dim3 g(c, (r + 63) / 64); k<<<g, 64>>>(x, y, c, r); }',
    '__global__ void k(const float *x, float *y, int c, int r) { int i = blockIdx.y * 64 + threadIdx.x; if (i < r) y[i * c + blockIdx.x] = x[i * c + blockIdx.x]; }',
    '__global__ void k(const float *x, float *y, int c, int r) { int i = blockIdx.y * 64 + threadIdx.x; y[i * c + blockIdx.x] = x[i * c + blockIdx.x]; }',
  ],
  'rows of a block in a grid of one dimension': [
    'void solve(const float *x, float *y, int n) { int b = (n + 3) / 4; k<<<b, dim3(32, 4)>>>(x, y, n); }',
    '__global__ void k(const float *x, float *y, int n) { int r = blockIdx.x * 4 + threadIdx.y; if (r >= n) return; float s = x[r]; for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o); if (threadIdx.x == 0) y[r] = s; }',
    '__global__ void k(const float *x, float *y, int n) { int r = blockIdx.x * 4 + threadIdx.y; float s = x[r]; for (int o = 16; o > 0; o /= 2) s += __shfl_xor_sync(~0u, s, o); if (threadIdx.x == 0) y[r] = s; }',
  ],
  'a number of the template that says which way an if goes': [
    'void f(int h) { int t = 16; float *y; cudaMalloc(&y, 256 * 4); dim3 b(t, t); if (t == 16) k<16><<<1, b>>>(y); else k<32><<<1, b>>>(y); }',
    'template <int N> __global__ void k(float *y) { __shared__ float s[N][N]; s[threadIdx.y][threadIdx.x] = 1; __syncthreads(); if (threadIdx.y < 16 && threadIdx.x < 16) y[threadIdx.y * 16 + threadIdx.x] = s[N - 1][N - 1]; }'.replace(
      '__global__',
      'template <int N> __global__',
    ),
    'template <int N> __global__ void k(float *y) { __shared__ float s[N][N]; s[threadIdx.y][threadIdx.x] = 1; __syncthreads(); y[threadIdx.y * 17 + threadIdx.x] = s[N - 1][N - 1]; }'.replace(
      '__global__',
      'template <int N> __global__',
    ),
  ],
  'a product of sizes that a loop works out': [
    'torch::Tensor f(torch::Tensor x, int64_t d) { auto y = torch::empty_like(x); int64_t n = 1; for (int64_t i = 0; i < d; i++) n *= x.size(i); float *p; cudaMalloc(&p, n * sizeof(float)); k<<<(n + 63) / 64, 64>>>(p, n); return y; }',
    ones('i < n'),
    ones('i <= n'),
  ],
  'threads for each plane, of which nothing says how many are there': [
    'void f(int n, int planes) { float *y; cudaMalloc(&y, n * planes * sizeof(float)); k<<<(n + 31) / 32, dim3(32, planes)>>>(y, n); }',
    `__global__ void k(float *y, int n) { ${ID} if (i < n) y[threadIdx.y * n + i] = 1; }`,
    `__global__ void k(float *y, int n) { ${ID} if (i <= n) y[threadIdx.y * n + i] = 1; }`,
  ],
  'vectors of four': [
    'void f(const float *h, int N) { float4 *x; float *y; cudaMalloc(&x, N * sizeof(float)); cudaMalloc(&y, N / 4 * sizeof(float)); k<<<(N / 4 + 63) / 64, 64>>>(x, y, N / 4); }',
    `__global__ void k(const float4 *x, float *y, int n) { ${ID} if (i < n) y[i] = x[i].x; }`,
    `__global__ void k(const float4 *x, float *y, int n) { ${ID} y[i] = x[i].x; }`,
  ],
  'a macro of its own around the allocation': [
    `#define CHK(x) do { check((x), __FILE__, __LINE__); } while (0)\n${ALLOCATED.replace('cudaMalloc(&y, N * sizeof(float))', 'CHK(cudaMalloc((void **)&y, N * sizeof(float)))')}`,
    ones('i < n'),
    ones('i <= n'),
  ],
  'the size of what is pointed to': [
    ALLOCATED.replace('sizeof(float)', 'sizeof(*y)'),
    ones('i < n'),
    ones('i <= n'),
  ],
  'a vector of thrust': [
    `int main() { int N = 1000; thrust::device_vector<float> y(N); k${GRID}(thrust::raw_pointer_cast(y.data()), N); }`,
    ones('i < n'),
    ones('i <= n'),
  ],
  'structs of its own': [
    `int main() { int N = 1000; P *y; cudaMalloc(&y, N * sizeof(P)); k${GRID}(y, N); }`,
    `struct P { float x, y, z; };\n__global__ void k(P *y, int n) { ${ID} if (i < n) y[i].z = 1; }`,
    `struct P { float x, y, z; };\n__global__ void k(P *y, int n) { ${ID} if (i <= n) y[i].z = 1; }`,
  ],
  'members of a struct': [
    'int main() { Grid g{60, 44}; float *o; cudaMalloc(&o, g.w * sizeof(float)); k<<<(g.w + 15) / 16, 16>>>(o, g); }',
    `struct Grid { int w, h; };\n__global__ void k(float *o, Grid g) { ${ID} if (i < g.w) o[i] = 1; }`,
    `struct Grid { int w, h; };\n__global__ void k(float *o, Grid g) { ${ID} if (i <= g.w) o[i] = 1; }`,
  ],
  "a template's type": [
    'template <typename T> void run(int N) { T *y; cudaMalloc(&y, sizeof(T) * N); k<T><<<(N + 255) / 256, 256>>>(y, N); }\nint main() { run<float>(1000); }',
    `template <typename T> __global__ void k(T *y, int n) { ${ID} if (i < n) y[i] = 1; }`,
    `template <typename T> __global__ void k(T *y, int n) { ${ID} if (i <= n) y[i] = 1; }`,
  ],
  'more elements than can be run': [
    `int main() { constexpr int N = 1000000; float *y; cudaMalloc(&y, N * sizeof(float)); k${GRID}(y, N); }`,
    ones('i < n'),
    ones('i <= n'),
  ],
  'blocks by a template of its own': [
    'template <int B> constexpr int blocks(int n) { return (n + B - 1) / B; }\nint main() { constexpr int N = 1000, T = 256; float *y; cudaMalloc(&y, N * sizeof(float)); k<<<blocks<T>(N), T>>>(y, N); }',
    ones('i < n'),
    ones('i <= n'),
  ],
  'a pointer to the kernel': [
    ALLOCATED.replace('k<<<', 'void (*f)(float *, int); f = &k; f<<<'),
    ones('i < n'),
    ones('i <= n'),
  ],
  'more than one element each': [
    `${SOLVE} { k${GRID}(x, y, N); }`,
    `__global__ void k(const float *x, float *y, int n) { ${ID} if (i < n) { y[3 * i] = x[i]; y[3 * i + 1] = 0; } }`,
    `__global__ void k(const float *x, float *y, int n) { ${ID} y[3 * i] = x[i]; y[3 * i + 1] = 0; }`,
  ],
  'rounds of a loop': [
    `int main() { int N = 1000; float *y; cudaMalloc(&y, N * sizeof(float)); for (int t = 4; t < N; t += 7) k${GRID}(y, t); }`,
    `__global__ void k(float *y, int t) { ${ID} if (i < t) y[i] = 1; }`,
    `__global__ void k(float *y, int t) { ${ID} if (i < t) y[i - t] = 1; }`,
  ],
  'a product of many sizes': [
    'torch::Tensor f(torch::Tensor x, torch::Tensor w, int stride) { auto n = x.size(0); auto h = x.size(1); auto k_ = w.size(0); auto r = w.size(1); int oh = (h - r) / stride + 1; float *y; cudaMalloc(&y, n * k_ * oh * sizeof(float)); k<<<(n * k_ * oh + 63) / 64, 64>>>(y, n * k_ * oh); return x; }',
    ones('i < n'),
    ones('i <= n'),
  ],
};

describe.each(Object.entries(HOSTS))('%s', (_, [host, right, wrong]) => {
  it('a guard is enough', async () => {
    const { status } = await verdictOf(`${right}\n${host}`, CONSTANTS);
    expect(status).toBe('right');
  });

  it('and its lack is seen', async () => {
    const { status, findings } = await verdictOf(`${wrong}\n${host}`, CONSTANTS);
    expect(status).toMatch(/^(wrong|depends)$/);
    expect(findings.map(({ kind }) => kind)).toContain('bounds');
  });
});

it('says which number was taken', async () => {
  const text = `${twice('if (i < n) ')}\n${SOLVE} { k${GRID}(x, y, N); }`;
  expect((await verdictOf(text, CONSTANTS)).conditions).toEqual([
    'there are 2 blocks, for N = 257',
  ]);
});

it.each([96, 256])('takes whole blocks of %d where the host leaves no rest', async (threads) => {
  const text = `${twice('')}\n${SOLVE} { k<<<N / ${threads}, ${threads}>>>(x, y, N); }`;
  const verdict = await verdictOf(text, CONSTANTS);
  expect(verdict.status).toBe('right');
  expect(verdict.conditions).toEqual([`there are 2 blocks, for N = ${2 * threads}`]);
});

it("a member of a kernel's struct is tried as an argument is", async () => {
  const text = (guard: string): string =>
    `#pragma tuner items 64\n#pragma tuner local_size 16\n#pragma tuner array o = 60\nstruct G { int w; };\n__global__ void k(float *o, G g) { ${ID} if (i < g.w${guard}) o[i] = 1; }`;
  expect((await verdictOf(text(' && i < 60'), CONSTANTS)).status).toBe('right');
  expect((await verdictOf(text(''), CONSTANTS)).status).not.toBe('right');
});

it('a number that blocks divide stays one', async () => {
  const text = `${ones('i >= 0')}\n${ALLOCATED.replace('1000', '1 << 20')}`;
  const { status, findings } = await verdictOf(text, CONSTANTS);
  expect({ status, findings }).toEqual({ status: 'right', findings: [] });
});

it('a number that the kernel is made with is not changed', async () => {
  const text = `const int N = 1 << 20;
__global__ void k(float *y) { ${ID} for (; i < N; i += 1 << 19) y[i] = 1; }
int main() { float *y; cudaMalloc(&y, N * sizeof(float)); k<<<N / 512, 256>>>(y); }`;
  const { findings } = await verdictOf(text, CONSTANTS);
  expect(findings).toEqual([]);
});

describe('a claim about a sum', () => {
  const text = (claim: string): string => `#pragma tuner ensures o[0] == ${claim}
__global__ void k(int *o, int n) { ${ID} if (i < n) atomicAdd(o, i % 3); }
int main() { int n = 100000; int *o; cudaMalloc(&o, sizeof(int)); cudaMemset(o, 0, sizeof(int)); k<<<(n + 255) / 256, 256>>>(o, n); }`;

  it.each([
    ['of all numbers holds', 'sum(i < n: i % 3)', 'right'],
    ['of all numbers does not', 'sum(i < n: i % 2)', 'wrong'],
    ["of the text's own number holds", 'sum(i < 100000: i % 3)', 'right'],
  ])('%s', async (_, claim, status) => {
    expect((await verdictOf(text(claim), CONSTANTS)).status).toBe(status);
  });
});

it.each([
  [
    'variables of the same name in other blocks',
    'if (n < 64) { dim3 t(32); k<32><<<n, t>>>(y); } else { dim3 t(64); k<64><<<n, t>>>(y); }',
  ],
  [
    "numbers of the host's template",
    'host<64>(y); } template <int W> void host(float *y) { k<W><<<4, W>>>(y); } void none() {',
  ],
  [
    'a launch that the numbers do not lead to',
    'if (n >= 128 && n < 1000) { k<128><<<n, 128>>>(y); } else { k<64><<<n, 64>>>(y); }',
  ],
  [
    'a number that the program is given or not',
    'int b = c > 1 ? atoi(v[1]) : n; k<64><<<b, 64>>>(y);',
  ],
])('a host with %s', async (_, launches) => {
  const text = (length: string): string => `template <int N> __global__ void k(float *y) {
  y[blockIdx.x * N + threadIdx.x] = 1;
}
int main(int argc, char **argv) {
  int n = 4;
  float *y;
  cudaMalloc(&y, ${length} * sizeof(float));
  ${launches.replaceAll(/\bc >/g, 'argc >').replaceAll('v[1]', 'argv[1]')}
}`;
  const all = await verdictOf(text('n * 64'), CONSTANTS);
  expect(all.status).toBe('right');
});

describe.each([12, 64, 100])('a host that takes the size of the problem, %d', (size) => {
  const text = (last: string): string => `#pragma tuner input a[i] = i
#pragma tuner ensures forall i < size: o[i] == 2 * i
__global__ void k(const float *a, float *o, int n) { ${ID} if (i < n) o[i] = i == ${last} ? 0 : 2 * a[i]; }
int main() { int n = size; float *o, *a; cudaMalloc(&o, n * sizeof(float)); cudaMalloc(&a, n * sizeof(float)); k<<<(n + 31) / 32, 32>>>(a, o, n); }`;

  it('holds for the last', async () => {
    expect((await verdictOf(text('n'), { ...CONSTANTS, size })).status).toBe('right');
  });

  it('and does not', async () => {
    expect((await verdictOf(text('n - 1'), { ...CONSTANTS, size })).status).toBe('wrong');
  });
});

it.each([
  ['lanes of a block that is not full', 'v += __shfl_down_sync(0xffffffff, v, 16);', 'depends'],
  ['a barrier that is missing anyway', 's[threadIdx.x] = v; v = s[63 - threadIdx.x];', 'wrong'],
])('a fault inside a block of a chosen launch: %s', async (_, body, status) => {
  const text = `__global__ void k(float *d, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  float v = d[i];
  ${body}
  d[i] = v;
}
int main(int c, char **v) {
  float *d;
  int n = atoi(v[1]);
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, read(n), n * sizeof(float), cudaMemcpyHostToDevice);
  k<<<(n + 63) / 64, 64>>>(d, n);
}`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});

it.each([
  [
    'arrays of structs',
    'struct P { double x, y, z; }; struct S { int n; P *p; }; __global__ void k(S s) { int i = blockIdx.x * 32 + threadIdx.x; if (GUARD) s.p[i].x = 1; } int main() { S s; s.n = 90; cudaMalloc((void **)&s.p, s.n * sizeof(P)); k<<<3, 32>>>(s); }',
    'i < s.n',
  ],
  [
    'a lambda that is passed on with a pack',
    'template <typename F, typename... A> __global__ void k(int n, F f, A... a) { int i = blockIdx.x * 32 + threadIdx.x; if (GUARD) f(i, a...); } template <typename F, typename... A> void all(int n, F f, A... a) { k<<<(n + 31) / 32, 32>>>(n, f, a...); } int main() { int n = 90; float *y; cudaMalloc(&y, n * sizeof(float)); all(n, [=] __device__(int i) { y[i] = 1; }); }',
    'i < n',
  ],
])('lengths of %s', async (_, text, guard) => {
  const status = async (own: string): Promise<string> =>
    (await verdictOf(text.replace('GUARD', own), CONSTANTS)).status;
  expect(await status(guard)).toBe('right');
  expect(await status('true')).toBe('wrong');
});

/** Loops through contents that nobody states, as of lists, trees and tables. */
it.each([
  ['a list', 'for (int e = a[i]; e != -1; e = b[e]) s++;', 'right'],
  ['a tree', 's = i; while (a[s] != s) s = a[s];', 'right'],
  ['a table', 'for (s = i; a[s] != -1;) s = (s + 1) & 63;', 'right'],
  ['a step that a branch lacks', 'while (s < 64) if (a[s] > 0) s++;', 'wrong'],
])('a loop through %s', async (_, loop, status) => {
  const text = `__global__ void k(const int *a, const int *b, int *o) {
  int i = threadIdx.x, s = 0;
  ${loop}
  o[i] = s;
}
int main() { int *a, *b, *o; cudaMalloc(&a, 64 * 4); cudaMalloc(&b, 64 * 4); cudaMalloc(&o, 32 * 4); k<<<1, 32>>>(a, b, o); }`;
  const said = await verdictOf(text, CONSTANTS);
  expect(said.status).toBe(status);
  const ends = said.conditions.includes('the loop in line 3 ends');
  expect(ends).toBe(status === 'right');
});

it('the place that a counter in a struct gives is its own', async () => {
  const text = (take: string): string => `struct Queue {
  int *data, *size;
  __device__ void push(int v) { int at = ${take}; if (at < 64) data[at] = v; }
};
__global__ void k(const int *in, Queue q) { if (in[threadIdx.x] > 0) q.push(in[threadIdx.x]); }
int main() {
  Queue q;
  int *in;
  cudaMalloc(&in, 64 * 4);
  cudaMalloc(&q.data, 64 * 4);
  cudaMalloc(&q.size, 4);
  cudaMemset(q.size, 0, 4);
  k<<<1, 64>>>(in, q);
}`;
  const own = await verdictOf(text('atomicAdd(size, 1)'), CONSTANTS);
  expect(own).toMatchObject({
    status: 'right',
    // The size that it begins with is not told.
    conditions: [
      'data[at] is inside of q.data',
      'any order of atomicAdd(size, 1) will do',
      'somebody sets in',
    ],
  });
  expect((await verdictOf(text('(*size)++'), CONSTANTS)).status).not.toBe('right');
});

it('what an array has for an element that contents decide is a condition', async () => {
  const text = `struct P { float v[4]; };
__device__ P at(const float *p) { return *(const P *)p; }
__global__ void k(float *o, const int *in, const float *x, const float *y) {
  P a = at(x + in[threadIdx.x] * 4), b = at(y + threadIdx.x * 4);
  o[threadIdx.x] = a.v[0] + b.v[3];
}
int main() { float *o, *x, *y; int *in; cudaMalloc(&o, 128); cudaMalloc(&in, 128); cudaMalloc(&x, 512); cudaMalloc(&y, 512); k<<<1, 32>>>(o, in, x, y); }`;
  const said = await verdictOf(text, CONSTANTS);
  expect(said.status).toBe('right');
  expect(said.conditions).toEqual([
    '*(const P *)p.v[0, 1, 2 or 3] is inside of x',
    'somebody sets in',
    'somebody sets x',
    'somebody sets y',
  ]);
});

describe('arrays that a launch passes', () => {
  const launched = (kernel: string, host: string): string =>
    `__global__ void k(${kernel} } int main() { int n = 200; float *x; cudaMalloc(&x, 2 * n * sizeof(float)); cudaMemset(x, 0, 2 * n * sizeof(float)); k<<<2, 128>>>(${host}, n); }`;
  const next = (body: string): string =>
    `const float *a, float *b, int n) { ${ID} if (i < n - 1) ${body};`;

  it.each([
    ['one for two', 'x, x', 'b[i] = a[i]', 'right'],
    ['one for two, of which another is read', 'x, x', 'b[i] = a[i + 1]', 'wrong'],
    ['a part of one', 'x, x + n', 'b[i] = a[i + 1]', 'right'],
    ['a part of one that the other reaches', 'x + 1, x', 'b[i] = a[i]', 'wrong'],
    ['the place of an element', '&x[1], x', 'b[i] = a[i]', 'wrong'],
    ['a pointer to another', 'x, y', 'b[i] = a[i + 1]', 'wrong'],
    ['a pointer that is set twice', 'x, z', 'b[i] = a[i]', 'right'],
  ])('%s', async (_name, host, body, status) => {
    const text = launched(next(body), host).replace(' k<', ' float *y = x, *z = x; z = y; k<');
    expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
  });

  it.each([
    ['i < 2 * n', 'right'],
    ['i <= 2 * n', 'wrong'],
  ])('of bytes hold what the host allocates: %s', async (guard, status) => {
    const kernel = `void *p, int n) { for (${ID} ${guard}; i += 256) ((float *)p)[i] = 1;`;
    expect((await verdictOf(launched(kernel, 'x'), CONSTANTS)).status).toBe(status);
  });
});

describe('structs that the host makes by a constructor', () => {
  const program = (guard: string, launch: string): string => `template <typename T> class View {
  int n_; T *p_;
public:
  __host__ __device__ View(T *p, int n) : n_(n), p_(p) {}
  __device__ T &operator[](int i) { return p_[i]; }
  __device__ int size() const { return n_; }
};
__global__ void k(View<float> v) { ${ID} if (${guard}) v[i] = 1; }
int main() { int n = 200; float *x; cudaMalloc(&x, n * sizeof(float)); ${launch} }`;

  it.each([
    'k<<<2, 128>>>(View<float>(x, n));',
    'View<float> v(x, n); k<<<2, 128>>>(v);',
    'View<float> v{x, n}; k<<<2, 128>>>(v);',
    'auto v = View<float>(x, n); k<<<2, 128>>>(v);',
  ])('%s', async (launch) => {
    const statusOf = async (guard: string) =>
      (await verdictOf(program(guard, launch), CONSTANTS)).status;
    expect(await statusOf('i < v.size()')).toBe('right');
    expect(await statusOf('i <= v.size()')).toBe('wrong');
  });
});

describe('arrays that a host does not allocate, where it tells the launch', () => {
  const said = async (kernel: string, host: string) => {
    const { status, conditions } = await verdictOf(
      `__global__ void k(${kernel} }\n${host}`,
      CONSTANTS,
    );
    return [status, ...conditions];
  };
  const rounded = `void f(float *y) { int n = 1000; k${GRID.replaceAll('N', 'n')}(y, n); }`;
  const plane =
    'void f(float *y, float *x) { int w = 30, h = 20; k<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(y, x, w, h); }';
  const at = 'int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;';

  it.each([
    ['the number that is rounded up', `float *y, int n) { ${ID} y[i] = i;`, rounded, ['depends']],
    ['it, with a guard', `float *y, int n) { ${ID} if (i < n) y[i] = i;`, rounded, ['right']],
    [
      'one for each thread, which a number tells',
      `float *y, int n) { ${ID} y[i] = i;`,
      'void f(float *y) { k<<<4, 256>>>(y, 1024); }',
      ['right'],
    ],
    [
      'one for each thread, which rows and columns tell',
      `float *y, int w, int h) { ${at} y[j * w + i] = i;`,
      'void f(float *y) { k<<<dim3(4, 2), dim3(16, 16)>>>(y, 64, 32); }',
      ['right'],
    ],
    [
      'one for each thread, which two other numbers make by chance',
      `float *y, const float *x, int m, int l) { ${ID} y[i] = x[i % m] + l;`,
      'void f(float *y, float *x) { k<<<4, 256>>>(y, x, 64, 16); }',
      ['right', 'y has 1024 elements'],
    ],
    [
      'one for each thread, which nothing tells',
      `float *y) { ${ID} y[i] = i;`,
      'void f(float *y) { k<<<4, 256>>>(y); }',
      ['right', 'y has 1024 elements'],
    ],
    [
      'the number that is rounded up, which is not passed',
      `float *y) { ${ID} y[i] = i;`,
      `void f(float *y) { int n = 1000; k${GRID.replaceAll('N', 'n')}(y); }`,
      ['depends'],
    ],
    [
      'a number of whole blocks, and a block more',
      `float *y, int n) { ${ID} if (i < n + 5) y[i] = i;`,
      'void f(float *y) { int n = 1024; k<<<n / 256 + 1, 256>>>(y, n); }',
      ['depends'],
    ],
    [
      'it, with a guard',
      `float *y, int n) { ${ID} if (i < n) y[i] = i;`,
      'void f(float *y) { int n = 1024; k<<<n / 256 + 1, 256>>>(y, n); }',
      ['right'],
    ],
    [
      'a number of pairs of work-items',
      `float *y, int n) { ${ID} y[i] = i;`,
      'void f(float *y) { int n = 512; k<<<2 * n / 256, 256>>>(y, n); }',
      ['right', 'y has 1024 elements'],
    ],
    [
      'a number of blocks that are named',
      `float *y) { ${ID} y[i] = i;`,
      'void f(float *y) { int blocks = 1, threads = 256; k<<<blocks, threads>>>(y); }',
      ['right', 'y has 256 elements'],
    ],
    [
      'a row of threads for each, where another number makes as many blocks by chance',
      'char *y, int m, int n) { int r = blockIdx.x * 2 + threadIdx.y; if (r >= n) return; for (int i = 0; i < m / 32; i++) y[34 * (r * (m / 32) + i) + threadIdx.x] = 1;',
      'void f(char *y, int m, int n) { k<<<(n + 1) / 2, dim3(32, 2)>>>(y, m, n); }',
      ['right', 'y has 100 elements', 'there are 2 blocks, for n = 3 and m = 33'],
    ],
    [
      'a product, with contents that decide nothing',
      `float *y, float *x, int w, int h) { ${at} y[j * w + i] = 2 * x[j * w + i];`,
      plane,
      ['depends', 'x has 900 elements', 'y has 900 elements'],
    ],
    [
      'a product, with a guard',
      `float *y, float *x, int w, int h) { ${at} if (i < w && j < h) y[j * w + i] = 2 * x[j * w + i];`,
      plane,
      ['right'],
    ],
  ])('%s', async (_, kernel, host, wanted) => {
    expect(await said(kernel, host)).toEqual(wanted);
  });

  it.each([
    ['j < n', 'right'],
    ['j <= n', 'depends'],
  ])('the one number of a square: %s', async (guard, status) => {
    const text = `__global__ void k(float *y, int n) { ${at} if (i < n && ${guard}) y[j * n + i] = 1; }
void f(float *y) { int n = 20; k<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(y, n); }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
  });

  it.each([
    ['i < p.n', 'right'],
    ['i <= p.n', 'depends'],
  ])('the number in a struct: %s', async (guard, status) => {
    const text = `struct P { float *x; int n; };
__global__ void k(P p) { ${ID} if (${guard}) p.x[i] = 1; }
void f(float *y) { P p = {y, 1000}; k<<<(p.n + 255) / 256, 256>>>(p); }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
  });

  it.each([
    ['i < n', 'right'],
    ['i <= n', 'depends'],
  ])('the number in constant memory: %s', async (guard, status) => {
    const text = `__constant__ int n;
__global__ void k(float *y) { ${ID} if (${guard}) y[i] = 1; }
void f(float *y) { int h = 1000; cudaMemcpyToSymbol(n, &h, sizeof(int)); k<<<(h + 255) / 256, 256>>>(y); }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
  });

  const BLOCKS = 'there are 3 blocks, for x.size(0) = 3 and x.size(1) = 3';
  it.each([
    ['c < cols', [BLOCKS]],
    ['c <= cols', ['a has 10 elements', BLOCKS]],
  ])('rows of a tensor and their lengths: %s', async (guard, wanted) => {
    const text = `__global__ void k(float *a, int rows, int cols) { int r = blockIdx.x, c = threadIdx.x; if (${guard}) a[r * cols + c] = 1; }
void f(torch::Tensor x) { int rows = x.size(0), cols = x.size(1); k<<<rows, 256>>>(x.data_ptr<float>(), rows, cols); }`;
    const { status, conditions } = await verdictOf(text, CONSTANTS);
    expect([status, conditions]).toEqual(['right', wanted]);
  });

  it.each([
    ['i < n * m', []],
    ['i <= n * m', ['y has 901 elements']],
  ])('a product that is rounded up in one dimension: %s', async (guard, wanted) => {
    const text = `__global__ void k(float *y, int n, int m) { ${ID} if (${guard}) y[i] = i; }
void f(float *y) { int n = 30, m = 30; k<<<(n * m + 255) / 256, 256>>>(y, n, m); }`;
    const { status, conditions } = await verdictOf(text, CONSTANTS);
    expect([status, conditions]).toEqual(['right', wanted]);
  });

  it.each([
    ['i < n', 'count(1)', 'depends'],
    ['i < n', '1024', 'wrong'],
    ['i < n', '1000', 'right'],
    ['i < 1024', 'count(1)', 'wrong'],
    ['i < n && i + 1000 > 0', '1001', 'wrong'],
  ])('an array whose length is stated, and %s for %s', async (guard, n, status) => {
    const text = `int count(int);
__global__ void k(float *y, int n) { ${ID} if (${guard}) y[i] = 1; }
int main() { float *y; cudaMalloc(&y, 1000 * sizeof(float)); k<<<4, 256>>>(y, ${n}); }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
  });

  const PITCHED = `int main() { Image m; m.w = 100; m.h = 50; float *d; size_t pitch;
  float *e; cudaMallocPitch(&e, &pitch, 100 * sizeof(float), 50);
  cudaMallocPitch(&d, &pitch, 100 * sizeof(float), 50);
  cudaMallocPitch((void **)&m.data, &m.pitch, m.w * sizeof(float), m.h);
  dim3 b(16, 16), g((m.w + 15) / 16, (m.h + 15) / 16);`;
  const ROWS = `struct Image { float *data; size_t pitch; int w, h; };
#define X int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
`;
  it.each([
    ['y < h', 'right'],
    ['y <= h', 'wrong'],
  ])('rows that are padded, also in members: %s', async (guard, status) => {
    const plain = `${ROWS}__global__ void k(float *d, size_t pitch, int w, int h) { X if (x < w && ${guard}) ((float *)((char *)d + y * pitch))[x] = 1; }
${PITCHED} k<<<g, b>>>(d, pitch, 100, 50); }`;
    const member = `${ROWS}__global__ void k(Image m) { X int h = m.h; if (x < m.w && ${guard}) ((float *)((char *)m.data + y * m.pitch))[x] = 1; }
${PITCHED} k<<<g, b>>>(m); }`;
    const says = [plain, member].map(async (text) => (await verdictOf(text, CONSTANTS)).status);
    expect(await Promise.all(says)).toEqual([status, status]);
  });

  it('a list of as many as the grid covers is no shorter', async () => {
    const text = `__global__ void k(int *a, int *b, int n) { ${ID} if (i < n) b[i] = a[i]; }
int main(int argc, char **argv) { const int all = 1000; int *a, *b; cudaMalloc(&a, all * 4); cudaMalloc(&b, all * 4);
  int n = atoi(argv[1]); k<<<(n + 127) / 128, 128>>>(a, b, n); }`;
    expect((await verdictOf(text, CONSTANTS)).status).toBe('right');
  });
});
