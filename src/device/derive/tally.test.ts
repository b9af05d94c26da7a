import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernelOf, platform } from '../../testing/engine.ts';
import { machineOf } from '../machines.ts';
import { floorOf, peakFlops } from '../peak.ts';
import { distinctBytes, type Walk } from './distinct.ts';
import { tallyOf } from './tally.ts';

const tally = (text: string, values: Readonly<Record<string, number>>) =>
  tallyOf(kernelOf(text, 'machine'))(values, { ...platform() });

const copy = (guard: string, items: string) => `#pragma tuner param WG = {64, 256}
#pragma tuner param n = {65536, 65600}
#pragma tuner items ${items}
__kernel void copy(__global const float *a, __global float *b) {
  int i = get_global_id(0);
  ${guard}b[i] = a[i];
}`;

test.each([65_536, 65_600])('a copy of %i floats reads and writes each once', (n) => {
  const guarded = tally(copy('if (i < n) ', '((n + 255) / 256) * 256'), { WG: 256, n });
  const [least, most] = [4 * (n - 256), 4 * n];
  expect(guarded).toMatchObject({ flops: 0, global: 8 * n, isWhole: true, isExact: true });
  for (const bytes of [guarded.read, guarded.written]) {
    expect(bytes).toBeGreaterThanOrEqual(n % 256 === 0 ? most : least);
    expect(bytes).toBeLessThanOrEqual(most);
  }
});

test('axpy: two operations, two loads and a store an element', () => {
  const text = `#pragma tuner param WG = {32, 128}
#pragma tuner items 4096
__kernel void axpy(__global const float *x, __global float *y, float a) {
  int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}`;
  const n = 4096;
  for (const WG of [32, 128])
    expect(tally(text, { WG })).toMatchObject({
      flops: 2 * n,
      global: 12 * n,
      read: 8 * n,
      written: 4 * n,
    });
});

test('axpy over a grid is the same whatever the grid', () => {
  const text = `#pragma tuner param WG = {64}
#pragma tuner param groups = {1, 4}
#pragma tuner items WG * groups
__kernel void axpy(__global const float *x, __global float *y, float a) {
  for (int i = get_global_id(0); i < 4096; i += get_global_size(0)) y[i] += a * x[i];
}`;
  for (const groups of [1, 4])
    expect(tally(text, { WG: 64, groups })).toMatchObject({
      flops: 8192,
      read: 32_768,
      written: 16_384,
    });
});

test('a tiled matrix product: 2 n^3 operations, loads by its tiles, each matrix once', () => {
  const text = `#pragma tuner param TS = {8, 16}
#pragma tuner local_size TS, TS
#pragma tuner items 64, 64
__kernel void matmul(__global const float *A, __global const float *B, __global float *C) {
  __local float a[TS][TS];
  __local float b[TS][TS];
  int x = get_local_id(0), y = get_local_id(1);
  int row = get_group_id(1) * TS + y, col = get_group_id(0) * TS + x;
  float sum = 0.0f;
  for (int t = 0; t < 64 / TS; t++) {
    a[y][x] = A[row * 64 + t * TS + x];
    b[y][x] = B[(t * TS + y) * 64 + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; k++) sum += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * 64 + col] = sum;
}`;
  const n = 64;
  for (const TS of [8, 16]) {
    const found = tally(text, { TS });
    const loads = (2 * n ** 3) / TS;
    expect(found).toMatchObject({
      flops: 2 * n ** 3,
      global: 4 * (loads + n * n),
      read: 2 * 4 * n * n,
      written: 4 * n * n,
      barriers: 2 * (n / TS) ** 3,
      isWhole: true,
      isExact: true,
    });
    expect(found.local).toBe(4 * (loads + 2 * n ** 3));
    expect(found.accesses.filter(({ name }) => name === 'A')).toMatchObject([{ times: loads / 2 }]);
  }
});

test('a tree of sums adds all elements but one', () => {
  const text = `#pragma tuner param WG = {64}
#pragma tuner items 1024
__kernel void sum(__global const float *in, __global float *out) {
  __local float part[WG];
  int lid = get_local_id(0);
  part[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG / 2; s > 0; s >>= 1) {
    if (lid < s) part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = part[0];
}`;
  expect(tally(text, { WG: 64 })).toMatchObject({
    flops: 16 * 63,
    read: 4096,
    written: 4 * 16,
    barriers: 16 * 7,
    isExact: true,
  });
});

const walk = fc.record<Walk>({
  start: fc.nat(40),
  width: fc.constantFrom(1, 4, 8),
  strides: fc.array(
    fc.record({ step: fc.integer({ min: -24, max: 48 }), count: fc.integer({ min: 1, max: 6 }) }),
    { maxLength: 3 },
  ),
});

/** Teeth of one number and width, the first two as far apart, in other places. */
const UNEVEN: Walk[] = [
  {
    start: 0,
    width: 4,
    strides: [
      { step: 19, count: 2 },
      { step: 9, count: 2 },
    ],
  },
  { start: 31, width: 4, strides: [{ step: 9, count: 4 }] },
];

test('distinct bytes are never more than those that are touched', () => {
  fc.assert(
    fc.property(fc.array(walk, { minLength: 1, maxLength: 3 }), (walks) => {
      const touched = new Set<number>();
      for (const { start, width, strides } of walks) {
        let starts = [start];
        for (const { step, count } of strides)
          starts = starts.flatMap((at) => Array.from({ length: count }, (_, k) => at + k * step));
        for (const at of starts) for (let byte = 0; byte < width; byte += 1) touched.add(at + byte);
      }
      expect(distinctBytes(walks)).toBeLessThanOrEqual(touched.size);
    }),
    { numRuns: 2000, examples: [[UNEVEN]] },
  );
});

test('a peak is what the data sheet says, and a copy cannot pass it', () => {
  const { machine } = machineOf('a100');
  expect(peakFlops(machine) / 1e12).toBeCloseTo(19.5, 1);
  const n = 65_536;
  const floor = floorOf(tally(copy('', 'n'), { WG: 256, n }), machine);
  expect(floor.by).toBe('memory');
  const seconds = floor.least / (machine.clock * 1e9);
  expect((8 * n) / seconds / 1e9).toBeCloseTo(machine.bandwidth, 6);
});
