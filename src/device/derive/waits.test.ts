import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import type { Machine } from '../machine.ts';
import { deviceCosts } from './index.ts';

const programOf = (text: string, machine: Machine) =>
  deviceCosts(
    kernelOf(`#pragma tuner param WG = {64}\n#pragma tuner items 4096\n${text}`, 'machine'),
    machine,
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
