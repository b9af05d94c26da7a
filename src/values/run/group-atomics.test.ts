import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** The verdict on two groups of 8, and the kinds of what is found. */
function said(body: string): readonly string[] {
  const text = `__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global atomic_int *c, __global const int *x) {
  int i = get_global_id(0), w = get_group_id(0); ${body.replaceAll('ADD', 'atomic_fetch_add_explicit')}
}`.replaceAll('NARROW', 'memory_order_relaxed, memory_scope_work_group');
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...verdict.findings.map(({ kind }) => kind)];
}

const WIDE = 'memory_order_relaxed, memory_scope_device';

test.each([
  ['with its own kind', 'ADD(c, 1, NARROW);'],
  ['before a wider one', `if (i == 0) ADD(c, 1, NARROW); if (i == 9) ADD(c, 1, ${WIDE});`],
  ['behind a wider one', `if (i == 0) ADD(c, 1, ${WIDE}); if (i == 9) ADD(c, 1, NARROW);`],
  [
    'behind a wider one of its own group',
    `if (i == 0) ADD(c, 1, ${WIDE}); if (i == 1) ADD(c, 1, NARROW); if (i == 9) ADD(c, 1, ${WIDE});`,
  ],
  ['that reads', `if (i < 8) ADD(c, 1, ${WIDE}); else atomic_load_explicit(c, NARROW);`],
])("an atomic of a group's scope races between groups, %s", (_, body) => {
  expect(said(body)).toEqual(['wrong', 'race-between-groups']);
});

test.each([
  ['at a place of each group', 'ADD(c + w, 1, NARROW);'],
  ['of one group', 'if (w == 1) ADD(c, 1, NARROW);'],
  ['where both only read', 'atomic_load_explicit(c, NARROW);'],
  ['of a wider scope', `ADD(c, 1, ${WIDE});`],
  ['where contents choose in each part', 'ADD(c + w * 8 + (x[i] & 7), 1, NARROW);'],
])('but not %s', (_, body) => {
  expect(said(body)).toEqual(['right']);
});

test('where contents bring groups together', () => {
  expect(said('ADD(c + (x[i] & 7), 1, NARROW);')[0]).not.toBe('right');
});
