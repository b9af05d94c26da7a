import { describe, expect, test } from 'vitest';
import { read, runItem } from '../../testing/value-evaluator.ts';
import { builtValues } from '../../testing/value-listing.ts';

/** One item's writes to `out` (of `long`) and `real` (of `double`). */
function results(body: string, before: string, n: number): readonly (number | bigint)[] {
  const text = `#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array out = 16
#pragma tuner array real = 16
#pragma tuner array data = 16
${before}
__kernel void k(__global long *out, __global double *real, __global int *data, int n) {
${body}
}`;
  const memory = runItem(builtValues(text, { WG: 1 }), { n });
  const out = memory.get('out');
  const real = memory.get('real');
  if (out === undefined || real === undefined) throw new Error('no results');
  const last = Math.max(
    -1,
    ...[...body.matchAll(/\b(?:out|real)\[(\d+)\] *=/g)].map(([, i]) => Number(i)),
  );
  return Array.from({ length: last + 1 }, (_, i) =>
    new RegExp(`\\breal\\[${i}\\] *=`).test(body)
      ? read(real, i * 8, 'double')
      : Number(read(out, i * 8, 'long')),
  );
}

type Row = readonly [string, string, readonly number[], string?];

const table = (rows: readonly Row[]): void => {
  test.each(rows.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest }) => {
    const [body, expected, before = ''] = rest;
    expect(results(body, before, 5)).toEqual(expected);
  });
};

