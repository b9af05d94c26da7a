import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

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
  ['the last one', 'if (g < n) o[g] = a[g]; else o[g] = n > 0 ? a[n - 1] : 0;'],
  ['the items below', 'if (g < n) o[g] = a[g];'],
  ['another argument', 'if (g < n) o[g] = a[g]; else if (m < n) o[g] = a[m];'],
])('but not %s', (_, body) => {
  expect(said(body)).toEqual(['right']);
});
