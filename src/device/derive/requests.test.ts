import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import { type Machine, memoryWidth } from '../machine.ts';
import { machineOf } from '../machines.ts';
import { ALL_TERMS, deviceCosts, type Terms } from './index.ts';

/** Cycles of the port for a group of one warp. */
function portOf(text: string, machine: Machine, terms: Terms = ALL_TERMS): number {
  const kernel = kernelOf(
    `#pragma tuner param WG = {32}\n#pragma tuner items 4096\n${text}`,
    'machine',
  );
  const { steps } = deviceCosts(kernel, machine, terms).program({ WG: 32 }, usualConstants());
  return steps.reduce(
    (sum, step) => sum + (step.kind === 'segment' ? step.times * step.port : 0),
    0,
  );
}

const strided = (stride: number): string => `#pragma tuner array b = 4096
__kernel void k(__global float *b) {
  __local float c[1024];
  b[get_global_id(0)] = c[get_local_id(0) * ${stride}];
}`;

test('a request takes two cycles on an Ampere card, and so does a conflict of two banks', () => {
  const { machine } = machineOf('a4000');
  const without = { ...ALL_TERMS, requests: false };
  // The store is a request as well.
  const turns = (stride: number): number => portOf(strided(stride), machine) - 2;
  expect([1, 2, 4, 8].map(turns)).toEqual([2, 2, 4, 8]);
  expect(portOf(strided(2), machine, without)).toBe(portOf(strided(1), machine, without) + 1);
});

/** 64 rounds of so many sums, each of a value that the next round reads as well. */
const rounds = (sums: number): string => `#pragma tuner array b = 4096 * ${sums}
#pragma tuner array w = 64
__kernel void k(__global float *b, __constant float *w) {
  __local float c[1024];
  float sums[${sums}];
#pragma unroll
  for (int i = 0; i < 64; ++i)
#pragma unroll
    for (int j = 0; j < ${sums}; ++j)
      sums[j] += c[get_local_id(0) + i + j] * w[i];
  b[get_global_id(0)] = sums[0];
}`;

test('what is asked for is unrolled to 16 K instructions, with the weight outside of the inner loop', () => {
  // A load, a product and a sum for each, and a weight a round: 64 (3 * 85 + 1) = 16,384.
  const loads = 64 + 84;
  expect(portOf(rounds(85), PREDICATING) / loads).toBeCloseTo(1, 1);
  // Four together find nothing of the four before in registers.
  expect((portOf(rounds(86), PREDICATING) - 1) / (16 * (4 + 85))).toBeCloseTo(1, 1);
});

test('what is too much for LLVM is unrolled in part, as many rounds as divide it', () => {
  // Seven instructions for each before they are folded: 36 fit, and of 37 63 rounds would, of which 32 divide the 64.
  const terms = { ...ALL_TERMS, spills: false };
  const of = (sums: number, partly = true): number =>
    portOf(rounds(sums), BRANCHING, { ...terms, partly });
  expect(of(36) / (64 + 35)).toBeCloseTo(1, 1);
  expect(of(37) / (2 * (32 + 36))).toBeLessThan(1.2);
  expect(of(37, false) / (64 * 37)).toBeCloseTo(1, 1);
});

/** The same of global memory, behind a guard of items or of none. */
const fromGlobal = (sums: number, guard: string): string =>
  rounds(sums)
    .replace('  __local float c[1024];\n', '')
    .replace('k(', 'k(__global const float *c, ')
    .replace('sums[j] +=', `if (${guard}) sums[j] +=`)
    .replace('array w', 'array c = 4096\n#pragma tuner array w');

test.each([
  // Ten instructions for each: 25 make 16,000 and 26 make 16,640.
  ['of global memory, three instructions more for an address of 64 bits', 25, '1', true],
  ['of global memory, too much', 26, '1', false],
  ['behind guards, whatever it is', 26, 'get_local_id(0) + j < 80', true],
] as const)('LLVM unrolls a loop %s', (_, sums, guard, isWhole) => {
  const port = (terms: Terms): number => portOf(fromGlobal(sums, guard), BRANCHING, terms);
  const own = { ...ALL_TERMS, spills: false };
  const whole = port({ ...own, unrolling: false });
  if (isWhole) expect(port(own)).toBe(whole);
  else expect(port(own)).toBeGreaterThan(1.2 * whole);
});

/** Eight places, half a line apart, each read by four lanes. */
const scattered = (type: string, apart: number): string => `#pragma tuner array a = 4096
__kernel void k(__global const ${type} *a, __global float *b) {
  ${type} own = a[get_local_id(0) % 8 * ${apart}];
  b[get_global_id(0)] = own${type === 'float' ? '' : '.x'};
}`;

