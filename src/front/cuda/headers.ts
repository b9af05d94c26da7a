import type { Appended, Includes } from '../includes.ts';
import { COPIES } from './async.ts';
import { ATOMIC } from './atomic-objects.ts';
import { COMPLEX, HIP_COMPLEX, OWN_COMPLEX } from './complex.ts';
import { cub } from './cub.ts';
import { COALESCED_GROUP } from './groups.ts';
import { HELPER_MATH } from './helper-math.ts';
import { OWN_INTRINSICS } from './intrinsics.ts';
import { random } from './random.ts';
import { ARRAY } from './std-array.ts';

/** Headers and intrinsics of CUDA in C++ (CUDA Math API Reference; cuComplex.h). */

/** Bits of a lane, by the number of lanes in a word. */
const LANES = { 2: 16, 4: 8 } as const;

/** The result of a lane of `x` and `y`. */
const UNSIGNED: Readonly<Record<string, string>> = {
  vadd: 'x + y',
  vsub: 'x - y',
  vavgu: '(x + y + 1) >> 1',
  vmaxu: 'x > y ? x : y',
  vminu: 'x < y ? x : y',
  vabsdiffu: 'x > y ? x - y : y - x',
  vaddus: 'x + y > MOST ? MOST : x + y',
  vsubus: 'x > y ? x - y : 0',
  vcmpeq: 'x == y ? MOST : 0',
  vcmpne: 'x != y ? MOST : 0',
  vcmpgtu: 'x > y ? MOST : 0',
  vcmpgeu: 'x >= y ? MOST : 0',
  vcmpltu: 'x < y ? MOST : 0',
  vcmpleu: 'x <= y ? MOST : 0',
};

const SIGNED: Readonly<Record<string, string>> = {
  vmaxs: 'x > y ? x : y',
  vmins: 'x < y ? x : y',
  vabsdiffs: 'x > y ? x - y : y - x',
  vaddss: 'x + y > HALF - 1 ? HALF - 1 : x + y < -HALF ? -HALF : x + y',
  vsubss: 'x - y > HALF - 1 ? HALF - 1 : x - y < -HALF ? -HALF : x - y',
  vcmpgts: 'x > y ? MOST : 0',
  vcmpges: 'x >= y ? MOST : 0',
  vcmplts: 'x < y ? MOST : 0',
  vcmples: 'x <= y ? MOST : 0',
};

const DEVICE = 'static __device__ __forceinline__';

/** A lane of a word as an `int`, from its lowest bit on. */
const laneOf = (word: string, from: string, bits: number, isSigned: boolean): string =>
  isSigned
    ? `((int)(${word} << (${32 - bits} - (${from}))) >> ${32 - bits})`
    : `(int)((${word} >> (${from})) & ${2 ** bits - 1}u)`;

/** A function of two words that takes them lane by lane.
 * @param step what a lane `x` of one and `y` of the other do to the result `r` */
function ofLanes(name: string, lanes: 2 | 4, step: string, isSigned: boolean): [string, string] {
  const bits = LANES[lanes];
  const text = `${DEVICE} unsigned int ${name}(unsigned int a, unsigned int b) {
  unsigned int r = 0;
  for (int i = 0; i < 32; i += ${bits}) {
    int x = ${laneOf('a', 'i', bits, isSigned)};
    int y = ${laneOf('b', 'i', bits, isSigned)};
    ${step}
  }
  return r;
}`;
  return [name, text];
}

const lanewise = (name: string, result: string, isSigned: boolean): [string, string][] =>
  ([2, 4] as const).map((lanes) => {
    const most = 2 ** LANES[lanes] - 1;
    const half = 2 ** (LANES[lanes] - 1);
    const body = result.replaceAll('MOST', String(most)).replaceAll('HALF', String(half));
    const step = `r |= ((unsigned int)(${body}) & ${most}u) << i;`;
    return ofLanes(`__${name}${lanes}`, lanes, step, isSigned);
  });

/** Sums over lanes of absolute differences. */
const sumsOfDifferences = (name: string, isSigned: boolean): [string, string][] =>
  ([2, 4] as const).map((lanes) =>
    ofLanes(`${name}${lanes}`, lanes, 'r += x > y ? x - y : y - x;', isSigned),
  );

const reversed = (name: string, type: string, bits: number): [string, string] => [
  name,
  `${DEVICE} ${type} ${name}(${type} a) {
  ${type} r = 0;
  for (int i = 0; i < ${bits}; i++) r |= ((a >> i) & 1) << (${bits - 1} - i);
  return r;
}`,
];

