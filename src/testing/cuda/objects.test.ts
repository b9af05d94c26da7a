import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Objects of C++ in device code, against what a compiler makes of the same text. */

const CONSTANTS = { ...usualConstants(), size: 8 };

const statusOf = async (text: string) => (await verdictOf(text, CONSTANTS)).status;

/** Declarations, a body, and the number that it leaves in `r[0]`, which held 4. */
type Case = readonly [title: string, before: string, body: string, leaves: number];

/** A kernel of one thread. */
const leaving = ([, before, body, leaves]: Case): string => `#include <cstdint>
${before}
#pragma tuner items 1
#pragma tuner local_size 1
#pragma tuner array r = 4
#pragma tuner input r[i] = 4
#pragma tuner ensures r[0] == ${leaves}
__global__ void k(int *r) { ${body} }`;

const ADD =
  'struct Add { int *p; int n; __device__ Add(int *p, int n) : p(p), n(n) {} __device__ ~Add() { *p = *p * 10 + n; } };';
const COPY =
  'struct A { int x; __device__ A(int v = 0) : x(v) {} __device__ A(const A &o) : x(o.x + 1) {} __device__ A &operator=(const A &o) { x = o.x + 10; return *this; } };';
const WHOLE =
  'struct A { int x; __device__ A(int v) : x(v) {} __device__ operator int() const { return x + 20; } __device__ A(const A &o) : x(o) {} };';
const VIRTUAL =
  'struct B { int n = 1; __device__ virtual int f() { return n; } }; struct D : B { __device__ int f() override { return n + 1; } };';

const ENDS: readonly Case[] = [
  ['with its block', ADD, '{ Add a(r, 3); *r = 7; }', 73],
  ['in the reverse order', ADD, '{ Add a(r, 1), b(r, 2); Add c(r, 3); }', 4321],
  [
    'before a return',
    `${ADD} __device__ int f(int *r) { Add a(r, 1); if (*r == 4) { Add b(r, 2); return *r; } return 9; }`,
    'int v = f(r); *r = *r * 10 + v;',
    4214,
  ],
  [
    'before a break',
    ADD,
    'for (int i = 0; i < 4; i++) { Add a(r, i); if (i == 1) break; *r += 1; }',
    501,
  ],
  [
    'before continue',
    ADD,
    'for (int i = 0; i < 3; i++) { Add a(r, i); if (i == 1) continue; *r += 1; }',
    5022,
  ],
  ['behind a switch', ADD, 'switch (*r) { case 4: { Add a(r, 1); break; } default: *r = 0; }', 41],
  ['with a condition', ADD, 'if (Add a(r, 2); *r == 4) *r = 5; *r += 1;', 53],
  ['with a statement', ADD, 'Add(r, 1); *r += 1;', 42],
  [
    'as members, behind what has them',
    `${ADD} struct W { Add a; Add b; __device__ W(int *r) : a(r, 1), b(r, 2) {} __device__ ~W() { if (*a.p == 0) return; *a.p += 1; } };`,
    '{ W w(r); }',
    521,
  ],
  [
    'as bases',
    `${ADD} struct W : Add { __device__ W(int *r) : Add(r, 1) {} };`,
    '{ W w(r); *r += 1; }',
    51,
  ],
  ['as parameters', `${ADD} __device__ void f(Add a) { *a.p += 1; }`, 'f(Add(r, 2)); *r += 1;', 53],
  [
    'in a template',
    'template <class T> struct G { T *p; __device__ explicit G(T *p) : p(p) { *p += 1; } __device__ ~G() { *p += 2; } };',
    '{ G<int> g(r); *r *= 10; }',
    52,
  ],
  [
    'made by a function',
    `${ADD} __device__ Add make(int *r) { return Add(r, 3); }`,
    '{ Add a = make(r); *r += 1; }',
    53,
  ],
  [
    'defined behind the class',
    'struct S { int *p; __device__ S(int *p); __device__ ~S(); }; __device__ S::S(int *q) : p(q) { *p += 1; } __device__ S::~S() { *p += 2; }',
    '{ S s(r); *r *= 2; }',
    12,
  ],
  [
    'in the body of a loop over a list',
    ADD,
    'int v[2] = {1, 2}; for (int x : v) { Add a(r, x); if (x == 2) break; }',
    412,
  ],
];

