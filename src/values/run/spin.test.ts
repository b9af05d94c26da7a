import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
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
