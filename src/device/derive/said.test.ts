import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { PREDICATING } from '../../testing/machines.ts';
import type { Segment } from '../program.ts';
import { deviceCosts } from './index.ts';

/** Costs of a kernel with some pragmas before it. */
function costsOf(pragmas: string, body: string) {
  const text = `#pragma tuner param WG = {64}
${pragmas}
float f(float x);
__kernel void k(__global const int *at, __global const float *a, __global float *out) {
  ${body}
}`;
  const kernel = kernelOf(text, 'machine');
  const costs = deviceCosts(kernel, PREDICATING);
  const program = costs.program({ WG: 64 }, { ...usualConstants(), size: 4096 });
  const segments = program.steps.flatMap((step): Segment[] =>
    step.kind === 'segment' ? [step] : [],
  );
  const sum = (of: (segment: Segment) => number): number =>
    segments.reduce((all, segment) => all + segment.times * of(segment), 0);
  return {
    program,
    codes: costs.diagnostics.map(({ code }) => code),
    port: sum(({ port }) => port),
    issue: sum(({ issue }) => issue),
  };
}

const GATHER = 'int g = get_global_id(0); out[g] = a[at[g]];';

test('an address that hangs on data is said to be assumed, or is what a pragma says', () => {
  const assumed = costsOf('', GATHER);
  expect(assumed.codes).toEqual(['assumed-address']);
  const [apart, together, one] = [32, 1, 0].map((stride) =>
    costsOf(`#pragma tuner stride a = ${stride}`, GATHER),
  );
  expect(apart?.port).toBe(assumed.port);
  expect(together?.port).toBe(3);
  expect([together?.codes, one?.codes, one?.port]).toEqual([[], [], 3]);
});

test('what is in an array gives addresses: every other place', () => {
  expect(costsOf('#pragma tuner input at[i] = 2 * i', GATHER)).toMatchObject({
    codes: [],
    port: 1 + 2 + 1,
  });
});

test('registers are those that a pragma says', () => {
  const { program } = costsOf('#pragma tuner registers 128', GATHER);
  expect(program).toMatchObject({ registers: 128, limit: 'registers', resident: 8 });
});

test('instructions of a call are those that a pragma says', () => {
  const call = 'out[get_global_id(0)] = f(1.0f);';
  const cost = '#pragma tuner cost f = 1';
  const [few, many] = [10, 110].map((count) =>
    costsOf(`${cost}\n#pragma tuner instructions f = ${count}`, call),
  );
  expect((many?.issue ?? 0) - (few?.issue ?? 0)).toBe(100 * PREDICATING.floating);
});
