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

test('what is chosen in passing decides no place by which another is kept', () => {
  const text = `#pragma tuner items 16, 4
#pragma tuner local_size 4, 4
#pragma tuner array in = 64
#pragma tuner array o = 64
int wrap(int v, int n) { return v < 0 ? v + n : v >= n ? v - n : v; }
__kernel void k(__global int *o, __global const uchar *in) {
  __local uchar t[6][6];
  int x = get_local_id(0), y = get_local_id(1), n = 0;
  for (int i = y * 4 + x; i < 36; i += 16)
    t[i / 6][i % 6] = in[wrap(i / 6 - 1, 4) * 16 + wrap(get_group_id(0) * 4 - 1 + i % 6, 16)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < 3; d++) n += t[y + d][x] & 1;
  o[y * 16 + get_global_id(0)] = n == 9 || (n == 8 && (t[y + 1][x + 1] & 1));
}`;
  expect(statusOf(checkByRunning(builtValues(text, {}), { text }))).toBe('right');
});

test.each([
  ['printf("%d", o[g + 8]);', 'wrong'],
  ['printf("%d", o[0]++);', 'wrong'],
  ['printf("%d %s", o[g], "x");', 'right'],
  ['printf("%s", o[g] > 3 ? "a" : "b"); printf((__constant char *)"%d", "abc"[g % 3]);', 'right'],
  ['printf("%s", o[g + 8] ? "a" : "b");', 'wrong'],
  ['printf("%c", "abc"[o[g + 8] & 1]);', 'wrong'],
])('what is printed is read: %s', (body, expected) => {
  expect(said(body)).toBe(expected);
});