const COPIES: readonly Case[] = [
  ['of a variable', COPY, 'A a(5); A b = a; A c(b); A d{c}; r[0] = d.x;', 8],
  ['of an argument', `${COPY} __device__ int f(A a) { return a.x; }`, 'A a(5); r[0] = f(a);', 6],
  [
    'not of a reference',
    `${COPY} __device__ int f(const A &a) { return a.x; }`,
    'A a(5); const A &b = a; r[0] = f(b);',
    5,
  ],
  [
    'not of what a function makes',
    `${COPY} __device__ A f() { return A(7); }`,
    'A a = f(); r[0] = a.x;',
    7,
  ],
  [
    'of what is returned through a pointer',
    `${COPY} __device__ A f(A *p) { return *p; }`,
    'A a(7); A b = f(&a); r[0] = b.x;',
    8,
  ],
  ['of the whole object, for its member', WHOLE, 'A a(5); A b = a; r[0] = b.x;', 25],
  ['by auto', COPY, 'A a(7); auto b = a; auto &c = a; r[0] = b.x * 10 + c.x;', 87],
  ['by assignment', COPY, 'A a(7), b; b = a; r[0] = b.x;', 17],
  ['by a chain of assignments', COPY, 'A a(7), b, c; c = b = a; r[0] = c.x;', 27],
  [
    'for a member',
    `${COPY} struct W { A a; __device__ W(const A &o) : a(o) {} };`,
    'A a(7); W w(a); r[0] = w.a.x;',
    8,
  ],
  [
    'captured by a lambda',
    COPY,
    'A a(7); auto f = [a](int k) { return a.x + k; }; r[0] = f(0);',
    8,
  ],
  ['in a list', `${COPY} struct W { A a; int n; };`, 'A a(7); W w{a, 1}; r[0] = w.a.x;', 8],
  [
    'that do what no declaration does',
    'struct A { int x, y; __device__ A(int v) : x(v), y(v) {} __device__ A(const A &o) : x(o.x), y(o.y) {} __device__ A &operator=(const A &o) { if (this != &o) { x = o.x; y = o.y; } return *this; } }; __device__ A f(A a) { A b(a); b.x += 1; return b; }',
    'A a(5); A c(0); c = f(a); r[0] = c.x * 10 + c.y;',
    65,
  ],
];

const VIRTUALS: readonly Case[] = [
  ['of an object', VIRTUAL, 'D d; B b; r[0] = d.f() * 10 + b.f();', 21],
  [
    'that nothing overrides',
    'struct B { int n; __device__ virtual int f() { return n; } __device__ virtual ~B() {} };',
    'B b; b.n = 3; B *p = &b; r[0] = p->f();',
    3,
  ],
  [
    'through a pointer that leads to one object',
    VIRTUAL,
    'D d; d.n = 4; B* p = &d; r[0] = p->f();',
    5,
  ],
  ['through a pointer that stays', VIRTUAL, 'D d; B *const p = &d; r[0] = p->f();', 2],
  ['through a reference', VIRTUAL, 'D d; B &p = d; r[0] = p.f();', 2],
];

const ENUMERATIONS: readonly Case[] = [
  [
    'size',
    'enum class E : uint8_t { A, B = 200 }; enum F : short { X = -3 }; enum G { Y }; struct S { E a; F b; E c; };',
    'r[0] = sizeof(E) + 10 * sizeof(F) + 100 * sizeof(G) + 1000 * sizeof(S);',
    6421,
  ],
  [
    'sign',
    'enum class E : uint8_t { A, B = 200 }; enum F : signed char { X = -3 };',
    'E e = E::B; F f = X; r[0] = (int)e * 1000 + f;',
    199997,
  ],
  [
    'width',
    'enum class E : uint64_t { A = 1, B = 0x100000000ull };',
    'E e = E::B; r[0] = (int)((uint64_t)e >> 32) + (e == E::B) * 10 + (sizeof(e) == 8) * 100;',
    111,
  ],
  [
    'conversions',
    'enum class E : uint8_t { A, B };',
    'E e = (E)258; r[0] = static_cast<int>(e);',
    2,
  ],
];

