import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { checkByRunning } from './check.ts';

const races = (condition: string): readonly string[] => {
  const text = `#pragma tuner array o = 9
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *o, __global const int *in, __global int *c) {
  int g = get_global_id(0), v = in[g];
  if (${condition}) { int p = c[0]; c[0] = p + 1; o[p] = v; }
}`;
  const { notChecked } = checkByRunning(builtValues(text, {}), { text });
  return notChecked.flatMap(({ what, why }) =>
    what === 'races' && why.includes('writes') ? [why] : [],
  );
};

test('contents that lead nobody to a race are not said to do so', () => {
  const all = races('v > 0');
  expect(all).not.toEqual([]);
  expect(all.filter((why) => why.includes('are 0'))).toEqual([]);
});

test('late items of a large group that come to one place are compared too', () => {
  const text = `#pragma tuner items 256
#pragma tuner local_size 256
__kernel void k(__global const int *p, __global const int *b, __global int *x) {
  int i = get_global_id(0);
  x[p[min(i, 128)] & 7] = b[i];
}`;
  const { findings } = checkByRunning(builtValues(text, {}), { text });
  expect(findings.map(({ kind, assumed }) => [kind, assumed?.words])).toEqual([
    ['race-global', undefined],
  ]);
});
