import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { conditionsOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { verifyPrograms } from './verify.ts';

const verified = async (body: string, groups = [2, 4]) => {
  const text = `__kernel void k(__global int *out, __local int *t, int n) {
    int g = get_global_id(0), l = get_local_id(0); ${body} }`;
  const { signal } = new AbortController();
  const ran = await verifyPrograms(
    groups.map((WG) => builtValues(text, { WG })),
    [],
    { run: (program) => checkByRunning(program, { text }), signal },
  );
  return [ran.status, ...conditionsOf(ran).filter((each) => each.startsWith('n is '))];
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
