import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf, UNWRITTEN_MEMORY, type Verdict } from '../finding.ts';
import { checkByRunning } from './check.ts';

function said(body: string, type = 'int'): Verdict {
  const text = `#pragma tuner array o = 16
#pragma tuner array in = 16
__kernel void k(__global int *o, __global int *in, ${type} n) {
  __local int t[6], s[4];
  int l = get_local_id(0), g = get_global_id(0);
  t[l] = g; barrier(CLK_LOCAL_MEM_FENCE);
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  return checkByRunning(builtValues(text, { WG: 4 }), { text });
}

describe('local memory that nobody has written may be read', () => {
  test.each([
    ['for nothing', 'int x = t[l + 1]; o[g] = l;'],
    ['and left out by a choice', 'int x = t[l + 1]; o[g] = l < 3 ? x : 0;'],
    ['and left out of a sum', 'int x = t[l + 1], y = 1; y += l < 3 ? x : 0; o[g] = y;'],
    ['and passed on to nobody', 's[l] = t[l + 1]; SYNC; if (l < 3) o[g] = s[l];'],
  ])('%s', (_name, body) => {
    const verdict = said(body);
    expect(statusOf(verdict)).toBe('right');
    expect(verdict.notChecked.map(({ what }) => what)).toContain(UNWRITTEN_MEMORY);
  });

  test.each([
    ['a result', 'int x = t[l + 1]; o[g] = l > 0 ? x : 0;'],
    ['a condition', 'int x = t[l + 1]; if (x > 2) o[g] = 1;'],
    ['a place', 'int x = t[l + 1]; o[g / 4 * 4 + (x & 3)] = 1;'],
    ['an atomic', 'int x = t[l + 1]; atomic_add(o, x);'],
    ["others' results", 's[l] = t[l + 1]; SYNC; o[g] = s[3 - l];'],
    [
      'a result by a copy',
      's[l] = t[l + 1]; SYNC; event_t e = async_work_group_copy(o + get_group_id(0) * 4, s, 4, 0); wait_group_events(1, &e);',
    ],
  ])('but reaches %s', (_name, body) => {
    const { findings } = said(body);
    expect(findings.map(({ kind }) => kind)).toContain('uninitialised');
    expect(findings[0]?.message).toContain('reads t[4]');
  });
});

test.each([
  'async_work_group_copy(o + get_group_id(0) * 4, t + 2, 4, 0)',
  'async_work_group_copy((__global int2 *)o + get_group_id(0) * 2, (__local int2 *)(t + 2), 2, 0)',
  'async_work_group_copy((__global int4 *)o + get_group_id(0), (__local int4 *)(t + 2), 1, 0)',
])('local memory that nobody has written is copied to a result: %s', (copy) => {
  const { findings } = said(`event_t e = ${copy}; wait_group_events(1, &e);`);
  expect(findings.map(({ kind }) => kind)).toEqual(['uninitialised']);
});

test.each(['s[0] = t[5]', 's[0] = l == 0 ? t[5] : 0'])(
  'what nobody has written is not the same as 0: %s',
  (store) => {
    const { findings } = said(`if (l == 0) ${store}; if (l == 1) s[0] = 0; SYNC; o[g] = s[0];`);
    expect(findings.map(({ kind }) => kind)).toContain('race-local');
  },
);

test('the fourth number of three is not copied', () => {
  const copied = (write: string): readonly string[] =>
    said(`__local int3 v[1]; if (l == 0) ${write}; SYNC;
      event_t e = async_work_group_copy((__global int3 *)o + get_group_id(0), v, 1, 0);
      wait_group_events(1, &e);`).findings.map(({ kind }) => kind);
  expect(copied('v[0].x = 1')).toEqual(['uninitialised']);
  expect(copied('v[0] = 1')).toEqual([]);
});

test.each([
  ['int', 'n is above 0'],
  ['uint', 'n is not 0'],
])(
  'a loop of no rounds leaves a variable unwritten if its bound of %s allows none',
  (type, holds) => {
    const loop = `int x; for (${type} i = 0; i < n; i++) x = i; o[g] = x;`;
    const verdict = said(loop, type);
    expect([statusOf(verdict), conditionsOf(verdict)]).toEqual(['right', [holds]]);
  },
);

test.each([
  ['a condition on it', 'int x; if (n == 16) x = 1; o[g] = x;'],
  [
    'a condition beside the loop',
    'int x; for (int i = 0; i < n; i++) if (n) x = i; if (n == 3) x = 1; o[g] = x;',
  ],
  ['a loop that begins later', 'int x; for (int i = 4; i < n; i++) x = i; o[g] = x;'],
  ['a loop down to it', 'int x; for (int i = 100; i > n; i--) x = i; o[g] = x;'],
  ['a change of it', 'int x; n %= 7; for (int i = 0; i < n; i++) x = i; o[g] = x;'],
  ['a condition in the loop', 'int x; for (int i = 0; i < n; i++) if (i == 8) x = i; o[g] = x;'],
])('but that is not all where there is %s', (_name, body) => {
  expect(statusOf(said(body))).toBe('depends');
});

test.each([
  ['wrong where all of it is', ''],
  ['right where a part is not', 's[l + 4].b = l;'],
])('a struct that nobody has written is copied: %s', (name, before) => {
  const text = `typedef struct { int a, b; } S;
#pragma tuner array o = 16
__kernel void k(__global S *o) {
  __local S s[8];
  int l = get_local_id(0);
  s[l].a = l; ${before} barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = s[l + 4];
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  expect(statusOf(verdict)).toBe(name.split(' ')[0]);
});

test.each([
  [16, 'a[g] & 15', []],
  [15, 'a[g] & 15', ['lt[a[g] & 15] has been written']],
  [16, 'a[g]', []],
])('local memory of no stated length: %i elements are written, %s is read', (count, at, wanted) => {
  const text = `#pragma tuner array a = 16
#pragma tuner array o = 16
__kernel void k(__global const int *a, __global int *o, __local int *lt) {
  int g = get_global_id(0);
  for (int i = get_local_id(0); i < ${count}; i += get_local_size(0)) lt[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[g] = lt[${at}];
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  const conditions = conditionsOf(verdict);
  expect(conditions.length).toBeGreaterThan(0);
  expect(conditions.filter((each) => each.endsWith('written'))).toEqual(wanted);
});
