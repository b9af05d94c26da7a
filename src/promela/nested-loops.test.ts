import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemConfigurations } from '../checker/problem.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants } from '../platform/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  censusTimes,
  checkerOf,
  kernelOf,
  platform,
  problemOf,
  simulatedTime,
} from '../testing/engine.ts';
import { simulateEvents, timeOfCounts } from '../testing/event-simulation.ts';
import { compileKernels, type NativeKernels } from '../testing/oracle/native-kernels.ts';
import { LEVELS } from './index.ts';
import { isLong } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** Each level takes every other size of a group, and the next one those between; all by OVERTIME_RUNS. */

/** Costs that distinguish accesses, and unequally busy elements and units. */
const CONSTANTS: Constants = platform({
  size: 16,
  ND: 1,
  NU: 2,
  NP: 3,
  GMT: 101,
  LMT: 7,
  BT: 3,
  DT: 5,
  LM: 4096,
});

const WAIT = 'barrier(CLK_LOCAL_MEM_FENCE);';
const ORDER = 'int a = k[lid], b = k[j]; k[lid] = min(a, b); k[j] = max(a, b);';
const TOUCH = 'k[lid] += 1;';

/** Loop nests with barriers, inner trip counts set by an outer counter; `n` is the group size. */
const NESTS: Readonly<Record<string, string>> = {
  'halving from what is doubled up to a constant': `
    for (int len = 2; len < 16; len <<= 1) for (int s = len / 2; s > 0; s >>= 1) { ${TOUCH} ${WAIT} }`,
  'halving from what is doubled up to the group': `
    for (int len = 1; len < n; len <<= 1) for (int inc = len; inc > 0; inc >>= 1) { ${TOUCH} ${WAIT} }`,
  'the same in other words': `
    for (int len = 2; len <= n; len = len + len) for (int inc = len / 2; inc; inc = inc / 2) { ${TOUCH} ${WAIT} }`,
  'the same by while, and halved first': `
    int len = 2; while (len <= n) { int s = len; while (s > 1) { s >>= 1; ${TOUCH} ${WAIT} } len <<= 1; }`,
  'the same by do': `
    uint len = 1; do { len <<= 1; uint s = len; do { s >>= 1; ${TOUCH} ${WAIT} } while (s > 1); } while (len < n);`,
  'the same in 64 bits': `
    for (long len = 1; len < n; len <<= 1) for (long inc = len; inc > 0; inc >>= 1) { ${TOUCH} ${WAIT} }`,
  'bitonic sort': `
    for (int len = 1; len < n; len <<= 1) for (int inc = len; inc > 0; inc >>= 1) {
      int j = lid ^ inc; if (j > lid) { ${ORDER} } ${WAIT} }`,
  'bitonic sort that compares by direction': `
    for (int len = 2; len <= n; len <<= 1) for (int inc = len >> 1; inc > 0; inc >>= 1) {
      int j = lid ^ inc;
      if (j > lid) { if ((lid & len) == 0) { ${ORDER} } else { int a = k[j]; k[lid] = a; } } ${WAIT} }`,
  'bitonic sort of pairs, and a merge behind it': `
    for (uint pair = 2; pair < n; pair <<= 1) for (uint stride = pair / 2; stride > 0; stride >>= 1) {
      ${WAIT} uint pos = 2 * lid - (lid & (stride - 1)); k[pos] = k[pos + stride]; }
    for (uint stride = n / 2; stride > 0; stride >>= 1) { ${WAIT} ${TOUCH} }`,
  'bitonic sort of more keys than items': `
    for (int len = 1; len < n; len <<= 1) for (int inc = len; inc > 0; inc >>= 1) {
      for (int i = lid; i < 2 * n; i += n) { int j = i ^ inc; if (j > i) { k[i] = k[j]; } } ${WAIT} }`,
  'bitonic sort in global memory': `
    for (int len = 1; len < n; len <<= 1) for (int inc = len; inc > 0; inc >>= 1) {
      int j = lid ^ inc; if (j > lid) { int a = g[lid], b = g[j]; g[lid] = min(a, b); g[j] = max(a, b); }
      barrier(CLK_GLOBAL_MEM_FENCE); }`,
  'odd-even merge sort': `
    for (int p = 1; p < n; p += p) for (int q = p; q > 0; q /= 2) {
      int i = lid;
      if (i >= q % p && ((i - q % p) / q) % 2 == 0 && i + q < n && i / (2 * p) == (i + q) / (2 * p)) {
        int j = i + q; ${ORDER} } ${WAIT} }`,
  'odd-even merge sort of pairs': `
    for (uint pair = 2; pair <= 2 * n; pair <<= 1) {
      uint stride = pair / 2; uint offset = lid & (stride - 1);
      ${WAIT} ${TOUCH} stride >>= 1;
      for (; stride > 0; stride >>= 1) { ${WAIT} if (offset >= stride) { ${TOUCH} } } }`,
  'passes of a stage, downwards': `
    for (int stage = 1; stage < 5; stage++) for (int pass = stage; pass > 0; pass--) {
      if (lid & (1 << (pass - 1))) { ${TOUCH} } ${WAIT} }`,
  'passes of a stage, of as many stages as the group has bits': `
    int stages = 0; for (int t = n; t > 1; t >>= 1) stages++;
    for (int stage = 0; stage < stages; stage++) for (int pass = 0; pass < stage + 1; pass++) { ${TOUCH} ${WAIT} }`,
  'a Stockham transform': `
    for (int ns = 1; ns < n; ns <<= 1) {
      int m = lid % ns, d = (lid / ns) * ns * 2 + m, a = k[lid], b = k[lid + n];
      ${WAIT} k[d] = a + b; k[d + ns] = a - b; ${WAIT} }`,
  'a Stockham transform of four, its halves counted beside': `
    for (int l = n / 2, m = 1; l >= 1; l /= 2, m *= 2) {
      for (int r = 0; r < 4; r++) { v[r] = k[lid + r * n]; }
      ${WAIT} for (int r = 0; r < 4; r++) k[4 * lid + r] = v[r] + m; ${WAIT} }`,
  'doubling up to what is halved': `
    for (int len = n / 2; len > 0; len >>= 1) for (int s = 1; s <= len; s <<= 1) { ${TOUCH} ${WAIT} }`,
  'doubling from what is halved': `
    for (int len = n >> 1; len > 0; len >>= 1) for (int s = len; s < n; s <<= 1) { ${TOUCH} ${WAIT} }`,
  'doubled until it is equal': `
    for (int len = 1; len != n; len <<= 1) for (int inc = len; inc != 0; inc >>= 1) { ${TOUCH} ${WAIT} }`,
  'bits counted, and passes downwards': `
    for (int i = 1; (1 << i) <= n; i++) for (int j = i - 1; j >= 0; j--) {
      if ((lid & (1 << j)) == 0) { ${TOUCH} } ${WAIT} }`,
  'bits counted by a shift down': `
    for (int i = 0; n >> i > 1; i++) for (int j = 0; j <= i; j++) { ${TOUCH} ${WAIT} }`,
  'bits counted by a shift down until nothing is left': `
    for (uint i = 1; n >> i; i++) for (uint j = 1; (1 << j) < (2 << i); j++) { ${TOUCH} ${WAIT} }`,
  'a bound that divides by what is zero where nothing runs': `
    for (int p = 0; p < lid; p++) for (int r = lid; r < 16; r *= 2) { ${TOUCH} }`,
  'three loops, the last counting down from the second': `
    for (int len = 1; len < n; len <<= 1) for (int inc = len; inc > 0; inc >>= 1)
      for (int i = inc; i > 0; i--) { ${TOUCH} ${WAIT} }`,
};

