import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const OF_LAUNCH = 'o has 16 elements';

/** Nobody says how long the arrays are; two groups of 8. */
function said(body: string): readonly string[] {
  const text = `#pragma tuner items 16
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global int *o, __global const int *a, uint n, uint m) {
  uint g = get_global_id(0); ${body}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
}

test.each([
  ['the other items', 'if (g < n) o[g] = a[g]; else o[g] = a[n];', 'a[n]'],
  ['items that are left over', 'if (g >= n) o[g] = a[n];', 'a[n]'],
  ['one behind', 'if (g < n) o[g] = a[g]; else o[g] = a[n + 1];', 'a[n + 1]'],
  ['a product', 'if (g < n * m) o[g] = a[g]; else o[g] = a[n * m];', 'a[n * m]'],
])('the element where guards end an array may be outside: %s', (_, body, access) => {
  const [status, ...conditions] = said(body);
  expect(status).toBe('right');
  expect(conditions).toContain(`${access} is inside of a`);
});

test.each([
  [
    'the last one',
    'int x; if (g < n) x = a[g]; else x = n > 0 ? a[n - 1] : 0; if (g < n) o[g] = x;',
  ],
  ['the items below', 'if (g < n) o[g] = a[g];'],
  [
    'another argument',
    'int x = 0; if (g < n) x = a[g]; else if (m < n) x = a[m]; if (g < n) o[g] = x;',
  ],
])('but not %s', (_, body) => {
  expect(said(body)).toEqual(['right']);
});

const status = (body: string): string => said(body)[0] ?? '';

test.each([
  ['each item has two', 'if (2 * g + 1 < n) o[2 * g + 1] = 1;', 'if (2 * g < n) o[2 * g + 1] = 1;'],
  ['a case', 'switch (g < n) { case 1: o[g] = 1; }', 'switch (g <= n) { case 1: o[g] = 1; }'],
  ['a difference', 'if (g < n) o[g] = 1;', 'if (g - n <= 0u) o[g] = 1;'],
  ['an atomic', 'if (g < n) atomic_inc(&o[g]);', 'if (g <= n) atomic_inc(&o[g]);'],
])('a guard that lets one more through is seen: %s', (_, right, open) => {
  expect(said(right)).toEqual(['right']);
  expect(status(open)).toBe('not-checked');
});

test.each([
  ['half as many', 'if (g < n / 2) o[g] = 1;', 'if (g <= n / 2) o[g] = 1;', 'o[g] is inside of o'],
  ['shifted', 'if (g < n >> 1) o[g] = 1;', 'if (g <= n >> 1) o[g] = 1;', 'o[g] is inside of o'],
  [
    'a read before its guard',
    'int x = g < n ? a[g] : 0; if (g < n) o[g] = x;',
    'int x = a[g]; if (g < n) o[g] = x;',
    'a has 16 elements',
  ],
  ['either', 'if (g < n && m > 3) o[g] = 1;', 'if (g < n || m > 3) o[g] = 1;', OF_LAUNCH],
  ['otherwise', 'if (g < n) o[g] = 1;', 'if (g < n) o[g] = 1; else o[g] = 2;', OF_LAUNCH],
  ['differences', 'if (n > g) o[g] = 1;', 'if (n - g > 0) o[g] = 1;', OF_LAUNCH],
  ['no argument', 'if (n > 0 && g <= n - 1) o[g] = 1;', 'if (g <= n - 1) o[g] = 1;', OF_LAUNCH],
  [
    'an atomic',
    'if (g < n) { atomic_inc(&o[g]); o[g] = 1; }',
    'atomic_inc(&o[g]); if (g < n) o[g] = a[g];',
    OF_LAUNCH,
  ],
])('a length is asked for: %s', (_, right, open, condition) => {
  expect(said(right).slice(1)).toEqual([]);
  expect(said(open)).toContain(condition);
});

test.each([
  ['only one item', 'if (g == 0) o[g] = 1; if (g < n) o[g] += a[g];'],
  ['the inner part', 'if (g > 0 && (int)g < (int)n - 1) o[g] = a[g]; else if (g < n) o[g] = 0;'],
  ['the next one', 'int t = g; if (t + 1 < n) { t += 1; o[t] = 1; }'],
  ['a place of a loop', 'int s = 0; for (uint j = g; j < n; j += 16) s += a[j]; o[g] = s;'],
])('no other guard asks for one: %s', (_, body) => {
  expect(said(body)).toEqual(['right']);
});
