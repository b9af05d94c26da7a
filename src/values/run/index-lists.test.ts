import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const judged = (body: string) => {
  const text = `#pragma tuner local_size 4
    #pragma tuner items 8
    __kernel void k(__global int *v, __global const int *list, __global const uchar *bytes,
      __global const int *rows, int n) { int g = get_global_id(0); __local int s[8]; ${body} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), ...ran.findings.flatMap(({ assumed }) => assumed?.words ?? [])];
};

const TOGETHER = 'contents of list bring two work-items to one element';

it.each([
  [
    'rows of a level',
    'int r = list[g]; int s = v[r]; for (int j = 0; j < n; j++) s -= j; v[r] = s;',
  ],
  ['multiples', 'v[list[g]] *= g + 1 + rows[g];'],
  ['in steps', 'if (g < n) { int r = list[g]; v[r * 2 + 1] = 3 * v[r * 2 + 1]; }'],
])('a list that an update goes by may have each number once: %s', (_, body) => {
  const [status, ...words] = judged(body);
  expect(status).toBe('depends');
  expect(words).toContain(TOGETHER);
});

it.each([
  ['counting', 'v[list[g]]++;'],
  ['a sum of amounts', 'v[list[g]] += g + 1 + rows[g];'],
  ['a sum under a condition', 'int r = list[g]; if (g < n) v[r] = v[r] - rows[g];'],
  ['counting in bins', 'v[list[g] & 7] += rows[g];'],
  ['bytes', 'v[bytes[g]] += rows[g];'],
  ['in memory of a group', 's[get_local_id(0)] = 0; barrier(1); s[list[g] & 7] += 1;'],
  ['one place for all', 'v[0] += list[g];'],
])('but not where it may hardly: %s', (_, body) => {
  expect(judged(body)[0]).toBe('wrong');
});

it.each([
  ['the first of all', 'v[list[0]] = rows[g];', 'wrong'],
  [
    'one that a loop comes before',
    'for (int j = 0; j < rows[g]; j++) n++; v[list[1] + 3] = n;',
    'wrong',
  ],
  ['one for two', 'v[list[g / 2]] = g;', 'wrong'],
  ['of a list of lists', 'int r = rows[0]; v[list[r & 7]] = g;', 'wrong'],
  ['one for all, behind an argument', 'if (g < n) v[list[n]] = g;', 'wrong'],
  ['one for each', 'v[list[g]] = g;', 'depends'],
  ['one for each, by rounds', 'for (int j = 0; j < 8; j++) if (j == g) v[list[j]] = g;', 'depends'],
])('items that write an element of one number race whatever it is: %s', (_, body, status) => {
  expect(judged(body)[0]).toBe(status);
});

it('contents that are stated to meet are wrong, and others right', () => {
  const text = (value: string): string => `#pragma tuner local_size 2
    #pragma tuner items 2
    #pragma tuner array list = 2
    #pragma tuner input list[i] = ${value}
    __kernel void k(__global int *v, __global const int *list) { v[list[get_global_id(0)]] *= 3; }`;
  const said = (value: string) =>
    checkByRunning(builtValues(text(value), {}), { text: text(value) });
  expect(statusOf(said('any(0, 1)'))).toBe('wrong');
  expect([statusOf(said('i')), ...conditionsOf(said('i'))]).toEqual(['right']);
});