const textOf = (nest: string): string => `#pragma tuner param WG = {1, 2, 4, 8, 16}
#pragma tuner array g = size
#pragma tuner local k = 4 * WG
__kernel void nest(__global int *g, __local int *k) {
  int lid = get_local_id(0), n = get_local_size(0), v[4];
  ${nest}
  g[get_global_id(0)] = k[lid];
}`;

interface Case {
  readonly name: string;
  readonly text: string;
  readonly kernel: Kernel;
}

const CASES: readonly Case[] = Object.entries(NESTS).map(([name, nest]) => {
  const text = textOf(nest);
  return { name, text, kernel: kernelOf(text) };
});

const setup = (kernel: Kernel, level: (typeof LEVELS)[number]) =>
  ({ kernel, semantics: 'opencl', level, constants: CONSTANTS }) as const;

const configurationsOf = (kernel: Kernel) =>
  [...problemConfigurations(problemOf(setup(kernel, 'accelerated')))].filter(
    ({ reason }) => reason === undefined,
  );

const unitName = (name: string, { WG }: Readonly<Record<string, number>>): string =>
  `${name}, WG ${WG}`;

describe('inner loops that run as often as an outer counter says', () => {
  let native: NativeKernels;
  let real: ReadonlyMap<string, number>;

  beforeAll(async () => {
    const units = CASES.flatMap(({ name, text, kernel }) =>
      configurationsOf(kernel).map(({ values }) => {
        const constants = { ...CONSTANTS };
        return { name: unitName(name, values), text, values, constants };
      }),
    );
    native = await compileKernels(units);
    const reports = await native.judge(
      units.map(({ name }) => name),
      { counts: true },
    );
    real = new Map(
      [...reports].map(([name, { groups }]) => [name, timeOfCounts(groups ?? [], CONSTANTS)]),
    );
  }, 300_000);
  afterAll(() => native.dispose());

  it.each(CASES)(
    '$name: every level takes the time of the accesses',
    { timeout: 300_000 },
    async ({ name, kernel }) => {
      const expected = configurationsOf(kernel).map(({ values }) => ({
        values,
        time: real.get(unitName(name, values)),
      }));
      expect(expected.map(({ values }) => values['WG'])).toEqual([1, 2, 4, 8, 16]);
      const simulated = expected.map(({ values }) => {
        const run = simulateEvents(kernel, values, CONSTANTS);
        return { values, time: run.kind === 'finished' ? run.time : run.kind };
      });
      expect(simulated).toEqual(expected);
      for (const [at, level] of LEVELS.entries()) {
        const checker = checkerOf(toolchain, setup(kernel, level));
        for (const { values, time } of expected.filter(
          (_, index) => isLong || index % 2 === at % 2,
        ))
          expect(await simulatedTime(checker, values), `${level}, WG ${values['WG']}`).toBe(time);
      }
    },
  );

  const some = CASES.filter(({ name }) => /^bitonic sort$|^odd-even merge sort$/.test(name));
  it.each(some)(
    '$name: a search in 64 bits finds the same',
    { timeout: 300_000 },
    async ({ name, kernel }) => {
      const found = await censusTimes(toolchain, setup(kernel, 'accelerated'));
      expect(new Map(found.map(({ values, time }) => [unitName(name, values), time]))).toEqual(
        new Map([...real].filter(([unit]) => unit.startsWith(`${name}, WG`))),
      );
      expect(found).toHaveLength(5);
    },
  );
});
