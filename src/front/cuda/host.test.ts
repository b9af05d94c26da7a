import { launchOf } from '../syntax.ts';
import { expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { parser } from '../../testing/kernels.ts';

const CONSTANTS = { ...usualConstants(), size: 8 };

/** Statements of the host's text about the only launch. */
function statedIn(text: string): readonly string[] {
  const { kernel } = parser.programOf(text, { values: CONSTANTS });
  return (launchOf(kernel).statedToRun ?? []).map((pragma) => {
    switch (pragma.kind) {
      case 'items':
      case 'local_size':
        return `${pragma.kind} ${pragma.values.map((each) => each.text).join(', ')}`;
      case 'array':
      case 'value':
      case 'before':
        return `${pragma.kind} ${pragma.target.name} = ${pragma.value.text}`;
      case 'input':
        return `input ${pragma.text}`;
      default:
        return pragma.kind;
    }
  });
}

const K = `__global__ void k(int *a, int n) { a[threadIdx.x] = n; }\n`;

it.each([
  [
    'sizes from a list, tried one after another',
    `${K}void f(int *a, int threads) { k<<<2, threads>>>(a, 3); }
int main() { int sizes[] = {32, 64}; int *a; for (int j = 0; j < 2; j++) f(a, sizes[j]); }`,
    ['items 64', 'local_size 32', 'input n = 3'],
  ],
  [
    "a helper header's division that is rounded up",
    `#include "common.h"\n${K}int main() { int *a; k<<<ceil_div(100, 32), 32>>>(a, 100); }`,
    ['items 128', 'local_size 32', 'input n = 100', 'array a = 100'],
  ],
  [
    'the rest of an array behind a place in it',
    `${K}int main() { int *d; cudaMalloc(&d, 512 * sizeof(int)); k<<<1, 64>>>(d + 100, 1); k<<<1, 64>>>(&d[100], 1); }`,
    ['items 64', 'local_size 64', 'before a = 100', 'array a = 412', 'input n = 1'],
  ],
  [
    'elements of the type that a place in an array is cast to',
    `__global__ void k(int2 *a, int n) { a[threadIdx.x].x = n; }
int main() { int *d; cudaMalloc(&d, 512 * sizeof(int)); k<<<1, 64>>>((int2 *)(d + 2), 1); }`,
    ['items 64', 'local_size 64', 'before a = 1', 'array a = 255', 'input n = 1'],
  ],
  [
    'a pointer that is moved',
    `${K}int main() { int *d; cudaMalloc(&d, 512 * sizeof(int)); d += 4; k<<<1, 64>>>(d, 1); }`,
    ['items 64', 'local_size 64', 'before a = 4', 'array a = 508', 'input n = 1'],
  ],
  [
    'a pointer that is moved twice',
    `${K}int main() { int *d; cudaMalloc(&d, 512 * sizeof(int)); d += 4; ++d; k<<<1, 64>>>(d, 1); }`,
    ['items 64', 'local_size 64', 'before a = 5', 'array a = 507', 'input n = 1'],
  ],
  [
    'lengths of arrays that it does not allocate, by what its blocks are rounded up from',
    `__global__ void k(int *a, int w, int h) { a[threadIdx.y * w + threadIdx.x] = h; }
void f(int *a) { int w = 30, h = 20; dim3 b(16, 16), g((w + 15) / 16, (h + 15) / 16); k<<<g, b>>>(a, w, h); }`,
    ['items 32, 32', 'local_size 16, 16', 'input w = 30', 'input h = 20', 'array a = 600'],
  ],
  [
    'few threads of blocks that are long and low',
    `__global__ void k(int *a, int w, int h) { a[threadIdx.y * w + threadIdx.x] = h; }
void f(int *a, int w, int h) { dim3 b(64, 4), g((w + 63) / 64, (h + 3) / 4); k<<<g, b>>>(a, w, h); }`,
    ['items 128, 8', 'local_size 64, 4', 'input w = 65', 'input h = 5', 'array a = 325'],
  ],
  [
    'one of an array of pointers',
    `${K}int main() { int *a[2]; cudaMalloc(&a[0], 12 * sizeof(int)); cudaMalloc(&a[1], 12 * sizeof(int));
for (int i = 0; i < 2; i++) k<<<1, 8>>>(a[i], 5); }`,
    ['items 8', 'local_size 8', 'array a = 12', 'input n = 5'],
  ],
  [
    'a buffer that its constructor allocates, and the size of a vector',
    `${K}template <typename T> class Buffer { T *p; public:
  explicit Buffer(size_t n) { cudaMalloc(&p, n * sizeof(T)); } T *get() { return p; } };
int main() { std::vector<int> h(20); Buffer<int> b(h.size()); k<<<1, 8>>>(b.get(), h.size()); }`,
    ['items 8', 'local_size 8', 'array a = 20', 'input n = 20'],
  ],
  [
    'a size that a constructor stores, beside those that copy and move',
    `${K}template <typename T> class Buffer { T *p; size_t n_; public:
  explicit Buffer(size_t n) : n_(n) { cudaMalloc(&p, n * sizeof(T)); } T *get() { return p; } size_t size() const { return n_; }
  Buffer(const Buffer &) = delete; Buffer(Buffer<T> &&other) : n_(other.n_) { p = other.p; } };
int main() { Buffer<int> b(20); k<<<1, 8>>>(b.get(), b.size()); }`,
    ['items 8', 'local_size 8', 'array a = 20', 'input n = 20'],
  ],
  [
    'bytes of structs, behind an untyped pointer and through a function',
    `typedef struct { short d; char q[32]; } Part;
__global__ void k(const void *a, int n) { ((Part *)a)[threadIdx.x].d = n; }
void launch(const void *a, int n) { k<<<1, 3>>>(a, n); }
int main() { void *d; cudaMalloc(&d, 96 / 32 * sizeof(Part)); launch(d, 1); }`,
    ['items 3', 'local_size 3', 'array a = 102', 'input n = 1'],
  ],
  [
    'the value that a loop leaves its variable',
    `${K}int main() { int *d; cudaMalloc(&d, 24 * sizeof(int)); int i = 0; for (i = 0; i < 20; i += 8) work(); k<<<1, 8>>>(d, i); }`,
    ['items 8', 'local_size 8', 'array a = 24', 'input n = 24'],
  ],
  [
    'no value behind a loop that may be left',
    `${K}int main() { int *d; cudaMalloc(&d, 24 * sizeof(int)); int i = 0; for (i = 0; i < 20; i += 8) { if (work()) break; } k<<<1, 8>>>(d, i); }`,
    ['items 8', 'local_size 8', 'array a = 24'],
  ],
  [
    'members of a struct, through a macro that checks, and by a list',
    `#define CHECK(call) do { int e = call; if (e) exit(e); } while (0)
struct S { int *x; int *y; };
__global__ void k(S s, S t) { s.x[0] = s.y[0] + t.x[0] + t.y[0]; }
int main() { S s; CHECK(cudaMalloc(&s.x, 3 * sizeof(int))); cudaMalloc(&s.y, 4 * sizeof(int));
int *a, *b; cudaMalloc(&a, 5 * sizeof(int)); cudaMalloc(&b, 6 * sizeof(int)); S t{a, b}; k<<<1, 1>>>(s, t); }`,
    ['items 1', 'local_size 1', 'array s.x = 3', 'array s.y = 4', 'array t.x = 5', 'array t.y = 6'],
  ],
  [
    'numbers that suit the largest of the blocks that are tried',
    `#pragma tuner param B = {4, 16}
${K}__device__ int all() { return gridDim.x; }
int main() { int n = 1 << 20; int *a; cudaMalloc(&a, n * sizeof(int)); k<<<(n + B - 1) / B, B>>>(a, n); }`,
    ['items (32 + B - 1) / B * B', 'local_size B', 'array a = 32', 'input n = 32'],
  ],
])('states %s', (_, text, stated) => {
  expect(statedIn(text)).toEqual(stated);
});

const reassigned = (host: string): readonly string[] =>
  statedIn(`__global__ void k(int *o) { o[threadIdx.x] = blockIdx.x; }
__global__ void a(int *o) { o[threadIdx.x] = 1; }
int main(int c, char **v) { int *o; cudaMalloc(&o, 4096); int n = 256, threads, blocks; ${host} }`).filter(
    (each) => /^(?:items|local_size)/.test(each),
  );

it.each([
  ['threads = 64; a<<<4, threads>>>(o); threads = 32; k<<<8, threads>>>(o);', '256', '32'],
  [
    'threads = 64; blocks = n / threads; a<<<blocks, threads>>>(o); threads = 32; k<<<blocks, threads>>>(o);',
    '128',
    '32',
  ],
  ['threads = 32; k<<<8, threads>>>(o); threads = 64; a<<<4, threads>>>(o);', '256', '32'],
  ['dim3 b(64); a<<<4, b>>>(o); b = dim3(32); k<<<8, b>>>(o);', '256', '32'],
  ['dim3 b; b.x = 64; a<<<4, b>>>(o); b.x = 32; k<<<8, b>>>(o);', '256', '32'],
  ['threads = 64; if (c > 1) { threads = 32; k<<<8, threads>>>(o); }', '256', '32'],
  ['threads = 16; threads = threads * 2; k<<<8, threads>>>(o);', '256', '32'],
  [
    'for (int i = 0; i < c; i++) { threads = 64; a<<<4, threads>>>(o); threads = 32; k<<<8, threads>>>(o); }',
    '256',
    '32',
  ],
  ['threads = 64; auto run = [&] { k<<<8, threads>>>(o); }; threads = 32; run();', '256', '32'],
])('a variable that is set again before a launch: %s', (host, items, local) => {
  expect(reassigned(host)).toEqual([`items ${items}`, `local_size ${local}`]);
});

it.each([
  'threads = 64; if (c > 1) threads = 32; k<<<8, threads>>>(o);',
  'threads = 64; for (int i = 0; i < c; i++) { k<<<8, threads>>>(o); threads = 32; }',
  'threads = 64; ask(&threads); k<<<8, threads>>>(o);',
  'again: threads = 64; k<<<8, threads>>>(o); threads = 32; goto again;',
  'switch (c) { case 1: threads = 64; case 2: threads = 32; k<<<8, threads>>>(o); }',
])('and nobody knows: %s', (host) => {
  expect(reassigned(host)).not.toContain('local_size 64');
  expect(reassigned(host)).not.toContain('local_size 32');
});

it.each(['cudaLaunchCooperativeKernel', 'cudaLaunchKernel', 'hipLaunchCooperativeKernel'])(
  '%s is a launch',
  (call) => {
    const launch = `int n = 60; void *args[] = {&o, &n}; ${call}((void *)k, dim3(2), dim3(32), args, 0, 0);`;
    expect(
      statedIn(`__global__ void k(int *o, int n) { if (threadIdx.x < n) o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 4096); ${launch} }`),
    ).toEqual(['items 64', 'local_size 32', 'array o = 1024', 'input n = 60']);
  },
);

it.each([
  ['k<<<1, 32>>>(a)', true],
  ['k<<<1, 32, 64>>>(a)', false],
  ['cudaLaunchKernel((void *)k, dim3(1), dim3(32), args)', true],
  ['cudaLaunchKernelEx(&config, k, a)', false],
])('bytes of shared memory that a launch leaves out are none: %s', (launch, isNone) => {
  const text = `__global__ void k(int *a) { extern __shared__ int s[]; s[threadIdx.x] = 1; }
int main() { int *a; void *args[] = {&a}; cudaLaunchConfig_t config; config.gridDim = 1; config.blockDim = 32; ${launch}; }`;
  const { kernel } = parser.programOf(text, { values: CONSTANTS });
  const told = launchOf(kernel).statedToRun?.find(({ kind }) => kind === 'local');
  expect(told?.kind === 'local' && told.value.text === '0').toBe(isNone);
});
