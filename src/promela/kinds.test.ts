import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../kernel/ir.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { timeSplit } from '../trace/index.ts';
import {
  censusTimes,
  checkerOf,
  kernelOf,
  modelOf,
  platform,
  simulatedTime,
  simulatedTraceOf,
} from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';
import { drawSample } from '../testing/random-kernels.ts';
import { generateModel } from './index.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const seed = seedOf(20_261_122);

const FOLDED = ['representatives', 'accelerated'] as const;

const HEAD = '#pragma tuner param WG = pow2(2, size/2)\n__kernel void k';
const ARGUMENTS = '(__global const int *in, __global int *out, __local int *tmp)';

/** Kernels whose groups are not all alike. */
const KERNELS: Readonly<Record<string, string>> = {
  'the first group writes': `${HEAD}${ARGUMENTS} {
    int l = get_local_id(0);
    tmp[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
      if (l < s) tmp[l] += tmp[l + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_group_id(0) == 0 && l == 0) out[0] = tmp[0];
  }`,
  'groups take what is left in turn': `${HEAD}${ARGUMENTS} {
    int sum = 0;
    for (int i = get_group_id(0); i < 37; i += get_num_groups(0)) sum += in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sum;
  }`,
  'items stride over the input, past its end': `${HEAD}${ARGUMENTS} {
    int sum = 0;
    for (int i = get_global_id(0); i < size + size / 3; i += get_global_size(0)) sum += in[i];
    out[get_group_id(0)] = sum;
  }`,
  'odd groups meet once more': `${HEAD}${ARGUMENTS} {
    tmp[get_local_id(0)] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) % 2) {
      tmp[0] = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[0] = tmp[0];
  }`,
  'no two groups are alike': `${HEAD}${ARGUMENTS} {
    for (int i = 0; i <= get_group_id(0); i++) {
      tmp[get_local_id(0)] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }`,
  'a tile of a triangle': `${HEAD}${ARGUMENTS} {
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < i * get_group_id(0) / 8; j++) tmp[get_local_id(0)] += in[j];
  }`,
};

const expected = (kernel: Kernel, values: Readonly<Record<string, number>>, constants: object) => {
  const simulated = simulateEvents(kernel, values, platform(constants));
  return simulated.kind === 'finished' ? simulated.time : 'deadlock';
};

describe.each(Object.entries(KERNELS))('where %s', (_, text) => {
  const kernel = kernelOf(text);
  const platforms = [
    { size: 64, NP: 4, NU: 3 },
    { size: 64, NP: 5, NU: 2, ND: 2, GMT: 7, DT: 0, BT: 3 },
    { size: 256, NP: 32, NU: 8, DT: 5 },
  ];

  it.each(FOLDED)('every configuration takes as long as it does, level %s', async (level) => {
    for (const changes of platforms) {
      const constants = platform(changes);
      const rows = await censusTimes(toolchain, { kernel, semantics: 'opencl', level, constants });
      expect(rows.length).toBe(Math.log2(constants.size) - 1);
      for (const { values, time } of rows) expect(time).toBe(expected(kernel, values, changes));
    }
  });
});

it('one unit runs, and what it is measured for is not in the trace', async () => {
  const kernel = kernelOf(KERNELS['the first group writes'] ?? '');
  const constants = platform({ size: 64, NP: 4, NU: 2 });
  const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
  expect(modelOf(kernel, 'opencl', 'accelerated').folding).toMatchObject({
    units: true,
    kinds: true,
  });
  const values = { WG: 8 };
  const trace = await simulatedTraceOf(toolchain, setup, values);
  const events = simulateEvents(kernel, values, constants);
  if (events.kind !== 'finished') throw new Error('it deadlocks');
  expect(trace.endTick).toBe(events.time);
  // Work of the last unit's elements, group by group.
  const last = events.groups.filter(({ unit }) =>
    events.groups.some((one) => one.unit === unit && one.end === events.time),
  );
  const worked = [0, 1, 2, 3].map((element) =>
    last.reduce((sum, { elements }) => sum + (elements[element]?.global ?? 0), 0),
  );
  expect(timeSplit(trace).elements.map(({ ticks }) => ticks.global)).toEqual(worked);
});

it('many groups of few kinds take little memory', { timeout: 120_000 }, async () => {
  const kernel = kernelOf(KERNELS['the first group writes'] ?? '');
  for (const size of [1024, 65_536]) {
    const constants = platform({ size, NP: 32, NU: 8 });
    const checker = checkerOf(toolchain, {
      kernel,
      semantics: 'opencl',
      level: 'accelerated',
      constants,
    });
    const report = await checker.census?.({});
    expect(report?.cut).toBeUndefined();
    expect(report?.finishes.size).toBe(Math.log2(size) - 1);
    expect(report?.states).toBeLessThan(30);
    expect(report?.depth).toBeLessThan(100_000);
  }
});

it('more kinds than there is room for end the search with their configuration', async () => {
  const kernel = kernelOf(KERNELS['no two groups are alike'] ?? '');
  const constants = platform({ size: 4096, NP: 4, NU: 2 });
  const setup = { kernel, semantics: 'opencl', level: 'accelerated', constants } as const;
  const report = await checkerOf(toolchain, setup).census?.({});
  expect(report).toMatchObject({ cut: 'fault', fault: { kind: 'kinds', values: { WG: 2 } } });
});

it('random kernels of any kind take as long on many units', { timeout: 240_000 }, async () => {
  let kinds = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const { kernel, values, platforms } = drawSample(draw, { nodes: 8, divergence: false }, 2);
      const units = draw(fc.integer, { min: 1, max: 6 });
      const groups = draw(fc.integer, { min: 1, max: 20 });
      const made = generateModel(kernel, 'opencl', 'accelerated');
      fc.pre(made.ok && made.value.folding.kinds);
      kinds += 1;
      for (const one of platforms) {
        const constants = {
          ...one,
          NU: units,
          size: values['WG'] === undefined ? 1 : values['WG'] * groups,
        };
        const time = expected(kernel, values, constants);
        for (const level of FOLDED) {
          const setup = { kernel, semantics: 'opencl', level, constants } as const;
          expect(await simulatedTime(checkerOf(toolchain, setup), values)).toBe(time);
        }
      }
    }),
    { numRuns: 15 * RUNS, seed, endOnFailure: true },
  );
  expect(kinds).toBeGreaterThan(10);
});
