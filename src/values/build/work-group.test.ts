import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';
import type { RunVerdict } from '../run/run-verdict.ts';

/** A kernel of two groups of four; `v` of an item is its place in the group, doubled, less 3. */
const said = (body: string, ensures: string): RunVerdict => {
  const text = `#pragma tuner ensures forall i < 8: ${ensures}
__kernel void k(__global int *o) {
  int l = get_local_id(0);
  int v = 2 * l - 3;
  ${body}
}`;
  return checkByRunning(builtValues(text, { size: 8, WG: 4 }), { text });
};

describe('what the items of a group put together', () => {
  test.each([
    ['work_group_reduce_add(v)', 'o[i] == 0'],
    ['work_group_reduce_min(v)', 'o[i] == -3'],
    ['work_group_reduce_max((uint)(v + 3))', 'o[i] == 6'],
    ['work_group_reduce_add(0.5f * l) * 2', 'o[i] == 6'],
    ['work_group_scan_inclusive_add(v)', 'o[i] == sum(j < i % 4 + 1: 2 * j - 3)'],
    ['work_group_scan_exclusive_add(v)', 'o[i] == sum(j < i % 4: 2 * j - 3)'],
    ['work_group_scan_inclusive_max(-v)', 'o[i] == 3'],
    ['work_group_scan_exclusive_min((short)v)', 'o[i] == (i % 4 == 0 ? 32767 : -3)'],
    ['work_group_all(v > -4) + 2 * work_group_all(v > -3)', 'o[i] == 1'],
    ['work_group_any(v == 3) + 2 * work_group_any(v == 2)', 'o[i] == 1'],
    ['work_group_broadcast(v, 2)', 'o[i] == 1'],
  ])('%s', (value, ensures) => {
    const verdict = said(`o[get_global_id(0)] = ${value};`, ensures);
    expect(verdict.findings).toEqual([]);
    expect(statusOf(verdict)).toBe('right');
  });

  test('again and again in a loop', () => {
    const body = `int s = 0;
  for (int i = 0; i < 3; i++) s += work_group_reduce_add(v + i);
  o[get_global_id(0)] = s;`;
    expect(statusOf(said(body, 'o[i] == 12'))).toBe('right');
    expect(statusOf(said(body, 'o[i] == 13'))).toBe('wrong');
  });

  test.each([
    ['their own place', 'work_group_broadcast(v, l)', 'divergence'],
    ['one of two', 'work_group_broadcast(v, l > 2)', 'divergence'],
    ['the same, where each is one less', 'work_group_broadcast(v, get_group_id(0) + 1)', undefined],
  ])('and asked for by %s', (_, value, kind) => {
    const { findings } = said(`o[get_global_id(0)] = ${value};`, 'true');
    expect(findings[0]?.kind).toBe(kind);
  });

  test('and asked for one that the group has not', () => {
    const { findings } = said('o[get_global_id(0)] = work_group_broadcast(v, 4);', 'true');
    expect(findings.map(({ kind, message }) => [kind, message])).toEqual([
      ['bounds', expect.stringContaining('names work-item 4 of a work-group that has 4, by')],
    ]);
  });

  test('and where some do not come', () => {
    const { findings } = said('if (l < 2) o[l] = work_group_reduce_add(v);', 'true');
    expect(findings.map(({ kind }) => kind)).toContain('divergence');
  });
});
