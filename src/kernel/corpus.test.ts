import { describe, expect, test } from 'vitest';
import { kernel, outline, parser } from '../testing/kernels.ts';

/** Shapes from public repositories: `model`, or the first error's code and text. */
const CORPUS: readonly (readonly [name: string, text: string, outcome: string])[] = [
  [
    'vector addition',
    '__kernel void add(__global const float *a, __global const float *b, __global float *c) { int i = get_global_id(0); c[i] = a[i] + b[i]; }',
    'model',
  ],
  [
    'saxpy with a guard',
    '__kernel void saxpy(const uint n, const float alpha, __global const float *restrict x, __global float *restrict y) { const size_t i = get_global_id(0); if (i < n) y[i] = alpha * x[i] + y[i]; }',
    'model',
  ],
  [
    'grid stride loop',
    kernel('for (uint i = get_global_id(0); i < size; i += get_global_size(0)) f[i] *= 2.0f;'),
    'model',
  ],
  [
    'matrix multiplication',
    '#pragma tuner param WG = {4}\n#pragma tuner local_size WG, WG\n#pragma tuner items 16, 16\n#pragma tuner value N = 16\n__kernel void mm(const int M, const int N, const int K, __global float *A, __global float *B, __global float *C) { int r = get_global_id(0); int c = get_global_id(1); float acc = 0.0f; for (int k = 0; k < N; k++) acc += A[k * M + r] * B[c * K + k]; C[c * M + r] = acc; }',
    'model',
  ],
  [
    'matrix multiplication without dimensions',
    '__kernel void mm(__global float *A) { A[get_global_id(1) * 4 + get_global_id(0)] = 0; }',
    'model',
  ],
  [
    'tiles as macros',
    '#define TILE 16\n#pragma tuner local_size TILE, TILE\n#pragma tuner items 64, 64\n__kernel void t(__global float *a) { __local float tile[TILE][TILE + 1]; int x = get_local_id(0), y = get_local_id(1); tile[y][x] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = tile[x][y]; }',
    'model',
  ],
  [
    'two barriers in a loop',
    kernel(
      'for (int t = 0; t < 8; t++) { l[get_local_id(0)] = a[t]; barrier(CLK_LOCAL_MEM_FENCE); for (int k = 0; k < WG; k++) a[0] += l[k]; barrier(CLK_LOCAL_MEM_FENCE); }',
    ),
    'model',
  ],
  [
    'Mandelbrot',
    kernel(
      'float zr = 0, zi = 0; int i; for (i = 0; i < 100 && zr * zr + zi * zi < 4.0f; i++) { float t = zr * zr - zi * zi + x; zi = 2 * zr * zi; zr = t; } a[get_global_id(0)] = i;',
    ),
    'model',
  ],
  [
    'Mandelbrot with stores',
    kernel('float z = x; for (int i = 0; i < 100 && z < 4.0f; i++) { z = z * z; a[i] = 1; }'),
    'unknown-trip-count: for (int i = 0; i < 100 && z < 4.0f; i++)',
  ],
  [
    'linear search',
    kernel('int i = 0; while (i < n && a[i] != 7) i++; a[0] = i;'),
    'unknown-trip-count: while (i < n && a[i] != 7)',
  ],
  [
    'bitonic step',
    kernel(
      'for (int k = 2; k <= WG; k <<= 1) for (int j = k >> 1; j > 0; j >>= 1) { int ixj = get_local_id(0) ^ j; if (ixj > get_local_id(0)) { int p = l[get_local_id(0)], q = l[ixj]; if ((get_local_id(0) & k) == 0 && p > q) { l[get_local_id(0)] = q; l[ixj] = p; } } barrier(CLK_LOCAL_MEM_FENCE); }',
    ),
    'model',
  ],
  [
    'Blelloch scan',
    kernel(
      'int t = get_local_id(0); int o = 1; for (int d = WG >> 1; d > 0; d >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (t < d) { int ai = o * (2 * t + 1) - 1; int bi = o * (2 * t + 2) - 1; l[bi] += l[ai]; } o *= 2; } if (t == 0) l[WG - 1] = 0; for (int d = 1; d < WG; d *= 2) { o >>= 1; barrier(CLK_LOCAL_MEM_FENCE); if (t < d) { int ai = o * (2 * t + 1) - 1; int bi = o * (2 * t + 2) - 1; int x1 = l[ai]; l[ai] = l[bi]; l[bi] += x1; } }',
    ),
    'model',
  ],
  [
    'vector types and swizzles',
    kernel(
      'float4 p = v[get_global_id(0)]; p.xy = p.yx * 2.0f; p.s3 = dot(p, (float4)(1.0f, 0, 0, 0)); v[get_global_id(0)] = p.wzyx;',
    ),
    'model',
  ],
  [
    'N-body',
    kernel(
      'float4 me = v[get_global_id(0)]; float3 acc = (float3)(0.0f, 0.0f, 0.0f); for (int j = 0; j < size; j++) { float4 d = v[j] - me; float inv = rsqrt(d.x * d.x + d.y * d.y + 1e-9f); acc += d.xyz * inv; } v[get_global_id(0)].xyz = acc;',
    ),
    'model',
  ],
  [
    'histogram with atomics',
    kernel(
      'atomic_inc(&l[a[get_global_id(0)] & 255]); barrier(CLK_LOCAL_MEM_FENCE); atomic_add(a + get_local_id(0), l[get_local_id(0)]);',
    ),
    'model',
  ],
  [
    'helper with a loop',
    kernel(
      'f[0] = horner(f, 8, x);',
      'float horner(__global const float *c, int k, float y) { float r = 0; for (int i = k - 1; i >= 0; --i) r = r * y + c[i]; return r; }',
    ),
    'model',
  ],
  [
    'helper that returns from a loop',
    kernel(
      'a[0] = find(a);',
      'int find(__global int *p) { for (int i = 0; i < 8; i++) if (p[i] == 3) return i; return -1; }',
    ),
    'unknown-trip-count: for (int i = 0; i < 8; i++)',
  ],
  [
    'helper with two results',
    kernel(
      'int lo, hi; split(9, &lo, &hi); for (int i = lo; i < hi; i++) a[i] = 0;',
      'void split(int m, int *lo, int *hi) { *lo = m / 3; *hi = m; }',
    ),
    'model',
  ],
  [
    'recursion',
    kernel('a[0] = fib(n);', 'int fib(int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }'),
    'recursion: fib(k - 1)',
  ],
  [
    'mutual recursion',
    kernel(
      'even(n);',
      'void odd(int k);\nvoid even(int k) { odd(k); }\nvoid odd(int k) { even(k); }',
    ),
    'recursion: even(k)',
  ],
  ['goto', kernel('again: a[0]++; goto again;'), 'unsupported: goto again;'],
  ['a function nobody wrote', kernel('a[0] = mystery(a[1]);'), 'unknown-call: mystery'],
  ['a pointer to a function', kernel('int (*fp)(int) = 0; a[0] = fp(2);'), 'unsupported: fp'],
  [
    'a call through an expression',
    kernel('(x > 0 ? foo : bar)(1);', 'void foo(int i); void bar(int i);'),
    'unsupported-call: x > 0 ? foo : bar',
  ],
  [
    'a pointer from memory',
    '__kernel void k(__global float **p) { p[0][1] = 2.0f; }',
    'unknown-pointer: p[0]',
  ],
  [
    'pointers in private arrays',
    kernel('__global int *p[2]; p[0] = a; p[0][1] = 3;'),
    'unknown-pointer: p[0]',
  ],
  [
    'a pointer that walks',
    kernel(
      '__global int *p = a + get_global_id(0) * 4; for (int i = 0; i < 4; ++i) *p++ = i; p[-1] += 2;',
    ),
    'model',
  ],
  [
    'casts of pointers',
    kernel(
      '__global float4 *w = (__global float4 *)f; w[get_global_id(0)] = (float4)(1.0f); *(__local char *)l = 3;',
    ),
    'model',
  ],
  [
    'structures',
    kernel(
      '__global P *p = (__global P *)a; p[0].pos.x += p[1].mass; p->mass = 2.0f; P q = p[2]; q.mass = 1.0f; p[2] = q;',
      'typedef struct { float2 pos; float mass; } P;',
    ),
    'model',
  ],
  [
    'images',
    '__kernel void blur(read_only image2d_t src, write_only image2d_t dst, sampler_t s) { int2 at = (int2)(get_global_id(0), 0); float4 sum = (float4)(0.0f); for (int i = -1; i <= 1; i++) sum += read_imagef(src, s, at + (int2)(i, 0)); write_imagef(dst, at, sum / 3.0f); }',
    'model',
  ],
  [
    'async copies',
    kernel(
      'event_t e = async_work_group_copy(l, a + get_group_id(0) * WG, WG, 0); wait_group_events(1, &e); a[get_global_id(0)] = l[WG - 1 - get_local_id(0)];',
    ),
    'model',
  ],
  [
    'an async copy of unknown length',
    kernel('async_work_group_copy(l, a, n, 0);'),
    'unknown-copy: async_work_group_copy(l, a, n, 0)',
  ],
  [
    'switch with fall through',
    kernel(
      'switch (get_local_id(0) & 3) { case 0: case 1: l[0] = 1; case 2: a[1] = 1; break; default: return; } a[2] = 1;',
    ),
    'model',
  ],
  [
    'a barrier that data decides',
    kernel('if (a[0] > 0) { l[0] = 1; barrier(CLK_LOCAL_MEM_FENCE); }'),
    'data-dependent-barrier: if (a[0] > 0)',
  ],
  [
    'a barrier that an argument decides',
    kernel('if (n) barrier(CLK_LOCAL_MEM_FENCE);'),
    'data-dependent-barrier: if (n)',
  ],
  [
    'macros of statements and types',
    kernel(
      'LOOP(i, 4) { REAL t = f[i]; f[i] = SQUARE(t) + MAD(t, 2, 1); }',
      '#define REAL float\n#define SQUARE(x) ((x) * (x))\n#define MAD(a, b, c) mad((REAL)a, (REAL)b, (REAL)c)\n#define LOOP(v, n) for (int v = 0; v < (n); v++)',
    ),
    'model',
  ],
  [
    'a macro over several lines',
    kernel(
      'STEP(a, 3)',
      '#define STEP(p, i) \\\n  do { \\\n    p[i] += p[i + 1]; \\\n  } while (0)'
        .replace('do {', 'if (1) {')
        .replace('} while (0)', '}'),
    ),
    'model',
  ],
  ['do while zero', kernel('INC(a[2]);', '#define INC(x) do { x++; } while (0)'), 'model'],
  [
    'conditional compilation',
    kernel(
      '#ifdef USE_LOCAL\n l[0] = 1;\n#elif defined(OTHER) && OTHER > 2\n a[0] = 1;\n#else\n oops();\n#endif',
      '#define OTHER 3\n#include "helper.h"',
    ),
    'model',
  ],
  [
    'unrolled with a pragma',
    kernel('#pragma unroll 4\nfor (int i = 0; i < 16; i++) f[i] = 0;'),
    'model',
  ],
  [
    'constant tables',
    kernel(
      'for (int i = 0; i < TAPS; i++) f[0] += taps[i] * f[i];',
      '__constant float taps[] = {1.0f, 2.0f};\n__constant int TAPS = 2;\nenum { RED, GREEN = 3 };',
    ),
    'model',
  ],
  [
    'break at the end',
    kernel('int i = 0; while (1) { a[i] = 0; i++; if (i >= 7) break; }'),
    'model',
  ],
  ['an undeclared name', kernel('a[idx] = 1;'), 'unknown-name: idx'],
  ['a missing semicolon', kernel('int i = 4\n a[i] = 1;'), 'syntax: 4'],
  ['a missing semicolon after an assignment', kernel('n = 4\n a[0] = 1;'), 'syntax: 4'],
  ['a missing parenthesis', kernel('for (int i = 0; i < 4; i++ { a[i] = 1; }'), 'syntax: ('],
  ['a missing brace', '__kernel void k(__global int *a) { if (1) { a[0] = 1; }', 'syntax: {'],
  ['a missing operand', kernel('n = n +;'), 'syntax: +'],
  ['an open comment', '__kernel void k() { } /* and', 'syntax: /*'],
  ['no kernel', 'void f() { }', 'no-kernel: v'],
  ['nothing', '', 'no-kernel: '],
  ['prose', 'Dear reader, this is not a kernel.', 'syntax: '],
];

describe('kernels of public shape', () => {
  test.each(CORPUS)('%s', (_, text, outcome) => {
    const result = parser.lower(text);
    const error = result.diagnostics.find(({ severity }) => severity === 'error');
    const got =
      error === undefined
        ? 'model'
        : `${error.code}: ${text.slice(error.span.start, error.span.end)}`;
    if (outcome.endsWith(': ')) expect(got).toContain(outcome);
    else expect(got).toBe(outcome);
    expect(result.ok).toBe(outcome === 'model');
    if (result.ok) expect(outline(result.value)).toBeDefined();
    if (error !== undefined && error.code !== 'syntax') expect(error.message).toMatch(/\.$/);
  });

  test('there are enough of them', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(30);
  });
});
