import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Item `waits` spins on a flag that item `writes` of its group sets. */
const spinning = (waits: number, writes: number): string => `#pragma tuner local flag = 1
__kernel void k(__global int *o, __local int *flag) {
  int lid = get_local_id(0);
  if (lid == 0) flag[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == ${writes}) atomic_xchg(&flag[0], 1);
  if (lid == ${waits}) while (atomic_add(&flag[0], 0) == 0) {}
  o[get_global_id(0)] = 1;
}`;

test.each([
  [0, 1],
  [1, 0],
])('that item %i waits for item %i rests on progress that nobody promises', (waits, writes) => {
  const text = spinning(waits, writes);
  const verdict = checkByRunning(builtValues(text, { size: 8, WG: 4 }), { text });
  expect(verdict.findings).toEqual([]);
  expect(statusOf(verdict)).toBe('not-checked');
  expect(verdict.notChecked.map(({ what }) => what)).toContain('non-termination');
});

test.each([
  ['a way out that contents lead to', 'while (at >= 0) at = a[at & 63];', true],
  ['one behind others', 'while (1) { at = a[at & 63]; if (at == -9 && n > 0) return; }', true],
  ['none that contents lead to', 'while (at >= 0) at = a[at & 63] & 63;', false],
  [
    'one that nothing in it changes',
    'while (i < 8) { if (a[at & 63] > 3) s++; at = a[at & 63]; }',
    false,
  ],
])('a loop through contents ends if there is %s', (_name, loop, mayEnd) => {
  const text = `#pragma tuner array a = 64
__kernel void k(__global const int *a, __global int *o, int n) {
  int at = get_global_id(0), i = 0, s = 0;
  ${loop}
  o[get_global_id(0)] = s;
}`;
  const verdict = checkByRunning(builtValues(text), { text });
  expect(verdict.findings.map(({ kind }) => kind)).toEqual(mayEnd ? [] : ['non-termination']);
  expect(conditionsOf(verdict)).toEqual(mayEnd ? ['the loop in line 4 ends'] : []);
});