/** Both words as one, shifted. */
const funnelled = (name: string, side: 'l' | 'r', amount: string): [string, string] => [
  name,
  `${DEVICE} unsigned int ${name}(unsigned int lo, unsigned int hi, unsigned int shift) {
  unsigned long long both = ((unsigned long long)hi << 32) | lo;
  unsigned int s = ${amount};
  return (unsigned int)(${side === 'l' ? '(both << s) >> 32' : 'both >> s'});
}`,
];

/** Products of as many lanes of `a` as of bytes of `b`, summed up to a third word. */
const dot = (name: string, lanes: 2 | 4, from: number): [string, string] => [
  name,
  (['int', 'unsigned int'] as const)
    .map((type) => {
      const isSigned = type === 'int';
      const x = laneOf('a', `${LANES[lanes]} * i`, LANES[lanes], isSigned);
      const y = laneOf('b', `${from} + 8 * i`, 8, isSigned);
      return `${DEVICE} ${type} ${name}(${type} a, ${type} b, ${type} c) {
  for (int i = 0; i < ${lanes}; i++) c += ${x} * ${y};
  return c;
}`;
    })
    .join('\n'),
];

/** Functions that are there without a header, by name. */
/** Sums of a tile's lanes up to each, with its own or without. */
function scanOfGroup(name: string, result: string): [string, string] {
  return [
    name,
    `template <typename G, typename T> ${DEVICE} T ${name}(const G &g, T v) {
  T sum = v;
  for (unsigned int i = 1; i < g.size(); i *= 2) {
    T o = g.shfl_up(sum, i);
    if (g.thread_rank() >= i) sum = o + sum;
  }
  T before = g.shfl_up(sum, 1);
  return ${result};
}`,
  ];
}

const INTRINSICS: ReadonlyMap<string, string> = new Map([
  ...OWN_INTRINSICS,
  ...Object.entries(UNSIGNED).flatMap(([name, result]) => lanewise(name, result, false)),
  ...Object.entries(SIGNED).flatMap(([name, result]) => lanewise(name, result, true)),
  ...sumsOfDifferences('__vsadu', false),
  ...sumsOfDifferences('__vsads', true),
  dot('__dp4a', 4, 0),
  dot('__dp2a_lo', 2, 0),
  dot('__dp2a_hi', 2, 16),
  reversed('__brev', 'unsigned int', 32),
  reversed('__brevll', 'unsigned long long', 64),
  funnelled('__funnelshift_l', 'l', 'shift & 31'),
  funnelled('__funnelshift_r', 'r', 'shift & 31'),
  funnelled('__funnelshift_lc', 'l', 'shift < 32 ? shift : 32'),
  funnelled('__funnelshift_rc', 'r', 'shift < 32 ? shift : 32'),
  [
    '__byte_perm',
    `${DEVICE} unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  unsigned long long both = ((unsigned long long)y << 32) | x;
  unsigned int r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned int chosen = (s >> (4 * i)) & 15;
    unsigned int byte = (unsigned int)(both >> (8 * (chosen & 7))) & 255;
    r |= (chosen & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
  }
  return r;
}`,
  ],
  [
    'memcpy',
    `${DEVICE} void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
  return to;
}`,
  ],
  [
    'memset',
    `${DEVICE} void *memset(void *to, int value, size_t n) {
  for (size_t i = 0; i < n; i++) ((unsigned char *)to)[i] = (unsigned char)value;
  return to;
}`,
  ],
  ['coalesced_threads', COALESCED_GROUP],
  scanOfGroup('inclusive_scan', 'sum'),
  scanOfGroup('exclusive_scan', 'g.thread_rank() == 0 ? T(0) : before'),
  [
    '__match_all_sync',
    `template <typename T> ${DEVICE} unsigned int __match_all_sync(unsigned int mask, T value, int *isSame) {
  *isSame = __match_any_sync(mask, value) == mask;
  return *isSame ? mask : 0u;
}`,
  ],
  [
    '__usad',
    `${DEVICE} unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}`,
  ],
]);

const OPERATORS = ['+', '-', '*', '/'] as const;
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='] as const;
const NAMED = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' } as const;
const COMPARED = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '==': 'eq', '!=': 'ne' } as const;
const B = '__nv_bfloat16';
const OF_BFLOATS = 'exp exp2 log log2 log10 sqrt rsqrt sin cos tanh floor ceil rint trunc'.split(
  ' ',
);

/** The upper half of a float, rounded to the nearest, ties to even. Of wider numbers a bit stands for all that a
 * float leaves out, so that they are rounded once. */
