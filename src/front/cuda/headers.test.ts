import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { parser } from '../../testing/kernels.ts';
import { verdictOf } from '../../testing/verdict-of.ts';

const CONSTANTS = { ...usualConstants(), size: 8 };

type Lanes = 2 | 4;

/** Lanes of a word, read from memory as the machine does. */
function lanesOf(word: number, lanes: Lanes, isSigned: boolean): readonly number[] {
  const { buffer } = new Uint32Array([word]);
  if (lanes === 2) return [...(isSigned ? new Int16Array(buffer) : new Uint16Array(buffer))];
  return [...(isSigned ? new Int8Array(buffer) : new Uint8Array(buffer))];
}

/** The word of such lanes, each cut to its bits. */
function wordOf(values: readonly number[]): number {
  const { buffer } = values.length === 2 ? new Int16Array(values) : new Int8Array(values);
  return new Uint32Array(buffer)[0] ?? 0;
}

type OfLane = (x: number, y: number, low: number, high: number) => number;

const LANEWISE: Readonly<Record<string, readonly [isSigned: boolean, of: OfLane]>> = {
  vadd: [false, (x, y) => x + y],
  vsub: [false, (x, y) => x - y],
  vavgu: [false, (x, y) => Math.ceil((x + y) / 2)],
  vmaxu: [false, (x, y) => Math.max(x, y)],
  vminu: [false, (x, y) => Math.min(x, y)],
  vmaxs: [true, (x, y) => Math.max(x, y)],
  vmins: [true, (x, y) => Math.min(x, y)],
  vabsdiffu: [false, (x, y) => Math.abs(x - y)],
  vabsdiffs: [true, (x, y) => Math.abs(x - y)],
  vaddus: [false, (x, y, low, high) => Math.min(high, Math.max(low, x + y))],
  vsubus: [false, (x, y, low, high) => Math.min(high, Math.max(low, x - y))],
  vaddss: [true, (x, y, low, high) => Math.min(high, Math.max(low, x + y))],
  vsubss: [true, (x, y, low, high) => Math.min(high, Math.max(low, x - y))],
  vcmpeq: [false, (x, y) => (x === y ? -1 : 0)],
  vcmpne: [false, (x, y) => (x === y ? 0 : -1)],
  vcmpgtu: [false, (x, y) => (x > y ? -1 : 0)],
  vcmpgeu: [false, (x, y) => (x >= y ? -1 : 0)],
  vcmpltu: [false, (x, y) => (x < y ? -1 : 0)],
  vcmpleu: [false, (x, y) => (x <= y ? -1 : 0)],
  vcmpgts: [true, (x, y) => (x > y ? -1 : 0)],
  vcmpges: [true, (x, y) => (x >= y ? -1 : 0)],
  vcmplts: [true, (x, y) => (x < y ? -1 : 0)],
  vcmples: [true, (x, y) => (x <= y ? -1 : 0)],
};

function lanewise(name: string, lanes: Lanes, a: number, b: number): number {
  const [isSigned, of] = LANEWISE[name] ?? [false, Math.max];
  const bits = 32 / lanes;
  const low = isSigned ? -(2 ** (bits - 1)) : 0;
  const high = 2 ** (isSigned ? bits - 1 : bits) - 1;
  const [xs, ys] = [lanesOf(a, lanes, isSigned), lanesOf(b, lanes, isSigned)];
  return wordOf(xs.map((x, i) => of(x, ys[i] ?? 0, low, high)));
}

const WORDS = [0, 0xffffffff, 0x80ff7f01, 0x01234567, 0x7f80807f, 0x00010080] as const;
const PAIRS = WORDS.flatMap((a, i) => [
  [a, WORDS[(i + 1) % WORDS.length] ?? 0] as const,
  [a, a] as const,
]);

