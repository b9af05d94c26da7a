import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

function said(body: string): string {
  const text = `#pragma tuner items 8
#pragma tuner array o = 8
#pragma tuner array in = 8
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *o, __global const int *in, int n) {
  int g = get_global_id(0), v = in[g]; ${body}
}`;
  return statusOf(checkByRunning(builtValues(text, {}), { text }));
}

test.each([
  ['an argument less itself', 'o[g] = 12 / (n - n);'],
  ['contents less themselves', 'o[g] = 12 % (v - v);'],
  ['a variable that is so', 'int d = (v ^ v) * 3; if (v > 100) o[g] = 12 / d;'],
  ['a comparison with itself', 'o[g] = 12 / (v + n < v + n);'],
])('a division by %s is wrong', (_, body) => {
  expect(said(body)).toBe('wrong');
});

test.each([
  ['a condition that nothing meets', 'if (n != n) o[g + 100] = 1; o[g] = 1;'],
  ['one that all meet', 'if (v == v) o[g] = 1; else o[g + 100] = 1;'],
])('%s leads to no fault', (_, body) => {
  expect(said(body)).toBe('right');
});

test('a division by numbers that may differ depends on them', () => {
  expect(said('o[g] = 12 / (v - n);')).not.toBe('wrong');
  expect(said('float f = v; if (f != f) o[g + 100] = 1;')).not.toBe('wrong');
});