const BFLOAT16 = `#pragma once
struct ${B} {
  unsigned short x;
  __device__ ${B}() {}
  __device__ ${B}(float f) {
    unsigned int bits = __float_as_uint(f);
    x = (bits & 0x7fffffffu) > 0x7f800000u
      ? 0x7fff
      : (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
  }
  __device__ operator float() const { return __uint_as_float((unsigned int)x << 16); }
};
typedef ${B} nv_bfloat16;
${DEVICE} float __bfloat162float(${B} a) { return __uint_as_float((unsigned int)a.x << 16); }
${DEVICE} ${B} __float2bfloat16(float f) { return ${B}(f); }
${DEVICE} ${B} __float2bfloat16_rn(float f) { return __float2bfloat16(f); }
${DEVICE} ${B} __ushort_as_bfloat16(unsigned short u) { ${B} r; r.x = u; return r; }
${DEVICE} unsigned short __bfloat16_as_ushort(${B} a) { return a.x; }
${OPERATORS.map(
  (
    operator,
  ) => `${DEVICE} ${B} &operator${operator}=(${B} &a, const ${B} &b) { a = __float2bfloat16(__bfloat162float(a) ${operator} __bfloat162float(b)); return a; }
${DEVICE} ${B} operator${operator}(const ${B} &a, const ${B} &b) { return __float2bfloat16(__bfloat162float(a) ${operator} __bfloat162float(b)); }
${DEVICE} ${B} __h${NAMED[operator]}(${B} a, ${B} b) { return __float2bfloat16(__bfloat162float(a) ${operator} __bfloat162float(b)); }`,
).join('\n')}
${COMPARISONS.map(
  (
    operator,
  ) => `${DEVICE} bool operator${operator}(const ${B} &a, const ${B} &b) { return __bfloat162float(a) ${operator} __bfloat162float(b); }
${DEVICE} bool __h${COMPARED[operator]}(${B} a, ${B} b) { return __bfloat162float(a) ${operator} __bfloat162float(b); }`,
).join('\n')}
${DEVICE} ${B} __hfma(${B} a, ${B} b, ${B} c) {
  return __float2bfloat16(fmaf(__bfloat162float(a), __bfloat162float(b), __bfloat162float(c)));
}
${DEVICE} ${B} operator-(const ${B} &a) { ${B} r; r.x = a.x ^ 0x8000; return r; }
${DEVICE} ${B} __hneg(${B} a) { ${B} r; r.x = a.x ^ 0x8000; return r; }
${DEVICE} ${B} __hmax(${B} a, ${B} b) { return __float2bfloat16(fmaxf(__bfloat162float(a), __bfloat162float(b))); }
${DEVICE} ${B} __hmin(${B} a, ${B} b) { return __float2bfloat16(fminf(__bfloat162float(a), __bfloat162float(b))); }
${DEVICE} ${B} __habs(${B} a) { ${B} r; r.x = a.x & 0x7fff; return r; }
${DEVICE} ${B} __double2bfloat16(double a) {
  float f = (float)a;
  unsigned int bits = __float_as_uint(f);
  if ((double)f != a) bits = (fabs((double)f) > fabs(a) ? bits - 1u : bits) | 1u;
  return ${B}(__uint_as_float(bits));
}
${DEVICE} ${B} __uint2bfloat16_rn(unsigned int a) {
  if (a >> 24) a = (a & ~0xffu) | ((a & 0xffu) != 0 ? 0x100u : 0u);
  return ${B}((float)a);
}
${DEVICE} ${B} __int2bfloat16_rn(int a) {
  return a < 0 ? __hneg(__uint2bfloat16_rn(0u - (unsigned int)a)) : __uint2bfloat16_rn(a);
}
${OF_BFLOATS.map((of) => `${DEVICE} ${B} h${of}(${B} a) { return ${B}(${of}f(__bfloat162float(a))); }`).join('\n')}
${DEVICE} ${B} hrcp(${B} a) { return ${B}(1.0f / __bfloat162float(a)); }
${DEVICE} bool __hisnan(${B} a) { return (a.x & 0x7fff) > 0x7f80; }
${DEVICE} int __hisinf(${B} a) { return a.x == 0x7f80 ? 1 : a.x == 0xff80 ? -1 : 0; }
${(['int', 'uint', 'll', 'ull', 'short', 'ushort'] as const)
  .flatMap((word, i) =>
    ['rn', 'rz', 'rd', 'ru'].map((how) => {
      const type = [
        'int',
        'unsigned int',
        'long long',
        'unsigned long long',
        'short',
        'unsigned short',
      ][i];
      const by = word.endsWith('short') ? 'int' : word;
      return `${DEVICE} ${type} __bfloat162${word}_${how}(${B} a) { return (${type})__float2${by}_${how}(__bfloat162float(a)); }`;
    }),
  )
  .join('\n')}
struct ${B}2 { ${B} x; ${B} y; };
${OF_BFLOATS.map((of) => `${DEVICE} ${B}2 h2${of}(${B}2 a) { ${B}2 r; r.x = h${of}(a.x); r.y = h${of}(a.y); return r; }`).join('\n')}
typedef ${B}2 nv_bfloat162;
${DEVICE} ${B}2 __halves2bfloat162(${B} a, ${B} b) { ${B}2 r; r.x = a; r.y = b; return r; }
${DEVICE} ${B}2 make_bfloat162(${B} a, ${B} b) { return __halves2bfloat162(a, b); }
${DEVICE} ${B}2 __bfloat162bfloat162(${B} a) { return __halves2bfloat162(a, a); }
${DEVICE} ${B}2 __floats2bfloat162_rn(float a, float b) { return __halves2bfloat162(${B}(a), ${B}(b)); }
${DEVICE} ${B}2 __float2bfloat162_rn(float a) { return __floats2bfloat162_rn(a, a); }
${DEVICE} ${B}2 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
${DEVICE} ${B} __low2bfloat16(${B}2 a) { return a.x; }
${DEVICE} ${B} __high2bfloat16(${B}2 a) { return a.y; }
${OPERATORS.map(
  (
    operator,
  ) => `${DEVICE} ${B}2 operator${operator}(const ${B}2 &a, const ${B}2 &b) { return __halves2bfloat162(a.x ${operator} b.x, a.y ${operator} b.y); }