/** A kernel that computes them all, and what each should be. */
function computing(cases: readonly (readonly [call: string, expected: number])[], header = '') {
  return `${header}
#pragma tuner items 1
#pragma tuner local_size 1
#pragma tuner array r = ${cases.length}
${cases.map(([, expected], i) => `#pragma tuner ensures r[${i}] == ${expected}`).join('\n')}
__global__ void k(unsigned int *r) {
${cases.map(([call], i) => `  r[${i}] = ${call};`).join('\n')}
}`;
}

const hex = (word: number): string => `0x${(word >>> 0).toString(16)}u`;

const says = async (text: string) => {
  const { status, findings, open } = await verdictOf(text, CONSTANTS);
  return { status, findings, open };
};

const RIGHT = { status: 'right', findings: [], open: [] };

describe('lanes of words', () => {
  test.each(Object.keys(LANEWISE))('__%s', async (name) => {
    const cases = ([2, 4] as const).flatMap((lanes) =>
      PAIRS.map(
        ([a, b]) =>
          [`__${name}${lanes}(${hex(a)}, ${hex(b)})`, lanewise(name, lanes, a, b)] as const,
      ),
    );
    expect(await says(computing(cases))).toEqual(RIGHT);
  });

  test('sums of differences and of products', async () => {
    const sum = (values: readonly number[]): number => values.reduce((x, y) => x + y, 0) >>> 0;
    const cases = PAIRS.flatMap(([a, b]) => {
      const of = (lanes: Lanes, isSigned: boolean) =>
        [lanesOf(a, lanes, isSigned), lanesOf(b, lanes, isSigned)] as const;
      const differences = (lanes: Lanes, isSigned: boolean): number => {
        const [xs, ys] = of(lanes, isSigned);
        return sum(xs.map((x, i) => Math.abs(x - (ys[i] ?? 0))));
      };
      const products = (isSigned: boolean): number => {
        const [xs, ys] = of(4, isSigned);
        return sum([7, ...xs.map((x, i) => x * (ys[i] ?? 0))]);
      };
      const halves = (from: 0 | 2, isSigned: boolean): number => {
        const xs = lanesOf(a, 2, isSigned);
        const ys = lanesOf(b, 4, isSigned).slice(from);
        return sum([7, ...xs.map((x, i) => x * (ys[i] ?? 0))]);
      };
      const [x, y] = [hex(a), hex(b)];
      return [
        [`__vsadu4(${x}, ${y})`, differences(4, false)],
        [`__vsads2(${x}, ${y})`, differences(2, true)],
        [`__dp4a((int)${x}, (int)${y}, 7)`, products(true)],
        [`__dp4a(${x}, ${y}, 7u)`, products(false)],
        [`__dp2a_lo((int)${x}, (int)${y}, 7)`, halves(0, true)],
        [`__dp2a_hi(${x}, ${y}, 7u)`, halves(2, false)],
        [`__usad(${x}, ${y}, 7u)`, sum([Math.abs(a - b), 7])],
      ] as const;
    });
    expect(await says(computing(cases))).toEqual(RIGHT);
  });

  test('bits and bytes in another order', async () => {
    const reversed = (word: number): number =>
      Number.parseInt([...word.toString(2).padStart(32, '0')].toReversed().join(''), 2);
    const wide = (a: number, b: number): bigint => (BigInt(b) << 32n) | BigInt(a);
    const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
    const cases = PAIRS.flatMap(([a, b]) => {
      const [x, y] = [hex(a), hex(b)];
      const bytes = [...lanesOf(a, 4, false), ...lanesOf(b, 4, false)];
      const chosen = (at: number): number => bytes[at] ?? 0;
      return [
        [`__brev(${x})`, reversed(a)],
        [`(unsigned int)(__brevll(${x}) >> 32)`, reversed(a)],
        [`__funnelshift_l(${x}, ${y}, 37)`, low((wide(a, b) << 5n) >> 32n)],
        [`__funnelshift_r(${x}, ${y}, 37)`, low(wide(a, b) >> 5n)],
        [`__funnelshift_lc(${x}, ${y}, 37)`, a],
        [`__funnelshift_rc(${x}, ${y}, 37)`, b],
        [`__byte_perm(${x}, ${y}, 0x7214)`, wordOf([chosen(4), chosen(1), chosen(2), chosen(7)])],
        [`__byte_perm(${x}, ${y}, 0x000c) & 255`, chosen(4) >= 128 ? 255 : 0],
      ] as const;
    });
    expect(await says(computing(cases))).toEqual(RIGHT);
  });
});

describe('headers', () => {
  test('bfloat16 is rounded to the nearest, ties to even', async () => {
    const upper = (x: number): number => {
      const [bits = 0] = new Uint32Array(new Float32Array([x]).buffer);
      const rest = bits & 0xffff;
      const top = bits >>> 16;
      return rest > 0x8000 || (rest === 0x8000 && top % 2 === 1) ? top + 1 : top;
    };
    const cases = [1, -2.5, 3.1234, 1.00390625, 1.01171875, 65280, 1e-20].map(
      (x) => [`__float2bfloat16(${x.toExponential()}f).x`, upper(x)] as const,
    );
    const sums = [
      ['__bfloat162float(__float2bfloat16(1.5f) * __float2bfloat16(-3.f)) == -4.5f', 1],
      ['__hadd(__float2bfloat16(256.f), __float2bfloat16(1.f)) == __float2bfloat16(256.f)', 1],
      ['(float)__float2bfloat16(0.5f) < 1.f', 1],
      ['static_cast<float>(static_cast<__nv_bfloat16>(2.5f)) == 2.5f', 1],
      ['__bfloat162float(__habs(__float2bfloat16(-3.f))) == 3.f', 1],
      [
        '__high2float(__hfma2(__float22bfloat162_rn(make_float2(1, 2)), __float2bfloat162_rn(3), __bfloat162bfloat162(4.f))) == 10.f',
        1,
      ],
      ['__low2float(__hmul2(__floats2bfloat162_rn(5, 2), __float2bfloat162_rn(3))) == 15.f', 1],
      ['__high2float(__h2div(__floats2bfloat162_rn(5, 8), __float2bfloat162_rn(2))) == 4.f', 1],
      ['__bfloat162float(hsqrt(__float2bfloat16(9.f))) == 3.f', 1],
    ] as const;
    const text = computing([...cases, ...sums], '#include <cuda_bf16.h>');
    expect(await says(text)).toEqual(RIGHT);
  });

  test('halves and pairs of them', async () => {
    const cases = [
      ['__half2int_rn(__float2half(2.5f))', 2],
      ['__half2int_rz(__float2half(2.75f))', 2],
      ['__half2uint_ru(__float2half(2.25f))', 3],
      ['__high2float(__lowhigh2highlow(__floats2half2_rn(1, 2))) == 1.f', 1],
      ['__low2float(__highs2half2(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4))) == 2.f', 1],
      ['__high2float(__highs2half2(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4))) == 4.f', 1],
      ['__low2float(__high2half2(__floats2half2_rn(1, 2))) == 2.f', 1],
      ['__high2float(__hmax2(__floats2half2_rn(1, 2), __floats2half2_rn(3, -4))) == 2.f', 1],
      ['__half_as_ushort(__float2half(1.f))', 0x3c00],
      ['__half2float(hfloor(__float2half(-1.5f))) == -2.f', 1],
      ['__half2float(hrcp(__int2half_rn(4))) == 0.25f', 1],
      ['__low2float(h2sqrt(__float2half2_rn(16.f))) == 4.f', 1],
    ] as const;
    expect(await says(computing(cases, '#include <cuda_fp16.h>'))).toEqual(RIGHT);
  });

  test('scans of a tile', async () => {
    const text = `namespace cg = cooperative_groups;
#pragma tuner input in[i] = i * 5 % 7
#pragma tuner ensures forall i < 32: to[i] == sum(j < i % 8 + 1: in[i / 8 * 8 + j])
#pragma tuner ensures forall i < 32: before[i] == sum(j < i % 8: in[i / 8 * 8 + j])
__global__ void k(const int *in, int *to, int *before) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = threadIdx.x;
  to[i] = cg::inclusive_scan(tile, in[i]);
  before[i] = cg::exclusive_scan(tile, in[i]);
}
int main() { int *a, *b, *c; cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&c, 128); k<<<1, 32>>>(a, b, c); }`;
    expect(await says(text)).toEqual(RIGHT);
  });

  test('complex numbers', async () => {
    const [a, b] = ['make_cuFloatComplex(1.f, 2.f)', 'make_cuFloatComplex(3.f, -1.f)'];
    const cases = [
      [`(unsigned int)cuCrealf(cuCmulf(${a}, ${b}))`, 5],
      [`(unsigned int)cuCimagf(cuCmulf(${a}, ${b}))`, 5],
      [`(unsigned int)(cuCrealf(cuCdivf(${a}, ${b})) * 10 + 0.5f)`, 1],
      [`(unsigned int)cuCabsf(make_cuComplex(3.f, 4.f))`, 5],
      [`(unsigned int)cuCimag(cuConj(make_cuDoubleComplex(1., -2.)))`, 2],
    ] as const;
    expect(await says(computing(cases, '#include <cuComplex.h>'))).toEqual(RIGHT);
  });

  const CUB = `#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#pragma tuner input in[i] = i * 5 % 7
