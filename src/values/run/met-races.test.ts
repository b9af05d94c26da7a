import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** The verdict on two groups of 8 whose local memory holds contents that nobody states. */
function said(body: string): string {
  const text = `__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global int *a, __global int *o) {
  __local int t[16];
  int l = get_local_id(0), g = get_global_id(0);
  t[l] = a[g]; t[l + 8] = a[g + 16];
  SYNC
  ${body}
  SYNC
  o[g] = t[l];
}`.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE);');
  return statusOf(checkByRunning(builtValues(text, {}), { text }));
}

const stages = (between: string): string => `for (int s = 8; s > 0; s >>= 1) {
  int p = 2 * l - (l & (s - 1)), x = t[p], y = t[p + s];
  if (x > y) { t[p] = y; t[p + s] = x; } ${between} }`;

test.each([
  ['exchanges of a sorting network', stages('')],
  ['a neighbour that is larger', 'int x = t[l + 1]; if (x > t[l]) t[l] = x;'],
])('what all read and some write races where compared contents lead there: %s', (_, body) => {
  expect(said(body)).toBe('wrong');
});

test('a barrier keeps the stages of a sorting network apart', () => {
  expect(said(stages('SYNC'))).toBe('right');
});

test.each([
  ['only one may be meant', 'if (t[l] == 3) t[15] = l;'],
  ['they may exclude each other', 'if (t[l] > 3) t[8] = l; else if (t[l] < 1) o[16 + g] = t[8];'],
  ['contents are places too', 'if (t[l] > 3) t[t[l + 8] & 15] = 1;'],
])('else contents may keep them apart: %s', (_, body) => {
  expect(said(body)).toBe('not-checked');
});
