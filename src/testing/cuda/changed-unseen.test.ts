import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Numbers, sizes and pointers of the host that are changed by other names, methods and calls of the library. */

/** A program whose array has 100 elements, of which the kernel writes the first `n`. */
const program = (before: string, host: string, launch: string): string => `
__global__ void k(int *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] = i; }
${before}
int main(int argc, char **argv) { int *d; cudaMalloc(&d, 400); ${host} k<<<${launch}); }`;

const N = (value: string): string => `4, 32>>>(d, ${value}`;

/** Declarations, work on so many elements, and the launch. */
type Way = readonly [before: string, host: (count: number) => string, launch: string];

const WAYS: Readonly<Record<string, Way>> = {
  'a method': [
    'struct S { int n; void set(int v) { n = v; } };',
    (n) => `S s{7}; s.set(${n});`,
    N('s.n'),
  ],
  'an operator': [
    'struct S { int n; void operator()(int v) { n = v; } };',
    (n) => `S s{7}; s(${n});`,
    N('s.n'),
  ],
  'a pointer': ['', (n) => `int n = 7; int *p = &n; *p += ${n - 7};`, N('n')],
  'a pointer to a pointer': [
    '',
    (n) => `int n = 7; int *p = &n; int **q = &p; **q = ${n};`,
    N('n'),
  ],
  'a reference to an element': [
    '',
    (n) => `std::vector<int> v = {1, 7, 2}; int &r = v[1]; r = ${n};`,
    N('v[1]'),
  ],
  'each element by reference': [
    '',
    (n) => `std::vector<int> v = {1, 7, 2}; for (auto &x : v) x += ${n - 7};`,
    N('v[1]'),
  ],
  'the last element': ['', (n) => `std::vector<int> v = {1, 7}; v.back() = ${n};`, N('v[1]')],
  'an element at a place': ['', (n) => `std::vector<int> v = {1, 7}; v.at(1) = ${n};`, N('v[1]')],
  'swapped numbers': ['', (n) => `int a = 7, b = ${n}; std::swap(a, b);`, N('a')],
  'swapped elements': ['', (n) => `int a[] = {7, ${n}}; std::swap(a[0], a[1]);`, N('a[0]')],
  'swapped vectors': ['', (n) => `std::vector<int> a = {7}, b = {${n}}; a.swap(b);`, N('a[0]')],
  'an exchange': ['', (n) => `int n = 7; int o = std::exchange(n, ${n});`, N('n')],
  'a tie': [
    'std::pair<int, int> f(int n) { return {3, n}; }',
    (n) => `int a = 1, b = 7; std::tie(a, b) = f(${n});`,
    N('b'),
  ],
  'a stream': ['', (n) => `int n = 7; std::istringstream s("${n}"); s >> n;`, N('n')],
  fill: ['', (n) => `int a[] = {7, 7}; std::fill(a, a + 2, ${n});`, N('a[1]')],
  reverse: [
    '',
    (n) => `std::vector<int> v = {${n}, 2, 3}; std::reverse(v.begin(), v.end());`,
    N('v[2]'),
  ],
  'a copy in memory': [
    '',
    (n) => `int a[] = {7, 7}, b[] = {${n}, 1}; memcpy(a, b, sizeof(int));`,
    N('a[0]'),
  ],
  insert: ['', (n) => `std::vector<int> v = {7, 2}; v.insert(v.begin(), ${n});`, N('v[0]')],
  erase: ['', (n) => `std::vector<int> v = {7, ${n}}; v.erase(v.begin());`, N('v[0]')],
  'a union': [
    'union U { int i; unsigned char c[4]; };',
    (n) => `U u; u.i = 7; u.c[0] = ${n};`,
    N('u.i'),
  ],
  "a global object's constructor": [
    'int g = 7; struct I { I() { g = COUNT; } } init;',
    () => '',
    N('g'),
  ],
  'a constructor that copies': [
    'struct S { int n; S(int a) : n(a) {} S(const S &o) : n(o.n + 1) {} };',
    (n) => `S a(${n} - 1); S b = a;`,
    N('b.n'),
  ],
  'a specialised function': [
    'template <class T> int f() { return 7; } template <> int f<float>() { return COUNT; }',
    () => '',
    N('f<float>()'),
  ],
  'a method that gives a reference': [
    'struct S { int n; int &at() { return n; } };',
    (n) => `S s{7}; s.at() = ${n};`,
    N('s.n'),
  ],
  'a function that gives a reference': [
    'int g = 7; int &at() { return g; }',
    (n) => `at() = ${n};`,
    N('g'),
  ],
  'a member that is a reference': [
    'struct R { int &n; };',
    (n) => `int n = 7; R r{n}; r.n = ${n};`,
    N('n'),
  ],
  'one of two variables': ['', (n) => `int n = 7, m = 3; (argc > 0 ? n : m) = ${n};`, N('n')],
  'a method of a member': [
    'struct S { int n; void set(int v) { n = v; } }; struct T { S s; void go(int v) { s.set(v); } };',
    (n) => `T t{{7}}; t.go(${n});`,
    N('t.s.n'),
  ],
  'an element at a place that is not told': [
    '',
    (n) => `std::vector<int> v = {1, 7}; int j = atoi(argv[1]); v[j] = ${n};`,
    N('v[1]'),
  ],
  'blocks by reference': [
    'void set(dim3 &g, int n) { g.x = (n + 31) / 32; }',
    (n) => `dim3 g(1), b(32); set(g, 101); int n = ${n};`,
    'g, b>>>(d, n',
  ],
  'blocks by a pointer': [
    '',
    (n) => `dim3 g(1), b(32); unsigned *p = &g.x; *p = 4; int n = ${n};`,
    'g, b>>>(d, n',
  ],
  'structs with arrays': [
    'struct S { int *p; }; void change(S &a, S &b) { S t = a; a = b; b = t; }',
    (n) => `S a, b; cudaMalloc(&a.p, 800); b.p = d; change(a, b); int n = ${n};`,
    '4, 32>>>(a.p, n',
  ],
  'memory by a pointer to its pointer': [
    '',
    (n) =>
      `int *e; cudaMalloc(&e, 800); int **q = &e; cudaFree(*q); cudaMalloc(q, 400); int n = ${n};`,
    '4, 32>>>(e, n',
  ],
};

const saysOf = async (way: Way, count: number) => {
  const [before, host, launch] = way;
  const text = program(before.replace('COUNT', String(count)), host(count), launch);
  return verdictOf(text, usualConstants());
};

describe('not right for what it was before', () => {
  test.each(Object.entries(WAYS))('%s', async (_, way) => {
    const { status, conditions } = await saysOf(way, 101);
    expect(status === 'right' && conditions.length === 0).toBe(false);
    expect((await saysOf(way, 100)).status).not.toBe('wrong');
  });
});

test('a function that is called by its address', async () => {
  const { conditions } = await verdictOf(
    program(
      'void a(int *d) { k<<<4, 32>>>(d, 100); } void b(int *d) { k<<<4, 32>>>(d, 101); }',
      'void (*f)(int *) = argc > 1 ? a : b; f(d); return 0;',
      N('1'),
    ),
    usualConstants(),
  );
  expect(conditions).not.toEqual([]);
});

test('memory that is set changes the number there', async () => {
  const [right, wrong] = [100, 101].map((n) =>
    program('', 'int a[] = {7, 8}; memset(a, 0, 4);', N(`a[0] + ${n}`)),
  );
  expect((await verdictOf(right ?? '', usualConstants())).status).toBe('right');
  expect((await verdictOf(wrong ?? '', usualConstants())).status).toBe('wrong');
});