describe('vectors', () => {
  table([
    [
      'components by letters and numbers',
      'int4 v = (int4)(1, 2, 3, 4); out[0] = v.y; out[1] = v.s3; out[2] = v.zw.x; out[3] = v.lo.y; out[4] = v.even.y; out[5] = v.hi.x; out[6] = v.odd.x;',
      [2, 4, 3, 2, 3, 3, 2],
    ],
    [
      'swizzles can be assigned to',
      'int4 v = (int4)(1, 2, 3, 4); v.wx = v.xy; v.hi.y += 10; out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = v.w;',
      [2, 2, 3, 11],
    ],
    [
      'literals of parts',
      'int2 p = (int2)(7, 8); int4 v = (int4)(p, n, p.x); int8 w = (int8)(v, v); out[0] = v.y; out[1] = v.z; out[2] = v.w; out[3] = w.s6;',
      [8, 5, 7, 5],
    ],
    ['one for all', 'float4 v = (float4)(2.5f); v *= 2; real[0] = v.w;', [5]],
    [
      'a scalar widened',
      'int3 v = (int3)(1, 2, 3); v = 10 - v; out[0] = v.x; out[1] = v.z;',
      [9, 7],
    ],
    [
      'comparisons make masks',
      'int2 m = (int2)(1, 5) < (int2)(3, 3); out[0] = m.x; out[1] = m.y; char2 c = (char2)(1, 2) == (char2)(1, 3); out[2] = sizeof(c == c); out[3] = c.x; long2 d = (double2)(1.0, 2.0) > 1.5; out[4] = d.y;',
      [-1, 0, 2, -1, -1],
    ],
    [
      'the highest bit of each lane chooses',
      'int2 m = (int2)(-1, 1); int2 r = m ? (int2)(1, 2) : (int2)(3, 4); out[0] = r.x; out[1] = r.y;',
      [1, 4],
    ],
    [
      'lanes are not promoted',
      'uchar2 c = (uchar2)(200, 100); c = c + c; out[0] = c.x; out[1] = c.y; char2 s = (char2)(1, -128); s = s << (char2)(9, 0); out[2] = s.x; short2 h = -(short2)(-32768, 3); out[3] = h.x;',
      [144, 200, 2, -32768],
    ],
    [
      'a scalar stands for each lane',
      'int2 v = (int2)(0, 7); int2 w = 0 || v; out[0] = w.x; out[1] = w.y; w = v ? 3 : 4; out[2] = w.x; out[3] = w.y; w = 0 && v; out[4] = w.y;',
      [0, -1, 4, 4, 0],
    ],
    [
      'not, and, or',
      'int2 v = (int2)(0, 7); int2 w = !v; out[0] = w.x; out[1] = w.y; w = v && (int2)(1, 1); out[2] = w.x; out[3] = w.y; w = v || 0; out[4] = w.y;',
      [-1, 0, 0, -1, -1],
    ],
    [
      'three take the room of four',
      'out[0] = sizeof(float3); int3 a[2]; a[1] = (int3)(4, 5, 6); __private int *p = (__private int *)a; out[1] = p[5]; out[2] = sizeof(a);',
      [16, 5, 32],
    ],
    [
      'loads and stores',
      'for (int i = 0; i < 16; i++) data[i] = i; int4 v = vload4(1, data); out[0] = v.z; vstore2(v.xw, 3, data); out[1] = data[6]; out[2] = data[7]; int3 t = vload3(2, data); out[3] = t.x; __global int4 *q = (__global int4 *)data; q[3].y = 99; out[4] = data[13]; out[5] = q[1].s1;',
      [6, 4, 7, 4, 99, 5],
    ],
    [
      'halves in memory',
      'vstore_half(1.5f, 3, (__global half *)data); real[0] = vload_half(3, (__global half *)data); vstore_half2((float2)(0.25f, -2.0f), 2, (__global half *)data); float2 f = vload_half2(2, (__global half *)data); real[1] = f.y;',
      [1.5, -2],
    ],
    [
      'conversions',
      'float4 f = (float4)(1.7f, -1.7f, 300.0f, 2.5f); int4 i = convert_int4(f); out[0] = i.x; out[1] = i.y; uchar4 c = convert_uchar4_sat(f); out[2] = c.y; out[3] = c.z; int4 r = convert_int4_rte(f); out[4] = r.w; out[5] = convert_int_rtp(1.2f); out[6] = convert_int_rtn(-1.2f); out[7] = convert_char_sat(n * 100);',
      [1, -1, 0, 255, 2, 2, -2, 127],
    ],
    [
      'the same bytes',
      'out[0] = as_int(1.0f); real[1] = as_float(0x40000000); uchar4 b = as_uchar4(0x04030201); out[2] = b.z; out[3] = as_int((short2)(1, 2)); out[4] = as_uint2(1.0).y;',
      [0x3f800000, 2, 3, 0x20001, 0x3ff00000],
    ],
    [
      'geometry',
      'float4 a = (float4)(1, 2, 3, 0), b = (float4)(4, 5, 6, 0); real[0] = dot(a, b); float4 c = cross(a, b); real[1] = c.x; real[2] = c.y; real[3] = length((float2)(3, 4)); real[4] = distance((float2)(1, 1), (float2)(4, 5)); real[5] = normalize((float2)(0, 2)).y;',
      [32, -3, 6, 5, 5, 1],
    ],
    [
      'shuffles',
      'int4 v = (int4)(10, 20, 30, 40); int4 s = shuffle(v, (uint4)(3, 2, 1, n)); out[0] = s.x; out[1] = s.w; int2 t = shuffle2(v, v + 1, (uint2)(0, 7)); out[2] = t.y;',
      [40, 20, 41],
    ],
    [
      'select and its like',
      'out[0] = select(1, 2, n); int2 s = select((int2)(1, 2), (int2)(3, 4), (int2)(-1, 1)); out[1] = s.x; out[2] = s.y; out[3] = bitselect(0x0f, 0xf0, 0x30); out[4] = any((int2)(0, -1)); out[5] = all((int2)(0, -1));',
      [2, 3, 2, 0x3f & ~0x00 & ((0x0f & ~0x30) | (0xf0 & 0x30)), 1, 0],
    ],
    [
      'a lane by its number',
      'int4 v = (int4)(1, 2, 3, 4); out[0] = v[2]; out[1] = v[n - 4]; v[1] = 9; out[2] = v.y;',
      [3, 2, 9],
    ],
  ]);
});

