import { describe, expect, it, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** Hosts that say the same launches in other words: 10 elements of 20, and then so many. */

const CONSTANTS = usualConstants();

const KERNEL = `#include <vector>
__global__ void k(int *m, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) m[i] = i; }
`;
const GRID = '<<<(n + 7) / 8, 8>>>(m, n);';
const MADE = 'int *m; cudaMalloc(&m, 20 * sizeof(int));';

const HOSTS: readonly (readonly [name: string, host: (last: number) => string])[] = [
  [
    'a function',
    (last) =>
      `void run(int *m, int n) { k${GRID} } int main() { ${MADE} run(m, 10); run(m, ${last}); }`,
  ],
  [
    'a lambda',
    (last) => `int main() { ${MADE} auto run = [&](int n) { k${GRID} }; run(10); run(${last}); }`,
  ],
  [
    'a lambda that changes what is around it',
    (last) =>
      `int main() { ${MADE} int n = 10; auto run = [&] { k${GRID} n += ${last - 10}; }; for (int i = 0; i < 2; i++) run(); }`,
  ],
  [
    'a lambda with a copy',
    (last) =>
      `int main() { ${MADE} const int n = ${last}; auto run = [=](int by) { k<<<3, 8>>>(m, n / by); }; run(2); run(1); }`,
  ],
  [
    'a lambda with values of its own',
    (last) =>
      `int main() { ${MADE} int n = 10; auto run = [n, &m, more = ${last} - n] { k<<<3, 8>>>(m, n + more); }; n = 21; run(); }`,
  ],
  [
    'a lambda with a copy of an array, and what it does not copy',
    (last) =>
      `int main() { ${MADE} static int by = 9; int l[2] = {1, ${last} - 1}; auto run = [=] { int n = l[1] + by; k<<<3, 8>>>(m, n); }; l[1] = 0; by = 1; run(); }`,
  ],
  [
    'a lambda that is called at once',
    (last) => `int main() { ${MADE} [&](int n) { k${GRID} }(${last}); }`,
  ],
  [
    'a loop over an array',
    (last) => `int main() { ${MADE} int sizes[] = {10, ${last}}; for (int n : sizes) k${GRID} }`,
  ],
  [
    'a loop over a vector',
    (last) =>
      `int main() { ${MADE} std::vector<int> sizes{10, ${last}}; for (const auto &n : sizes) { k${GRID} } }`,
  ],
  ['a loop over a list', (last) => `int main() { ${MADE} for (auto n : {10, ${last}}) k${GRID} }`],
  [
    'a loop with places in a list',
    (last) =>
      `int main() { ${MADE} const int sizes[2] = {10, ${last}}; for (int i = 0; i < 2; ++i) { int n = sizes[i]; k${GRID} } }`,
  ],
  [
    'a condition',
    (last) =>
      `int main() { ${MADE} int n = 10; k${GRID} if (n % 4 != 0) n = ${last}; else n = 3; k${GRID} }`,
  ],
  [
    'a number by reference',
    (last) =>
      `void next(int &n, int *m) { k${GRID} n = ${last}; } int main() { ${MADE} int n = 10; next(n, m); k${GRID} }`,
  ],
  [
    'memory that is allocated anew',
    (last) =>
      `int main() { int *m; cudaMalloc(&m, ${last} * sizeof(int)); int n = ${last}; k${GRID} cudaFree(m); ${MADE.replace('int *m;', '')} k${GRID} }`,
  ],
  [
    'a class',
    (
      last,
    ) => `class R { int *m; int n; public: R(int c) : n(10) { cudaMalloc(&m, c * sizeof(int)); }
  ~R() { cudaFree(m); } void run() { k${GRID} } void grow(int by) { n += by; } };
int main() { R r(20); r.run(); r.grow(${last} - 10); r.run(); }`,
  ],
  [
    'a class that is launched with the same blocks',
    (
      last,
    ) => `class R { int *m; int n; public: R(int c) : n(c) { cudaMalloc(&m, n * sizeof(int)); } void run() { k<<<3, 8>>>(m, n + ${last - 20}); } };
int main() { R r(20); r.run(); }`,
  ],
  [
    'a class whose methods stand outside',
    (
      last,
    ) => `class R { public: explicit R(size_t bytes); void run(int n); private: void go(int n); int *m = nullptr; };
R::R(size_t bytes) { cudaMalloc(&m, bytes); }
void R::run(int n) { go(n); }
void R::go(int n) { k<<<(n + 7) / 8, 8>>>(this->m, n); }
int main() { auto r = new R(20 * sizeof(int)); r->run(10); r->run(${last}); delete r; }`,
  ],
  [
    'a held object of a class of another',
    (last) => `#include <memory>
struct Base { int *m; int n = 10; Base(int c) { cudaMalloc(&m, c * sizeof(int)); } };
struct R : Base { R(int c) : Base(c) {} void run() { k${GRID} } };
int main() { auto r = std::make_unique<R>(20); r->run(); r->n = ${last}; r->run(); }`,
  ],
  [
    'a template of a class',
    (
      last,
    ) => `template <typename T> class B { T *p; int c; public: B(int c) : c(c) { cudaMalloc(&p, c * sizeof(T)); } T *get() { return p; } void run(int n) { k<<<(n + 7) / 8, 8>>>(p, n); } };
int main() { B<int> b(20); b.run(10); b.run(${last}); }`,
  ],
  [
    'an object that is passed on',
    (last) => `struct S { int *m; int n; };
void run(const S &s) { k<<<(s.n + 7) / 8, 8>>>(s.m, s.n); }
void set(S *s, int n) { s->n = n; }
int main() { S s; cudaMalloc(&s.m, 20 * sizeof(int)); s.n = 10; run(s); set(&s, ${last}); run(s); }`,
  ],
];

describe.each(HOSTS)('%s', (_, host) => {
  it('is followed to a fault', async () => {
    expect((await verdictOf(KERNEL + host(21), CONSTANTS)).status).toBe('wrong');
  });

  it('is right without it', async () => {
    const { status, conditions } = await verdictOf(KERNEL + host(20), CONSTANTS);
    expect({ status, conditions }).toEqual({ status: 'right', conditions: [] });
  });
});

test.each([
  'int n = 21; scanf("%d", &n); k<<<3, 8>>>(m, n);',
  'struct S { int n; S() : n(21) {} } s; S *p = &s; p->n = other(); k<<<3, 8>>>(m, s.n);',
  'int n = 21; auto set = [&] { n = other(); }; set(); k<<<3, 8>>>(m, n);',
  'int sizes[] = {21, 10}; sizes[0] = other(); for (int n : sizes) k<<<3, 8>>>(m, n);',
  'int n = other(); auto run = [&, n] { k<<<3, 8>>>(m, n); }; n = 21; run();',
  'int n = 21; bump(&n); k<<<3, 8>>>(m, n);',
  'int n = 21; drop(n); k<<<3, 8>>>(m, n);',
  'struct S { int n; } s; s.n = 21; S *p = &s; if (other()) p->n = 20; k<<<3, 8>>>(m, s.n);',
  'struct B { int n; void set() { n = 20; } }; struct D : B { void set() { n = 21; } }; D d; B *b = &d; b->set(); k<<<3, 8>>>(m, d.n);',
])('what may have changed a number leaves it open: %s', async (launch) => {
  const text = `${KERNEL}void bump(int *n) { *n -= 1; } void drop(int &n) { if (other()) n = 20; }
int main() { ${MADE} ${launch} }`;
  expect((await verdictOf(text, CONSTANTS)).status).not.toBe('wrong');
});

test.each([
  ['<<<1, 32>>>', 'wrong'],
  ['<<<1, 32, 0>>>', 'wrong'],
  ['<<<1, 32, 64>>>', 'wrong'],
  ['<<<1, 32, 128>>>', 'right'],
])('shared memory that a launch does not ask for is not there: %s', async (launch, status) => {
  const text = `__global__ void k(const int *a, int *b) { extern __shared__ int s[];
  s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); b[threadIdx.x] = s[31 - threadIdx.x]; }
int main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128); k${launch}(a, b); }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});

test.each([
  ['3.0f / w', 0.075],
  ['1.0 / w', 0.025],
  ['(float)w / 3', 40 / 3],
  ['float(w) / 3', 40 / 3],
  ['static_cast<float>(w) / 3', 40 / 3],
  ['1.0f / (w + 2)', 1 / 42],
  ['-(2.5f * 2)', -5],
  ['w * 0.25f', 10],
  ['w / 3', 13],
  ['(int)(w / 3.0f)', 13],
  ['f / 4', 0.75],
])('a fraction is passed as it is: %s', async (arg, value) => {
  const text = (low: number, high: number): string => `
__global__ void k(int *o, float x) { if (!(x > ${low.toFixed(5)}f && x < ${high.toFixed(5)}f)) o[32] = 1; o[threadIdx.x] = 0; }
int main() { const int w = 40; const float f = 3; int *d; cudaMalloc(&d, 128); k<<<1, 32>>>(d, ${arg}); }`;
  const statusOf = async (low: number, high: number) =>
    (await verdictOf(text(low, high), CONSTANTS)).status;
  expect(await statusOf(value - 1e-3, value + 1e-3)).toBe('right');
  expect(await statusOf(value + 1e-3, value + 1)).toBe('wrong');
});