test('half a warp is served at once where lanes ask for 8 bytes, a quarter where for 16', () => {
  const whole = { ...ALL_TERMS, halves: false };
  const widths = [
    ['float', 16],
    ['float2', 8],
    ['float4', 4],
  ] as const;
  // The four lines are touched by the warp, by both halves, and by every quarter; the store takes a cycle.
  const lines = (terms: Terms, machine = PREDICATING): readonly number[] =>
    widths.map(([type, apart]) => portOf(scattered(type, apart), machine, terms) - 1);
  expect(lines(ALL_TERMS)).toEqual([4, 8, 16]);
  expect(lines(whole)).toEqual([4, 4, 4]);
  expect(lines(ALL_TERMS, BRANCHING)).toEqual(lines(whole, BRANCHING));
});

test('groups that run at the same time bring what they share once, though it is more than the second cache', () => {
  const kernel = kernelOf(
    `#pragma tuner param WG = {32}
#pragma tuner local_size WG, 1
#pragma tuner items 8192, 64
#pragma tuner array a = 8192 * 2048
__kernel void k(__global const float *a, __global float *b) {
  float sum = 0.0f;
  for (int k = 0; k < 2048; ++k)
    sum += a[k * 8192 + get_global_id(0)];
  b[get_global_id(1) * 8192 + get_global_id(0)] = sum;
}`,
    'machine',
  );
  const cycles = (abreast: boolean): number => {
    const { steps } = deviceCosts(kernel, PREDICATING, { ...ALL_TERMS, abreast }).program(
      { WG: 32 },
      usualConstants(),
    );
    return steps.reduce(
      (sum, step) => sum + (step.kind === 'segment' ? step.times * step.l2 : 0),
      0,
    );
  };
  const bytes = 32 * 4 * 2048;
  expect(cycles(true) / (bytes / PREDICATING.l2Width)).toBeCloseTo(1, 1);
  expect(cycles(false) / (bytes / memoryWidth(PREDICATING))).toBeCloseTo(1, 1);
});

/** Cycles of a scheduler for a warp that takes 64 sums. */
function issueOf(value: string, machine: Machine, terms: Terms = ALL_TERMS): number {
  const kernel = kernelOf(
    `#pragma tuner param WG = {32}
#pragma tuner items 4096
#pragma tuner array a = 64 * 4096
#pragma tuner array bytes = 64 * 4096
__kernel void k(__global const float *a, __global const uchar *bytes, __global float *b, int n) {
  __local float c[64];
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < 64; ++i)
    sum += ${value};
  b[get_global_id(0)] = sum;
}`,
    'machine',
  );
  const { steps } = deviceCosts(kernel, machine, terms).program({ WG: 32 }, usualConstants());
  return steps.reduce(
    (sum, step) => sum + (step.kind === 'segment' ? step.times * step.issue : 0),
    0,
  );
}

const OWN = 'a[i * 4096 + get_global_id(0)]';
const BYTE = 'bytes[i * 4096 + get_global_id(0)]';

test.each([
  ['32 lanes with addresses of their own, by eight units', OWN, PREDICATING, 64 * 4],
  ['one address', 'a[i]', PREDICATING, 0],
  ['local memory', 'c[get_local_id(0) + i - i]', PREDICATING, 0],
  ['loads beside arithmetic', OWN, BRANCHING, 0],
])('a load keeps its scheduler for %s', (_, value, machine, cycles) => {
  const without = issueOf(value, machine, { ...ALL_TERMS, addressing: false });
  expect(issueOf(value, machine) - without).toBe(cycles);
});

test.each([
  ['a byte', BYTE, 64],
  ['what was cast', '(float)(int)a[i * 4096 + get_global_id(0)]', 2 * 64],
  ['what the text folds', `2 * ${OWN}`, 0],
  ['what is no number', OWN, 0],
])('special units convert %s, others as they add', (_, value, conversions) => {
  const apart = { ...ALL_TERMS, addressing: false };
  const free = { ...apart, conversions: false };
  const { special } = PREDICATING;
  // The store is an instruction as well.
  const bound = conversions * special + 1;
  expect(issueOf(value, PREDICATING, apart)).toBe(
    Math.max(bound, issueOf(value, PREDICATING, free)),
  );
  expect(issueOf(value, BRANCHING, apart) - issueOf(value, BRANCHING, free)).toBe(
    conversions * BRANCHING.floating,
  );
});
