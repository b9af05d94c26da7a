import { describe, expect, test } from 'vitest';
import { builtValues, valueErrors } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';
import type { RunVerdict } from '../run/run-verdict.ts';

/** A group of 40: a sub-group of 32 and one of 8. `v` of an item is its place in the group. */
const said = (body: string, ensures = 'true'): RunVerdict => {
  const text = `#pragma tuner param WG = {40}
#pragma tuner items 40
#pragma tuner ensures forall i < 40: ${ensures}
__kernel void k(__global int *o) {
  __local int l[40];
  int v = get_local_id(0);
  ${body}
}`;
  return checkByRunning(builtValues(text, { size: 40, WG: 40 }), { text });
};

describe('what the items of a sub-group put together', () => {
  test.each([
    ['sub_group_reduce_add(v)', 'o[i] == (i < 32 ? 496 : 284)'],
    ['sub_group_reduce_max(-v)', 'o[i] == (i < 32 ? 0 : -32)'],
    ['sub_group_scan_inclusive_add(1)', 'o[i] == i % 32 + 1'],
    ['sub_group_scan_exclusive_add(1)', 'o[i] == i % 32'],
    ['sub_group_scan_exclusive_max(v)', 'o[i] == (i % 32 == 0 ? -2147483648 : i - 1)'],
    ['sub_group_broadcast(v, 5)', 'o[i] == (i < 32 ? 5 : 37)'],
    ['sub_group_shuffle_xor(v, 1)', 'o[i] == (i % 2 == 0 ? i + 1 : i - 1)'],
    ['sub_group_any(v == 3) + 2 * sub_group_all(v > 20)', 'o[i] == (i < 32 ? 1 : 2)'],
    ['sub_group_ballot(v % 2).x', 'o[i] == (i < 32 ? -1431655766 : 170)'],
    [
      'get_sub_group_size() * 100 + get_sub_group_local_id()',
      'o[i] == (i < 32 ? 3200 : 800) + i % 32',
    ],
    ['get_num_sub_groups() * 10 + get_sub_group_id()', 'o[i] == 20 + i / 32'],
  ])('%s', (value, ensures) => {
    const right = said(`o[v] = ${value};`, ensures);
    expect(right.findings).toEqual([]);
    expect(statusOf(right)).toBe('right');
    expect(statusOf(said(`o[v] = ${value} + (v == 39);`, ensures))).toBe('wrong');
  });

  test('a barrier orders those of the sub-group, and a device decides who they are', () => {
    const body = (other: string): string =>
      `l[v] = v; sub_group_barrier(CLK_LOCAL_MEM_FENCE); o[v] = l[${other}];`;
    const near = said(body('v ^ 1'), 'o[i] == (i % 2 == 0 ? i + 1 : i - 1)');
    expect(statusOf(near)).toBe('right');
    expect(near.notChecked.map(({ holdsIf }) => holdsIf)).toEqual([
      'sub-groups have 32 work-items',
    ]);
    expect(said(body('39 - v')).findings.map(({ kind }) => kind)).toContain('race-local');
  });

  test.each([
    ['sub_group_broadcast(v, v / 32 + 1)', undefined],
    ['sub_group_broadcast(v, v & 1)', 'divergence'],
    ['sub_group_broadcast(v, 32)', 'uninitialised'],
    ['sub_group_shuffle(v, v % 32 + 4)', 'uninitialised'],
    ['sub_group_shuffle_up(v, 1)', 'uninitialised'],
    ['sub_group_shuffle_down(v, 1)', 'uninitialised'],
    ['sub_group_shuffle_xor(v, 31)', 'uninitialised'],
  ])('what is named by %s', (value, kind) => {
    expect(said(`o[v] = ${value};`).findings[0]?.kind).toBe(kind);
  });

  test.each(['add', 'max'])('a tree of shuffles leaves out what is outside: %s', (name) => {
    const join = name === 'add' ? 'x + y' : 'max(x, y)';
    const verdict = said(
      `int x = v;
  for (int d = 16; d > 0; d /= 2) { int y = sub_group_shuffle_down(x, d); x = ${join}; }
  if (v == 0) o[0] = x;`,
      `i != 0 || o[i] == ${name === 'add' ? 496 : 31}`,
    );
    expect(statusOf(verdict)).toBe('right');
  });

  test('some that do not come', () => {
    const { findings } = said('if (v < 2) o[v] = sub_group_reduce_add(v);');
    expect(findings.map(({ kind }) => kind)).toContain('divergence');
  });

  test('a size that is stated is a fact, and others are not followed', () => {
    const text = (size: string): string => `#pragma tuner param WG = {32}
__attribute__((intel_reqd_sub_group_size(${size})))
__kernel void k(__global int *o) { o[get_global_id(0)] = sub_group_reduce_add(1); }`;
    const verdict = checkByRunning(builtValues(text('32'), { size: 64, WG: 32 }), {
      text: text('32'),
    });
    expect(statusOf(verdict)).toBe('right');
    expect(verdict.notChecked).toEqual([]);
    expect(valueErrors(text('16'))).toEqual([
      expect.stringContaining('Sub-groups of 16 are not followed, only those of 32.'),
    ]);
  });
});