${DEVICE} ${B}2 __h${NAMED[operator]}2(${B}2 a, ${B}2 b) { return a ${operator} b; }`,
).join('\n')}
${DEVICE} ${B}2 operator-(const ${B}2 &a) { return __halves2bfloat162(-a.x, -a.y); }
${DEVICE} ${B}2 __h2div(${B}2 a, ${B}2 b) { return __halves2bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
${DEVICE} ${B}2 __hneg2(${B}2 a) { return -a; }
${DEVICE} ${B}2 __habs2(${B}2 a) { return __halves2bfloat162(__habs(a.x), __habs(a.y)); }
${DEVICE} ${B}2 __hfma2(${B}2 a, ${B}2 b, ${B}2 c) { return __halves2bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
${DEVICE} ${B}2 __hmax2(${B}2 a, ${B}2 b) { return __halves2bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
${DEVICE} ${B}2 __hmin2(${B}2 a, ${B}2 b) { return __halves2bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
${DEVICE} float __low2float(${B}2 a) { return __bfloat162float(a.x); }
${DEVICE} float __high2float(${B}2 a) { return __bfloat162float(a.y); }
${DEVICE} float2 __bfloat1622float2(${B}2 a) {
  return make_float2(__bfloat162float(a.x), __bfloat162float(a.y));
}`;

const HEADERS: ReadonlyMap<string, string> = new Map([
  ['cub/cub.cuh', cub('cub')],
  ...COPIES,
  ['cuda/atomic', ATOMIC],
  ['cuda/std/atomic', ATOMIC],
  ['helper_math.h', HELPER_MATH],
  ['cutil_math.h', HELPER_MATH],
  ['array', ARRAY],
  ['cuda/std/array', ARRAY],
  ['cuComplex.h', COMPLEX],
  ['hip/hip_complex.h', HIP_COMPLEX],
  ['cuda/std/complex', OWN_COMPLEX],
  ['thrust/complex.h', OWN_COMPLEX],
  ['cuda_bf16.h', BFLOAT16],
  ['cuda_bf16.hpp', BFLOAT16],
  ['hip/hip_bf16.h', BFLOAT16],
  ['hipcub/hipcub.hpp', cub('hipcub')],
  ['curand_kernel.h', random('curand')],
  ['hiprand/hiprand_kernel.h', random('hiprand')],
  ['hiprand_kernel.h', random('hiprand')],
]);

/** Files that are given, and else the headers that are known here. */
export const withHeaders =
  (given: Includes | undefined): Includes =>
  (name, from) => {
    const found = given?.(name, from);
    if (found !== undefined) return found;
    // CUB has a file for each of its parts.
    const text = HEADERS.get(/^cub\/.*\.cuh$/.test(name) ? 'cub/cub.cuh' : name);
    return text === undefined ? undefined : { name, text };
  };

const CALLED = new RegExp(`\\b(?:${[...INTRINSICS.keys()].join('|')})\\b(?=\\s*[(<])`, 'g');

/** The functions without a header that a text calls and does not define. */
export function intrinsicsOf(source: string): readonly Appended[] {
  const known = new Set<string>();
  return [...source.matchAll(CALLED)].flatMap(({ 0: name, index }) => {
    const text = INTRINSICS.get(name);
    if (text === undefined || known.has(text)) return [];
    known.add(text);
    const isOwn = new RegExp(
      `\\b${name}\\s*\\([^;{}()]*\\)\\s*\\{|\\b(?:struct|class|define)\\s+${name}\\b`,
    ).test(source);
    return isOwn ? [] : [{ name, text, by: { start: index, end: index + name.length } }];
  });
}