const P = 'struct P { int x = 5, y = 7; }; struct Q { P p; int w = 4; int v[2] = {8, 9}; };';
const MADE =
  'struct A { int x; int y = 3; __device__ A(int v) : x(v) {} __device__ A(int a, int b) : x(a), y(b) {} __device__ A() : x(9) {} };';
const LISTS: readonly Case[] = [
  [
    'of fewer elements',
    P,
    'P p[3] = {{1}, {2, 3}}; r[0] = p[0].x * 10000 + p[0].y * 1000 + p[1].y * 100 + p[2].x * 10 + p[2].y;',
    17357,
  ],
  [
    'of designated members',
    P,
    'P p = {.y = 2}; Q q{.w = 6}; r[0] = p.x * 1000 + p.y * 100 + q.p.y * 10 + q.w;',
    5276,
  ],
  [
    'of lists',
    P,
    'Q q{{1, 2}, 3}; Q s = {{1}}; r[0] = q.p.y * 10000 + q.w * 1000 + q.v[1] * 100 + s.p.y * 10 + s.w;',
    23974,
  ],
  [
    'of lists in an array',
    P,
    'Q a[3] = {{{1}}, {{2}, 5}}; r[0] = a[1].w * 1000 + a[2].p.y * 100 + a[0].w * 10 + a[1].p.x;',
    5742,
  ],
  ['without members', P, 'Q q = {}; P p{}; r[0] = q.p.y * 100 + q.w * 10 + p.x;', 745],
  [
    'that are assigned',
    'struct P { int x = 5, y = 7; }; struct Q { P p; int w = 4; };',
    'Q q; q = {}; q.p = {1}; r[0] = q.p.x * 100 + q.p.y * 10 + q.w;',
    174,
  ],
  [
    'of objects',
    MADE,
    'A a[3] = {A(1), A(4, 5)}; A b[2] = {{6, 7}, 8}; r[0] = a[0].y * 100000 + a[1].y * 10000 + a[2].x * 1000 + b[0].y * 100 + b[1].x * 10 + b[1].y;',
    359783,
  ],
  [
    'of zeros',
    'struct Z { int a, b; int v[3]; };',
    'Z z{1}; Z y = {1, 2, {3}}; Z x[2] = {{1, 2}}; r[0] = z.a * 1000 + z.b + z.v[2] + y.v[0] * 10 + y.v[2] + x[1].a;',
    1030,
  ],
  [
    'with braces left out',
    'struct Z { int a; int v[2]; int b; };',
    'Z z{1, 2, 3, 4}; int m[2][2] = {1, 2, 3, 4}; r[0] = z.v[1] * 100 + z.b * 10 + m[1][0];',
    343,
  ],
];

