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

/** The same of 16 items in two groups, and of contents and arguments that nobody states. */
function ofGlobal(body: string): string {
  const text = `__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global const int *v, __global const int *p, __global int *c, int m) {
  int l = get_local_id(0), i = get_global_id(0);
  ${body}
}`;
  return statusOf(checkByRunning(builtValues(text, {}), { text }));
}

test.each([
  ['a count', 'if (v[i] > 0) *c += 1;'],
  ['by a variable', 'if (v[i] > 0) { int t = c[2]; t += 2; c[2] = t; }'],
  ['at a place of contents that all have', 'if (v[i] > 3) c[p[0]] += v[i];'],
  ['at one place for two', 'if (v[i] > 3) c[i / 2] += v[i];'],
  ['where two conditions may lead', 'if (v[i] > 3 || i == p[0]) c[0]++;'],
])('an update that contents lead several to is lost: %s', (_, body) => {
  expect(ofGlobal(body)).toBe('wrong');
});

test.each([
  ['a maximum', 'int x = v[i]; if (x > c[0]) c[0] = x;'],
  ['a neighbour', 'if (c[i] > 0) c[i ^ 1] = 0;'],
  ['an exchange', 'if (c[i] > c[i ^ 1]) { int t = c[i]; c[i] = c[i ^ 1]; c[i ^ 1] = t; }'],
  [
    'where one alone writes, first',
    'if (v[i] > 3 && i == 0) c[0] = 1; if (i > 0 && c[i - 1] > 5) c[20 + i] = 1;',
  ],
  [
    'for a number that none of the first inputs has',
    'c[i + 16] = c[i ^ 1]; if (v[i] == 4711) c[i] = 1;',
  ],
])('what all read and some write in global memory races: %s', (_, body) => {
  expect(ofGlobal(body)).toBe('wrong');
});

test.each([
  ['its own place', 'int x = c[i]; if (v[i] > x) c[i] = v[i];'],
  [
    'behind a barrier',
    'int x = l > 0 ? c[i - 1] : 0; barrier(2); if (v[i] > x && l < 7) c[i] = 1;',
  ],
  ['where each has its own', 'for (int j = 0; j < 8; j++) if (v[j] == i) c[j] += 1;'],
])('but not %s', (_, body) => {
  expect(ofGlobal(body)).toBe('right');
});

test.each([
  ['the read is behind the other side', 'if (v[0] > 2) c[16 + i] = c[i ^ 1]; else c[i] = 1;'],
  ['a level may have no neighbours', 'if (v[i] == m) c[i] = c[i ^ 1];'],
])('where %s it is not wrong', (_, body) => {
  expect(ofGlobal(body)).not.toBe('wrong');
});

test.each([
  ['only one may be meant', 'if (v[i] > 3) c[0] = i;'],
  ['a number that none has', 'if (v[i] == 4711) c[0]++;'],
  ['it may be read before', 'if (v[i] > 3) c[0] = i; else if (v[i] < -3) c[i + 1] = c[0];'],
  ['one of each group', 'if (l == p[0]) c[0]++;'],
  ['one of each four', 'if (i % 4 == p[0]) c[0]++;'],
  ['another for each round', 'for (int j = 0; j < 4; j++) if (i == p[j]) c[0]++;'],
])('else contents may keep them apart: %s', (_, body) => {
  expect(ofGlobal(body)).toBe('not-checked');
});

test.each([
  ['the item that contents name', 'if (i == p[0]) c[0]++;'],
  ['written the other way', 'if (p[1] != 2 * i + 1) return; c[0] += v[i];'],
  ['one of each group, in its element', 'if (l == (p[0] & 7)) c[get_group_id(0)] = v[i];'],
])('an equality that one alone fulfils lets no two meet: %s', (_, body) => {
  expect(ofGlobal(body)).toBe('right');
});

const filled = (who: string, what: string): string =>
  `__local int b[8]; int n = p[0] & 7; b[l] = 0; barrier(1);
  if (${who}) for (int j = 0; j < n; j++) ${what} barrier(1); c[i] = b[l];`;

test.each([
  ['the first', filled('l == 0', 'b[j] += j;'), 'right'],
  ['one that an argument names', filled('m == l', 'b[v[j] & 7] = j;'), 'right'],
  ['all but its own', filled('!(l != 2)', 'b[v[j] & 7] += v[j + 1];'), 'right'],
  [
    'one of all, in global memory',
    'if (i == 3) for (int j = 0; j < v[0]; j++) c[0] += j;',
    'right',
  ],
  ['one of each group', 'if (l == 3) for (int j = 0; j < (v[0] & 3); j++) c[0] += j;', 'wrong'],
  ['one of four', filled('l % 4 == 0', 'b[v[j] & 7] = l;'), 'depends'],
  [
    'one, beside all',
    filled('l == 0', 'b[v[j] & 7] = l;').replace('barrier(1); c', 'c'),
    'not-checked',
  ],
  ['the first and the last', filled('l == 0 || l == 7', 'b[v[j] & 7] = l;'), 'depends'],
])('who is alone may access as much as contents say: %s', (_, body, status) => {
  expect(ofGlobal(body)).toBe(status);
});