describe('built-in functions', () => {
  table([
    [
      'of integers',
      'out[0] = abs(-5); out[1] = abs_diff(-3, 4); out[2] = add_sat((char)100, (char)100); out[3] = sub_sat(3u, 5u); out[4] = hadd(7, 8); out[5] = rhadd(7, 8); out[6] = mul_hi(0x40000000, 16); out[7] = mad_hi(0x40000000, 16, 3); out[8] = rotate(0x80000001u, 4u); out[9] = clz(1u); out[10] = popcount((uchar)255); out[11] = ctz(8); out[12] = mul24(-3, 4); out[13] = mad24(2, 3, 4); out[14] = upsample((ushort)1, (ushort)2); out[15] = clz((uchar)1);',
      [5, 7, 127, 0, 7, 8, 4, 7, 0x18, 31, 8, 3, -12, 10, 65538, 7],
    ],
    [
      'that saturate after a wide product',
      'out[0] = mad_sat(0xFFFFFFFFu, 0xFFFFFFD8u, 1u); out[1] = mad_sat(0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu); out[2] = mad_sat(-2147483647 - 1, 2, -1); out[3] = mad_sat(65536, 65536, -9); out[4] = mad_sat((char)9, (char)-9, (char)5); out[5] = mad_sat((ushort)300, (ushort)300, (ushort)1); out[6] = mul_hi(0xFFFFFFFFu, 0xFFFFFFFFu);',
      [4294967295, 4294967295, -2147483648, 2147483647, -76, 65535, 4294967294],
    ],
    [
      'min, max, clamp',
      'out[0] = min(3, -4); out[1] = max(3u, 0xffffffffu); out[2] = clamp(n, 0, 3); real[3] = max(1.5f, 2.5f); real[4] = clamp(0.5f, 1.0f, 2.0f); int2 v = max((int2)(1, 5), 3); out[5] = v.x + v.y; out[6] = min(get_local_size(0), (size_t)9);',
      [-4, 0xffffffff, 3, 2.5, 1, 8, 1],
    ],
    [
      'common ones',
      'real[0] = mix(1.0f, 3.0f, 0.5f); real[1] = step(2.0f, 1.0f); real[2] = smoothstep(0.0f, 1.0f, 0.5f); real[3] = sign(-3.0f); real[4] = mad(2.0f, 3.0f, 4.0f); real[5] = fma(2.0, 3.0, 4.0); real[6] = rsqrt(4.0f); real[7] = native_divide(1.0f, 4.0f); real[8] = pown(2.0f, 3); real[9] = fdim(1.0f, 3.0f); real[10] = ldexp(1.5f, 3); real[11] = half_recip(8.0f);',
      [2, 0, 0.5, -1, 10, 10, 0.5, 0.25, 8, 0, 12, 0.125],
    ],
    [
      'two results',
      'float w; real[0] = fract(2.25f, &w); real[1] = w; float m; real[2] = modf(-2.5f, &m); real[3] = m; int e; real[4] = frexp(10.0f, &e); out[5] = e; float c; real[6] = sincos(0.0f, &c); real[7] = c;',
      [0.25, 2, -0.5, -2, 0.625, 4, 0, 1],
    ],
    [
      'tests',
      'out[0] = isnan(NAN); out[1] = isinf(INFINITY); out[2] = isfinite(1.0f); out[3] = isequal(1.0f, 1.0f); out[4] = signbit(-1.0f); int2 t = isless((float2)(1, 2), (float2)(2, 1)); out[5] = t.x; out[6] = t.y; out[7] = isnormal(1e-30f); out[8] = isunordered(1.0f, NAN);',
      [1, 1, 1, 1, 1, -1, 0, 1, 1],
    ],
    [
      'constants',
      'out[0] = INT_MAX; out[1] = UCHAR_MAX; real[2] = FLT_EPSILON; real[3] = M_PI; out[4] = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE; out[5] = LONG_MIN < 0; out[6] = true;',
      [2147483647, 255, 2 ** -23, Math.PI, 3, 1, 1],
    ],
    [
      'atomics',
      'data[0] = 5; out[0] = atomic_add(&data[0], 3); out[1] = data[0]; out[2] = atomic_cmpxchg(data, 8, 1); out[3] = data[0]; out[4] = atomic_max(data, 7); out[5] = atomic_xchg(data, 2); atomic_dec(data); out[6] = data[0]; out[7] = atom_or(data, 6); out[8] = *data;',
      [5, 8, 8, 1, 1, 7, 1, 1, 7],
    ],
    [
      'atomics of OpenCL 2.0',
      '__global atomic_int *a = (__global atomic_int *)data; atomic_init(a, 4); out[0] = atomic_fetch_add_explicit(a, 2, memory_order_relaxed, memory_scope_device); int e = 6; out[1] = atomic_compare_exchange_strong(a, &e, 9); out[2] = atomic_load(a); e = 1; out[3] = atomic_compare_exchange_weak(a, &e, 0); out[4] = e; atomic_store(a, 3); out[5] = atomic_exchange(a, 1);',
      [4, 1, 9, 0, 9, 3],
    ],
    [
      'of the item',
      'out[0] = get_global_id(0); out[1] = get_work_dim(); out[2] = get_num_groups(1); out[3] = get_global_size(0); out[4] = get_local_id(n) ; out[5] = get_local_size(n); out[6] = get_local_linear_id();',
      [0, 1, 1, 1, 0, 1, 0],
    ],
  ]);
});