const W = 'struct W { int v; __device__ explicit operator bool() const { return v > 2; } };';
const OTHERS: readonly Case[] = [
  [
    'auto of a truth',
    '',
    'auto b = true; b = 7; auto c = r[0] > 3; c = 5; auto d = !b; r[0] = b * 100 + c * 10 + d + sizeof(b);',
    111,
  ],
  [
    'names for the parts of elements',
    'struct P { int a, b; };',
    'P ps[2] = {{1, 2}, {3, 4}}; int n = 0; for (auto [u, v] : ps) { n = n * 100 + u * 10 + v; u = 9; } for (auto &[u, v] : ps) u += v; r[0] = n + ps[1].a;',
    1241,
  ],
  [
    'a pointer to an array',
    '',
    'int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*row)[3] = m; r[0] = row[1][2] * 10 + (*row)[1];',
    62,
  ],
  [
    'a place that a method returns',
    'struct A { int v[4] = {}; int w[2][2] = {{1}, {2, 3}}; __device__ int &at(int i) { return v[i]; } };',
    'A a; a.at(2) = 7; int &z = a.at(1); z = 4; r[0] = a.v[2] * 1000 + a.v[1] * 100 + a.v[0] * 10 + a.w[1][1] + a.w[0][1];',
    7403,
  ],
  [
    'an array in a list of initialisers',
    'struct A { int v[3]; __device__ A(int x) : v{x, 2} {} };',
    'A a(5); r[0] = a.v[0] * 100 + a.v[1] * 10 + a.v[2];',
    520,
  ],
  [
    'a capture of its own value',
    '',
    'int x = 3; auto f = [c = x * 2, &d = r[0]]() { d = 1; return c; }; x = 9; int y = f(); r[0] = r[0] * 10 + y;',
    16,
  ],
  [
    'a lambda without parameters',
    '',
    'int c = 0; auto inc = [&c] { return ++c; }; inc(); inc(); r[0] = c;',
    2,
  ],
  [
    'a lambda called at once',
    '',
    'int x = [&] { int s = 0; for (int i = 0; i < 4; i++) s += i; return s; }(); [&] { x += 1; }(); r[0] = x;',
    7,
  ],
  [
    'a lambda with its object',
    'struct A { int v; __device__ int go() { auto f = [this](int k) { v += k; return v; }; auto g = [=] { return this->v * 2; }; f(2); return g(); } };',
    'A a{4}; r[0] = a.go();',
    12,
  ],
  [
    'operator->',
    'struct S { int n; __device__ int f() { return n + 1; } }; struct W { S s; __device__ S *operator->() { return &s; } };',
    'W w; w->n = 5; r[0] = w->f() * 10 + w->n;',
    65,
  ],
  [
    'an object as a condition',
    W,
    'W w{3}, u{1}; int n = 0; if (w) n += 1; if (u) n += 2; if (!u) n += 4; if (w && !u) n += 8; n += w ? 16 : 32; while (w) { w.v -= 1; n += 100; } r[0] = n;',
    129,
  ],
  [
    'an object as a number',
    'struct W { int v; __device__ operator int() const { return v; } };',
    'W w{7}; r[0] = w + 1; if (w) r[0] += 2 * w; switch (w) { case 7: r[0] += 100; }',
    122,
  ],
  [
    'a friend in its class',
    'struct A { int v; friend __device__ A operator+(A a, A b) { return A{a.v + b.v}; } friend __device__ A operator*(int s, const A &a) { return {s * a.v}; } };',
    'A a{2}, b{3}; A c = 2 * a + b; r[0] = c.v;',
    7,
  ],
  [
    'a switch that declares',
    '',
    'switch (int y = r[0] - 2; y) { case 2: r[0] = y + 5; break; default: r[0] = 0; }',
    7,
  ],
];

const MORE_ENUMERATIONS: readonly Case[] = [
  [
    'of equal names',
    'enum class E { X, Y }; enum class F { Y = 5, X = 9 };',
    'r[0] = (int)E::X * 1000 + (int)F::X * 100 + (int)E::Y * 10 + (int)F::Y;',
    915,
  ],
  [
    'of structs',
    'struct S { enum { N = 4 }; }; struct T { enum { N = 8 }; enum class M { A, B = 3 }; };',
    'r[0] = S::N * 100 + T::N * 10 + (int)T::M::B;',
    483,
  ],
  [
    'of templates',
    'template <int A> struct T { enum { value = A * 2 }; };',
    'r[0] = T<3>::value * 10 + T<4>::value;',
    68,
  ],
  [
    'of functions',
    '__device__ int f() { enum { N = 3 }; return N; }',
    'enum { N = 7 }; r[0] = f() * 10 + N;',
    37,
  ],
  ['by an alias', 'enum class Mode { A, B = 6 }; using M = Mode;', 'r[0] = (int)M::B;', 6],
  [
    'in a template argument',
    'enum class Mode { A, B }; template <Mode m> __device__ int f() { if constexpr (m == Mode::B) return 5; else return 3; }',
    'r[0] = f<Mode::A>() * 10 + f<Mode::B>();',
    35,
  ],
  [
    'in a switch',
    'enum class Mode : char { A, B = 3 };',
    'Mode m = Mode::B; switch (m) { case Mode::A: r[0] = 1; break; case Mode::B: r[0] = 2; break; }',
    2,
  ],
];

