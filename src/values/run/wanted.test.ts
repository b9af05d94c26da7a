import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { steeredRun } from './steer.ts';
import { traceByRunning } from './trace-by-running.ts';

const kernel = (claim: string, body: string): string => `#pragma tuner param WG = {2}
#pragma tuner input a[i] = 3 * i + 1
#pragma tuner ensures ${claim}
__kernel void k(__global int *a, __global int *b) {
  int i = get_global_id(0);
  ${body}
}
`;

function wanted(claim: string, body: string) {
  const text = kernel(claim, body);
  const options = { text, constants: { ...usualConstants(), size: 4 } };
  const { trace } = steeredRun(builtValues(text, { size: 4, WG: 2 }), [], options);
  return Object.fromEntries(trace?.arrays.map(({ name, wanted: own }) => [name, own]) ?? []);
}

test('what an equation wants of inputs alone is known before the first step', () => {
  const put = 'b[i] = 0;';
  expect(wanted('forall i < size: b[i] == a[i] + 10', put)).toMatchObject({
    b: [11, 14, 17, 20].map(BigInt),
  });
  expect(wanted('b[1] == sum(i < size: a[i])', put).b?.[1]).toBe(22n);
  expect(wanted('forall i < 2: 2 * i == b[i] && b[i + 2] == 1', put)).toMatchObject({
    b: [0n, 2n, 1n, 1n],
  });
  // Before anything writes it.
  expect(wanted('forall i < size: b[i] == a[i]', 'int own = a[i];')).toMatchObject({
    b: [1, 4, 7, 10].map(BigInt),
  });
  // In place, of what was there before.
  expect(wanted('forall i < size: a[i] == old(a[3 - i])', 'a[i] = b[i];')).toMatchObject({
    a: [10, 7, 4, 1].map(BigInt),
  });
});

test('nothing is wanted where something that is written decides', () => {
  const both = 'a[i] = 1; b[i] = 1;';
  expect(wanted('forall i < size: b[i] == a[i]', both)).toEqual({});
  expect(wanted('forall i < size: b[i] > a[i]', 'b[i] = 0;')).toEqual({});
});

test('a counterexample has it too', () => {
  const text = kernel('forall i < size: b[i] == a[i]', 'b[i] = a[i] + (i == 2);');
  const options = { text, constants: { ...usualConstants(), size: 4 } };
  const trace = traceByRunning(builtValues(text, { size: 4, WG: 2 }), 0, options);
  expect(trace?.arrays.find(({ name }) => name === 'b')?.wanted).toEqual([1, 4, 7, 10].map(BigInt));
});
