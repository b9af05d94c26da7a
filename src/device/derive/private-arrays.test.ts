import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import type { Machine } from '../machine.ts';
import type { Terms } from './terms.ts';
import { ALL_TERMS, deviceCosts } from './index.ts';

/** An item adds to each of its COUNT sums in ROUNDS turns, TOGETHER of them unrolled. */
const KERNEL = `
#pragma tuner param COUNT = {8, 32}
#pragma tuner param TOGETHER = {1, 2, 8, 32}
#pragma tuner local_size 64
#pragma tuner items 64
__kernel void sums(__global const float *in, __global float *out) {
  float own[COUNT];
#pragma unroll
  for (int i = 0; i < COUNT; ++i) own[i] = 0.0f;
  for (int t = 0; t < 100; ++t) {
    const float value = in[t];
#pragma unroll TOGETHER
    for (int i = 0; i < COUNT; ++i) own[i] += value;
  }
#pragma unroll
  for (int i = 0; i < COUNT; ++i) out[i * 64 + get_local_id(0)] = own[i];
}`;

function totals(machine: Machine, COUNT: number, TOGETHER: number, terms: Terms = ALL_TERMS) {
  const costs = deviceCosts(kernelOf(KERNEL, 'machine'), machine, terms);
  const { steps, registers } = costs.program({ COUNT, TOGETHER }, { ...usualConstants() });
  let [port, issue] = [0, 0];
  for (const step of steps)
    if (step.kind === 'segment') {
      port += step.times * step.port;
      issue += step.times * step.issue;
    }
  return { port, issue, registers };
}

test('a loop that is wholly unrolled leaves a private array in registers', () => {
  const whole = totals(PREDICATING, 32, 32);
  expect(whole).toEqual(totals(PREDICATING, 32, 32, { ...ALL_TERMS, indexing: false }));
});

test('one that is not puts it in memory: a load and a store of each round, and those outside', () => {
  const inMemory = totals(PREDICATING, 32, 1);
  const without = totals(PREDICATING, 32, 1, { ...ALL_TERMS, indexing: false });
  const word = (PREDICATING.lanes * 4) / PREDICATING.l1Width;
  // 100 rounds that read and write all, zeroed before and read after.
  const expected = word * 32 * (2 * 100 + 2);
  expect(Math.abs(inMemory.port - without.port - expected) / expected).toBeLessThan(0.02);
  expect(without.registers - inMemory.registers).toBe(32);
});

test('few rounds choose among registers, by instructions', () => {
  const chosen = totals(PREDICATING, 8, 2);
  const without = totals(PREDICATING, 8, 2, { ...ALL_TERMS, indexing: false });
  expect(chosen.port).toBe(without.port);
  expect(chosen.registers).toBe(without.registers);
  expect(chosen.issue).toBeGreaterThan(without.issue);
});

test('other compilers index up to sixteen registers', () => {
  const without = (count: number) => totals(BRANCHING, count, 1, { ...ALL_TERMS, indexing: false });
  expect(totals(BRANCHING, 8, 1).port).toBe(without(8).port);
  expect(totals(BRANCHING, 32, 1).port).toBeGreaterThan(without(32).port);
});