#pragma tuner ensures forall b < 2: out[b] == sum(j < 12: in[b * 12 + j])
#pragma tuner ensures forall b < 2: most[b] == max(j < 12: in[b * 12 + j])
#pragma tuner ensures forall i < 24: scan[i] == sum(j < i % 12: in[i / 12 * 12 + j]) + 1000 * sum(j < 12: in[i / 12 * 12 + j])
template <int B> __global__ void k(const int *in, int *out, int *scan, int *most) {
  typedef cub::BlockReduce<int, B> Reduce;
  using Scan = cub::BlockScan<int, B>;
  __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; } temp;
  int i = blockIdx.x * B + threadIdx.x;
  int before, all, total = Reduce(temp.reduce).Sum(in[i]);
  __syncthreads();
  Scan(temp.scan).ExclusiveSum(in[i], before, all);
  scan[i] = before + all * 1000;
  __syncthreads();
  int m = Reduce(temp.reduce).Reduce(in[i], cub::Max());
  if (threadIdx.x == 0) { out[blockIdx.x] = total; most[blockIdx.x] = m; }
}
void host(int *in, int *out, int *s, int *m) { k<12><<<2, 12>>>(in, out, s, m); }`;

  test('sums, largest and scans of a block', async () => {
    expect(await says(CUB)).toEqual(RIGHT);
  });

  test('storage that is used again without a barrier is a race, told at the calls', async () => {
    const { status, findings } = await says(CUB.replace('  __syncthreads();\n', ''));
    expect(status).toBe('wrong');
    expect(findings[0]).toMatchObject({ kind: 'race-local', lines: [12, 13] });
  });

  const WARPS = `#include <cub/cub.cuh>
