import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { verifyPrograms } from './verify.ts';

const verified = async (
  body: string,
  groups = [2, 4],
  others = '',
  isTold = (condition: string): boolean => condition.startsWith('n is '),
) => {
  const text = `__kernel void k(__global int *out, __local int *t, int n${others}) {
    int g = get_global_id(0), l = get_local_id(0); ${body} }`;
  const { signal } = new AbortController();
  const ran = await verifyPrograms(
    groups.map((WG) => builtValues(text, { WG })),
    [],
    { run: (program) => checkByRunning(program, { text }), signal },
  );
  return [ran.status, ...conditionsOf(ran).filter(isTold)];
};

const FILLED = 't[l] = g; barrier(CLK_LOCAL_MEM_FENCE);';

it.each<[string, string, string, number[]?]>([
  [
    'all of a group',
    `${FILLED} int s = 0; for (int i = 0; i < n; i++) s += t[i]; out[g] = s;`,
    'the size of a work-group',
  ],
  [
    'twice as many',
    `t[2 * l] = t[2 * l + 1] = g; barrier(CLK_LOCAL_MEM_FENCE);
     for (int i = n / 2; i < n; i++) out[g] = t[i];`,
    'the size of a work-group',
    [4, 8],
  ],
  ['long rows', 'for (int i = 0; i < 8; i++) out[l * n + get_group_id(0) * 8 + i] = g;', '65'],
])('an argument may be meant to be %s', async (_, body, meant, groups = [2, 4]) => {
  expect(await verified(body, groups)).toEqual(['right', `n is ${meant}`]);
});

it('sizes of groups for which it is meant to be different things are not all right', async () => {
  const body = `${FILLED} int j = get_local_size(0) <= 2 ? n - get_local_size(0) : n - get_local_size(0) - 1;
    int s = 0; for (int i = j; i < j + 1; i++) s = t[i]; out[g] = s;`;
  expect((await verified(body, [2]))[0]).toBe('right');
  expect((await verified(body, [4]))[0]).toBe('right');
  expect((await verified(body, [2, 4]))[0]).toBe('not-checked');
});

it.each([
  ['nobody comes to the place', 'if (g >= n) out[0] = g;', 'depends'],
  ['one group alone comes there', 'if (g < n) out[l] = g;', 'wrong'],
  [
    'it does nothing about',
    't[l] = g; int s = 0; for (int i = 0; i < n; i++) s += t[i]; out[g] = s;',
    'wrong',
  ],
  [
    'one too many is read',
    `${FILLED} int s = 0; for (int i = 0; i <= n; i++) s += t[i]; out[g] = s;`,
    'depends',
  ],
])('no argument is meant for which %s', async (_, body, status) => {
  expect((await verified(body))[0]).toBe(status);
});

const listed = async (body: string) =>
  verified(
    `int c = cell[g]; ${body}`,
    [2],
    ', __global const int *cell, __global int *count',
    (condition) => condition.includes('beginning'),
  );

it('counters are meant to begin with 0', async () => {
  const meant = ['right', 'count holds 0 at the beginning'];
  const drawn = 'int at = atomic_inc(&count[c]);';
  expect(await listed(`${drawn} if (at < 8) out[c * 8 + at] = g;`)).toEqual(meant);
  expect(await listed(`c /= 4; ${drawn} if (at < 8) out[c * 8 + at] = g;`)).toEqual(meant);
  expect(await listed(`${drawn} if (at >= 0 && at < 8) out[c * 8 + at] = g;`)).toEqual(['right']);
});

it.each([
  ['lists overlap', 'int at = atomic_inc(&count[c]); if (at <= 8) out[c * 8 + at] = g;'],
  [
    'they are given back',
    'int at = atomic_inc(&count[c]); if (at < 8) out[c * 8 + at] = g; if (c == 77) atomic_dec(&count[c]);',
  ],
  ['they lead outside', 'int at = atomic_inc(&count[0]); if (at > 20) out[-1] = g;'],
  [
    'somebody sets them',
    'if (g == 0) count[3] = -2; int at = atomic_inc(&count[c]); if (at < 8) out[c * 8 + at] = g;',
  ],
])('and that avoids nothing where %s', async (_, body) => {
  expect((await listed(body))[0]).not.toBe('right');
});
