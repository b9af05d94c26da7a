import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';
import type { RunVerdict } from './run-verdict.ts';

/** Items of a group read one element each of an array of two rows of eight. */
const said = (element: string): RunVerdict => {
  const text = `#pragma tuner param WG = {8}
#pragma tuner items 8
#pragma tuner array o = 8
__kernel void k(__global int *o, int n) {
  __local int t[2][8], u[2][3][4];
  int l = get_local_id(0);
  __local int *first = &t[0][0];
  __local int (*row)[8] = &t[0];
  t[0][l] = t[1][l] = l;
  for (int i = l; i < 24; i += 8) u[i / 12][i / 4 % 3][i % 4] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[l] = ${element};
}`;
  return checkByRunning(builtValues(text, { WG: 8 }), { text });
};

test.each([
  ['t[0][l + 1]', 'Work-item 7 of work-group 0 comes to t[0][8], and t[0] has 8 elements.'],
  ['t[1][l - 1]', 'Work-item 0 of work-group 0 comes to t[1][-1], and t[1] has 8 elements.'],
  ['t[0][9]', 'Work-item 0 of work-group 0 comes to t[0][9], and t[0] has 8 elements.'],
  ['row[0][l + 8]', 'Work-item 0 of work-group 0 comes to row[0][8], and row[0] has 8 elements.'],
  ['(*row)[l + 8]', 'Work-item 0 of work-group 0 comes to (*row)[8], and (*row) has 8 elements.'],
  ['u[0][l / 2][1]', 'Work-item 6 of work-group 0 comes to u[0][3], and u[0] has 3 elements.'],
])('a subscript leaves its row: %s', (element, message) => {
  const verdict = said(element);
  expect(statusOf(verdict)).toBe('right');
  expect(verdict.remarks.map((each) => [each.kind, each.message])).toEqual([
    ['beyond-row', message],
  ]);
});

test.each([
  't[l % 2][l]',
  'first[l + 8]',
  '*(t[0] + 9)',
  '(&t[0][0])[l + 8]',
  '*&t[0][l] + (&t[0][8] - first)',
  'l > 8 ? t[0][l] : 0',
  'l < 7 ? t[0][l + 1] : 0',
  'u[1][l / 3][l % 4]',
  't[0][n < 9 ? n : 8]',
])('none does: %s', (element) => {
  const verdict = said(element);
  expect(verdict.findings).toEqual([]);
  expect(verdict.remarks).toEqual([]);
});

test('beyond the whole array it is no remark', () => {
  const { findings, remarks } = said('t[1][l + 1]');
  expect(findings.map(({ kind }) => kind)).toEqual(['bounds']);
  expect(remarks).toEqual([]);
});