const ALL = { ENDS, COPIES, VIRTUALS, ENUMERATIONS, MORE_ENUMERATIONS, LISTS, OTHERS };
const CASES = Object.values(ALL).flat();

test('a compiler leaves the same values', () => {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  try {
    const parts = CASES.map(
      ([, before, body], i) => `namespace n${i} { ${before} void k(int *r) { ${body} } }`,
    );
    const calls = CASES.map(
      (_, i) => `{ int r[4] = {4, 4, 4, 4}; n${i}::k(r); printf("%d\\n", r[0]); }`,
    );
    const text = `#include <cstdio>\n#include <cstdint>\n#define __device__\n${parts.join('\n')}\nint main() { ${calls.join('\n')} }`;
    writeFileSync(join(folder, 'all.cpp'), text);
    const compiler = process.env['OVERTIME_CXX'] ?? 'g++';
    execFileSync(compiler, [
      '-std=c++20',
      '-w',
      '-o',
      join(folder, 'all'),
      join(folder, 'all.cpp'),
    ]);
    const said = execFileSync(join(folder, 'all'), { encoding: 'utf8' });
    expect(said.trim().split('\n').map(Number)).toEqual(CASES.map(([, , , leaves]) => leaves));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(Object.entries(ALL))('%s', (_, cases) => {
  it.each(cases)('%s', async (...one) => {
    expect(await statusOf(leaving(one))).toBe('right');
    const [title, before, body, leaves] = one;
    expect(await statusOf(leaving([title, before, body, leaves + 1]))).toBe('wrong');
  });
});

describe('not followed, and said so', () => {
  it.each([
    [
      'an overridden method through a pointer that leads elsewhere',
      VIRTUAL,
      'D d; B c; B *b = &d; b = &c; r[0] = b->f();',
    ],
    [
      'an object without a name inside an expression',
      `${ADD} __device__ int f(const Add &a) { return a.n; }`,
      'r[0] = f(Add(r, 1));',
    ],
    ['one that a loop declares', ADD, 'for (Add a(r, 2); a.n < 4; a.n++) *r += 1;'],
    ['a list with braces left out, of what has defaults', P, 'Q q{1, 2, 3}; r[0] = q.w;'],
    ['a right side that changes its left side', '', 'int y = 3; y += y -= 1; r[0] = y;'],
    ['an array of them', ADD, 'Add v[2] = {Add(r, 1), Add(r, 2)};'],
    [
      'a variable that is returned',
      `${ADD} __device__ Add f(int *r) { Add a(r, 1); return a; }`,
      'Add a = f(r);',
    ],
    [
      'a move',
      'struct A { int x; __device__ A(int v) : x(v) {} __device__ A(const A &o) : x(o.x + 1) {} __device__ A(A &&o) : x(o.x) { o.x = 0; } };',
      'A a(1); A b = a; r[0] = b.x;',
    ],
    [
      'a copy of what has such a member',
      `${COPY} struct W { A a; };`,
      'W v; W w = v; r[0] = w.a.x;',
    ],
    [
      'an overridden method through a parameter',
      `${VIRTUAL} __device__ int f(B *b) { return b->f(); }`,
      'D d; r[0] = f(&d);',
    ],
    [
      'an overridden method of the object itself',
      'struct B { __device__ virtual int f() { return 1; } __device__ int g() { return f(); } }; struct D : B { __device__ int f() override { return 2; } };',
      'D d; r[0] = d.g();',
    ],
  ])('%s', async (title, before, body) => {
    expect(await statusOf(leaving([title, before, body, 4]))).toBe('not-checked');
  });
});