const STRUCTS = `typedef struct { int x; char c; float4 v; } Whole;
struct Node { int value; struct Node *next; };
union Bits { float f; uint u; uchar b[4]; };
typedef int Row[3];
enum Kind { A, B = 5, C };
__constant int TABLE[] = {1, 2, 3 * 4, WG + 1};
__constant float2 PAIRS[2] = {(float2)(1, 2), {3, 4}};
__constant int LIMIT = 7;
Whole make(int x) { Whole w; w.x = x; w.c = 'q'; w.v = (float4)(x); return w; }
int total(const Row rows[2]) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += rows[i][j]; return s; }
void put(int *at, int value) { *at = value; }
typedef struct { __global int *data; int n; } View;
int last(View v) { return v.data[v.n - 1]; }
`;

describe('types', () => {
  table([
    [
      'a known condition chooses in the common type',
      'int s = -12; ulong u = 5; char c = -1; uint w = 1; out[0] = ((1 ? s : u) / 2) > 1000; out[1] = (1 ? c : w) > 1; out[2] = sizeof(1 ? c : w);',
      [1, 1, 4],
    ],
    [
      'structs',
      'Whole w = {1, 2, (float4)(3)}; Whole u = w; u.x = 9; out[0] = w.x; out[1] = u.c; real[2] = u.v.w; out[3] = sizeof(Whole); Whole m = make(n); out[4] = m.x; out[5] = make(4).c; real[6] = make(2).v.y;',
      [1, 2, 3, 32, 5, 113, 2],
      STRUCTS,
    ],
    [
      'structs that are chosen',
      'Whole a = {1}, b = {2}; Whole c = n > 3 ? a : b; c.x += 10; out[0] = c.x; out[1] = a.x; c = n > 5 ? c : make(n > 3 ? 7 : 8); out[2] = c.x; out[3] = (n > 3 ? b : a).x; for (int i = 0; i < 3; i++) a = (i & 1 ? b : a).x > 1 ? a : b; out[4] = a.x;',
      [11, 1, 7, 2, 2],
      STRUCTS,
    ],
    [
      'structs that point to each other',
      'struct Node a = {1, 0}, b = {2, &a}; b.next->value = 7; out[0] = a.value; out[1] = a.next == 0; struct Node *p = &b; p = p->next; out[2] = p->value; out[3] = sizeof(struct Node);',
      [7, 1, 7, 16],
      STRUCTS,
    ],
    [
      'structs that hold pointers',
      'for (int i = 0; i < 8; i++) data[i] = i * i; View v = {data, 3}, w = v; w.data += 4; out[0] = last(v); out[1] = last(w); __global int *p[2] = {data, w.data}; out[2] = p[1][1] + *p[0]; w.data[0] = 7; out[3] = data[4];',
      [4, 36, 25, 7],
      STRUCTS,
    ],
    [
      'unions',
      'union Bits b; b.f = 1.0f; out[0] = b.u; out[1] = b.b[3]; union Bits c = {2.0f}; real[2] = c.f;',
      [0x3f800000, 0x3f, 2],
      STRUCTS,
    ],
    [
      'typedefs of arrays',
      'Row rows[2] = {{1, 2, 3}, {4}}; out[0] = total(rows); out[1] = sizeof(Row); Row *p = rows; out[2] = p[1][0]; int (*q)[3] = rows; q++; out[3] = (*q)[0]; out[4] = ((int (*)[3])q)[0][1];',
      [10, 12, 4, 4, 0],
      STRUCTS,
    ],
    [
      'enumerators and constants',
      'enum Kind k = C; out[0] = k; out[1] = TABLE[2]; out[2] = TABLE[3]; out[3] = sizeof(TABLE) / sizeof(TABLE[0]); real[4] = PAIRS[1].x; out[5] = LIMIT * 2; int a[LIMIT]; out[6] = sizeof(a);',
      [6, 12, 2, 4, 3, 14, 28],
      STRUCTS,
    ],
    [
      'initialisers that name their parts',
      'Whole w = {.c = 3, .x = 4}; out[0] = w.c; out[1] = w.x; int a[5] = {[2] = 7, 8, [0] = 1}; out[2] = a[0]; out[3] = a[1]; out[4] = a[3]; Whole z = (Whole){.x = 6}; out[5] = z.x; real[6] = z.v.x;',
      [3, 4, 1, 0, 8, 6, 0],
      STRUCTS,
    ],
    [
      'initialisers without inner braces',
      'int a[2][2] = {1, 2, 3}; out[0] = a[1][0]; out[1] = a[1][1]; struct { int p; int q[2]; } s[2] = {1, 2, 3, 4}; out[2] = s[0].q[1]; out[3] = s[1].p; out[4] = s[1].q[1]; int c[] = {1, 2, 3}; out[5] = sizeof(c);',
      [3, 0, 3, 4, 0, 12],
    ],
    [
      'pointers',
      'int a[4] = {1, 2, 3, 4}; int *p = a + 1; out[0] = *p++; out[1] = *p; out[2] = p - a; out[3] = p[-1]; out[4] = 2[a]; int x = 5; put(&x, 8); out[5] = x; int **pp = &p; **pp = 20; out[6] = a[2]; out[7] = p > a; out[8] = !p; out[9] = *(int *)((char *)a + 12); uchar *b = (uchar *)&x; out[10] = b[0];',
      [2, 3, 2, 2, 3, 8, 20, 1, 0, 4, 8],
      STRUCTS,
    ],
    [
      'widths and signs',
      'uchar c = 250; for (int i = 0; i < 10; i++) c++; out[0] = c; out[1] = (uchar)(n * 100); int m = 0xFFFFFFFF; out[2] = m; out[3] = (short)40000; out[4] = -1 < 0u; out[5] = (char)200 >> 1; out[6] = 1 << 33; out[7] = (uint)-1 >> 28; bool b = 7; out[8] = b + b; out[9] = sizeof(1L) + sizeof(1.0f) + sizeof((char)1 + (char)1); out[10] = 5 / -2; out[11] = -5 % 3; out[12] = get_local_id(0) - 1 > 0;',
      [4, 244, -1, -25536, 0, -28, 2, 15, 2, 16, -2, -2, 1],
    ],
    [
      'numbers of type half',
      'half h = 1.5h; out[0] = sizeof(2.h) + sizeof(.5e1H); real[1] = h * 2.0h; real[2] = -0.25h; out[3] = sizeof(1.0f);',
      [4, 3, -0.25, 4],
    ],
    [
      'casts of signs',
      'out[0] = (3 * (uint)-1) == 4294967293u; out[1] = n - (long)-2 * 3; out[2] = 10 / (small)-2 + 1; int x = 6; int *p = &x; out[3] = 2 * (uint)*p; out[4] = sizeof(uint) - 1; out[5] = 7 % (uint)+4; out[6] = (ulong)&x == (ulong)p; out[7] = (uint)-x > 5;',
      [1, 11, -4, 12, 3, 3, 1, 1],
      'typedef short small;',
    ],
    [
      'floats',
      'float f = 16777216.0f; f += 1.0f; real[0] = f; real[1] = 0.1f; real[2] = 0.1; double d = 1.0f / 3; real[3] = d; real[4] = 1 / 2 + 1.0 / 2; out[5] = (int)-1.9f; out[6] = (uint)3.99; real[7] = (float)16777217; out[8] = 0.1f == 0.1; real[9] = 0x1.8p1f;',
      [16777216, Math.fround(0.1), 0.1, Math.fround(1 / 3), 0.5, -1, 3, 16777216, 0, 3],
    ],
  ]);
});