#pragma tuner input in[i] = i * 5 % 7
#pragma tuner ensures forall b < 2: out[b] == sum(j < 32: in[b * 32 + j])
#pragma tuner ensures forall i < 64: scan[i] == sum(j < i % 32 + 1: in[i / 32 * 32 + j])
__global__ void k(const float *in, float *out, float *scan) {
  __shared__ cub::WarpReduce<float>::TempStorage reduce[2];
  __shared__ cub::WarpScan<float>::TempStorage scans[2];
  int w = threadIdx.x / 32;
  float v = in[threadIdx.x], s, total = cub::WarpReduce<float>(reduce[w]).Sum(v);
  if (threadIdx.x % 32 == 0) out[w] = total;
  cub::WarpScan<float>(scans[w]).InclusiveSum(v, s);
  scan[threadIdx.x] = s;
}
void host(float *in, float *out, float *s) { k<<<1, 64>>>(in, out, s); }`;

  test('sums and scans of a warp', async () => {
    expect(await says(WARPS)).toEqual(RIGHT);
  });

  test.each(['reduce', 'scans'])('storage of %s that two warps share is a race', async (name) => {
    const { status, findings } = await says(WARPS.replace(`(${name}[w])`, `(${name}[0])`));
    expect(status).toBe('wrong');
    expect(findings[0]).toMatchObject({ kind: 'race-local' });
  });

  test("a text's own function takes the place of one that is known", async () => {
    const own = '__device__ unsigned int __brev(unsigned int x) { return x + 1; }';
    expect(await says(computing([['__brev(1u)', 2]], own))).toEqual(RIGHT);
  });

  test('a header that is not known is said', () => {
    const { diagnostics } = parser.parse(computing([['1u', 1]], '#include "mine.h"'));
    expect(diagnostics.map(({ code }) => code)).toContain('include');
  });
});

describe('functions without a header', () => {
  /** By C's library, or CUDA's manual. */
  const CASES: readonly (readonly [call: string, expected: number])[] = [
    ['lrintf(2.5f) * 100 + llroundf(2.5f) * 10 + (int)nearbyint(3.5)', 234],
    ['(unsigned int)norm3df(2.f, 3.f, 6.f) * 10 + (unsigned int)(4 * rhypotf(0.f, 2.f))', 72],
    // erfinv(0.5) is 0.4769362762, normcdf(1) 0.8413447461.
    ['(unsigned int)(erfinv(0.5) * 1e9)', 476936276],
    ['(unsigned int)(normcdf(1.0) * 1e9)', 841344746],
    ['__hiloint2double(__double2hiint(6.5), __double2loint(6.5)) == 6.5', 1],
    ['umax(3u, 0xffffffffu) == 0xffffffffu', 1],
    ['llmin(-5000000000ll, 2) == -5000000000ll', 1],
    ['cuda::std::bit_cast<unsigned int>(1.0f)', 0x3f800000],
    ['cuda::ceil_div(7, 2) * 10 + make_pair(1, 2.5f).first', 41],
    ['LLONG_MAX == 9223372036854775807ll', 1],
    ['SIZE_MAX / UINT32_MAX == 4294967297ull', 1],
    ['__builtin_popcount(0xff) + __builtin_ctz(8)', 11],
  ];

  test('have the values of their manuals', async () => {
    expect(await says(computing(CASES))).toEqual(RIGHT);
  });

  test('take halves for halves where there are bfloats too', async () => {
    const h = '__float2half(1.5f)';
    const b = '__float2bfloat16(3.0f)';
    const h2 = '__floats2half2_rn(1.0f, 4.0f)';
    const cases: readonly (readonly [string, number])[] = [
      [`(unsigned int)(4 * __half2float(__hadd(${h}, __hmul(${h}, ${h}))))`, 15],
      [`(unsigned int)(4 * __bfloat162float(__hadd(${b}, -__hmul(${b}, ${b})))) + 30u`, 6],
      [
        `(unsigned int)(__low2float(__hgt2(${h2}, __half2half2(${h}))) + 2 * __high2float(__hgt2(${h2}, __half2half2(${h}))))`,
        2,
      ],
      [`__hbgt2(${h2}, ${h2}) * 10 + __hbge2(${h2}, ${h2})`, 1],
      [`(unsigned int)(4 * __half2float(__hadd_sat(${h}, ${h})))`, 4],
      [`__bfloat162int_rn(${b}) * 10 + __hisnan(${b})`, 30],
    ];
    const header = '#include <cuda_fp16.h>\n#include <cuda_bf16.h>';
    expect(await says(computing(cases, header))).toEqual(RIGHT);
  });

  test('shuffle pairs of halves and bfloats', async () => {
    const text = `#include <cuda_fp16.h>
#include <cuda_bf16.h>
#pragma tuner ensures forall i < 32: r[i] == 1000 * (31 - i) + 100 * (i / 2 * 2) + (i + 1) % 32
__global__ void k(int *r) {
  int i = threadIdx.x;
  half2 h = __floats2half2_rn(i, 31 - i);
  __nv_bfloat162 b = __floats2bfloat162_rn(i, 0);
  h = __shfl_xor_sync(0xffffffffu, h, 31);
  b = __shfl_sync(0xffffffffu, b, i / 2 * 2);
  __nv_bfloat16 c = __shfl_sync(0xffffffffu, __float2bfloat16(i), (i + 1) % 32);
  r[i] = 1000 * (int)__low2float(h) + 100 * (int)__bfloat162float(b.x) + (int)__bfloat162float(c);
}
int main() { int *r; cudaMalloc(&r, 128); k<<<1, 32>>>(r); }`;
    expect(await says(text)).toEqual(RIGHT);
  });
});
