import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import type { Machine } from '../machine.ts';
import { ALL_TERMS, deviceCosts, type Terms } from './index.ts';

const programOf = (text: string, machine: Machine, terms: Terms = ALL_TERMS) =>
  deviceCosts(
    kernelOf(`#pragma tuner param WG = {64}\n#pragma tuner items 4096\n${text}`, 'machine'),
    machine,
    terms,
  ).program({ WG: 64 }, usualConstants());

const waitedFor = (text: string, machine: Machine): number =>
  programOf(text, machine).steps.reduce(
    (sum, step) => sum + (step.kind === 'segment' ? step.times * step.latency : 0),
    0,
  );

const weighted = (guard: string, weight: string): string => `#pragma tuner array a = 8 * 4096
#pragma tuner array w = 8
__kernel void k(__global const float *a, __constant float *w, __global float *b) {
  float sums[8];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    if (${guard})
      sums[j] += a[j * 4096 + get_global_id(0)] * ${weight};
  b[get_global_id(0)] = sums[0];
}`;

test.each([
  ['for each, where a branch stands around it', 'get_local_id(0) + j < 40', BRANCHING, 8],
  ['with others, where none does', 'j < 40', BRANCHING, 0],
  ['with others, by predicates', 'get_local_id(0) + j < 40', PREDICATING, 0],
] as const)('constants are waited for %s', (_, guard, machine, times) => {
  const without = waitedFor(weighted(guard, '2.0f'), machine);
  expect(waitedFor(weighted(guard, 'w[j]'), machine) - without).toBe(times * machine.l1Latency);
});

/** 64 rounds of four sums, of 67 values in all. */
const sums = (guard: string): string => `#pragma tuner array b = 4 * 4096
__kernel void k(__global float *b) {
  __local float c[67][64];
  float sums[4];
#pragma unroll
  for (int i = 0; i < 64; ++i)
#pragma unroll
    for (int m = 0; m < 4; ++m)
      sums[m] += c[i + m][get_local_id(0)];
#pragma unroll
  for (int m = 0; m < 4; ++m)
    if (${guard})
      b[4096 * m + get_global_id(0)] = sums[m];
}`;

/** Each value is used so often. */
const USES = 256 / 67;

test.each([
  // Three of the four that a round reads are there for the next; their loads are for the first use.
  ['but the first', '1', 3, USES - 1],
  // All are there when the sums begin.
  ['where arithmetic has moved behind guards', 'get_local_id(0) + m < 40', 67, USES],
])('a spilled value is reloaded for each use %s, two for each wait', (_, guard, spilled, often) => {
  const machine = { ...BRANCHING, registersOfItem: 24 };
  const program = programOf(sums(guard), machine);
  expect(program.spilled).toBe(spilled);
  const reloads = spilled * often;
  const times = Math.ceil(reloads / 2);
  const bytes = (spilled + reloads) * machine.lanes * 4;
  expect(program.steps).toContainEqual(
    expect.objectContaining({ times, port: Math.round(bytes / machine.l1Width / times) }),
  );
  const usual = programOf(sums(guard), machine, { ...ALL_TERMS, reloads: false });
  expect(usual.steps).toContainEqual(expect.objectContaining({ times: Math.ceil(spilled / 16) }));
});