describe('statements', () => {
  table([
    [
      'goto',
      'int i = 0; again: i++; if (i < n) goto again; out[0] = i; goto end; out[0] = 99; end: out[1] = 1;',
      [5, 1],
    ],
    [
      'switch with fall-through',
      'int s = 0; for (int i = 0; i < 5; i++) switch (i) { case 0: s += 1; case 1: s += 10; break; default: s += 100; case 3: { s += 1000; } } out[0] = s;',
      [1 + 10 + 10 + 100 + 1000 + 1000 + 100 + 1000],
    ],
    [
      'a variable before the first case',
      'int s = 0; for (int i = 0; i < 3; i++) switch (i) { int t = 5; s += 99; case 0: t = 1; s += t; break; default: t = 10 * i; s += t; } out[0] = s;',
      [31],
    ],
    [
      'continue, break and return in helpers',
      'out[0] = first(n); out[1] = first(100);',
      [6, -1],
      'int first(int n) { for (int i = 0; i < 50; i++) { if (i % 2) continue; if (i > n) return i; } return -1; }',
    ],
    [
      'short circuit',
      'int i = 0; if (n > 9 && i++) i = 50; out[0] = i; int z = 0; out[1] = z != 0 && n / z > 1; out[2] = n || n / z; out[3] = (i++, i++, i);',
      [0, 0, 1, 2],
    ],
    [
      'from left to right',
      'int i = 1; int a[4] = {0}; a[i++] = i; out[0] = a[1]; i = 5; out[1] = i + i++; i = 5; out[2] = i++ * 10 + i; int j = i += 2; out[3] = j; int k = 3; k += k++ + 1; out[4] = k; a[2] = 4; i = 2; a[i] += i++; out[5] = a[2];',
      [2, 10, 56, 8, 3 + 4, 6],
    ],
    [
      'arguments and recursion of calls',
      'out[0] = twice(twice(twice(n))); out[1] = twice(1) + twice(2) * twice(3); out[2] = pick(twice(1), twice(2), 0);',
      [40, 26, 4],
      'int twice(int x) { return 2 * x; } int pick(int a, int b, bool first) { return first ? a : b; }',
    ],
    [
      'shadowed names',
      'int x = 1; { int x = 2; x++; out[0] = x; } out[1] = x; for (int x = 7; x < 8; x++) out[2] = x; out[3] = x;',
      [3, 1, 7, 1],
    ],
    [
      'static costs of what is known',
      'if (WG == 1) out[0] = 1; else mystery(); out[1] = WG > 1 ? mystery() : 2;',
      [1, 2],
    ],
  ]);
});
