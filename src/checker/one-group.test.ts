import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { conditionsOf } from '../values/index.ts';
import { verifyPrograms } from './verify.ts';

const verified = async (body: string, before = '', groups = 'reqd_work_group_size(8, 1, 1)') => {
  const text = `${before}
__kernel __attribute__((${groups}))
void k(__global int *a) { int l = get_local_id(0); ${body} }`;
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  return await verifyPrograms([builtValues(text, {})], [], { run, signal });
};

it('groups race where items ask for no number of theirs, if several are launched', async () => {
  const { status, findings } = await verified('a[l] = a[l] * 2;');
  expect(status).toBe('depends');
  expect(findings[0]?.assumed?.words).toBe('there are 2 work-groups');
});

it('groups that are stated do so for certain', async () => {
  const { status } = await verified('a[l] = a[l] * 2;', '#pragma tuner items 16');
  expect(status).toBe('wrong');
});

it('dimensions that no item asks about may have one group, and others are told', async () => {
  const text = (index: string): string => `int j = get_group_id(1); a[${index}] += j + 1;`;
  const twice = (body: string) => verified(body, '', 'reqd_work_group_size(8, 2, 1)');
  const open = await twice(text('j * 16 + get_local_id(1) * 8 + l'));
  expect([open.status, open.findings[0]?.assumed?.usual]).toEqual([
    'depends',
    'there are 8 work-groups',
  ]);
  expect((await twice(text('j / 2 * 16 + get_local_id(1) * 8 + l'))).status).toBe('wrong');
});

it.each([
  ['items that ask for their group', 'a[l + get_group_id(0)] = l + get_group_id(0) * 2;'],
  ['items of a group', 'a[l / 2] = l;'],
])('%s race all the same', async (_, body) => {
  expect((await verified(body)).status).toBe('wrong');
});

const TILE = '__local int t[8]; t[l] = a[l]; barrier(CLK_LOCAL_MEM_FENCE);';
const ofTile = (body: string) => verified(`${TILE} ${body}`, '', 'vec_type_hint(int)');

it('items that meet and ask for no group of theirs mean one, and right says so', async () => {
  const ran = await ofTile('a[l] = t[7 - l];');
  expect([ran.status, conditionsOf(ran)]).toEqual(['right', ['there is one work-group']]);
  const rows = await verified(
    `__local int t[16]; int i = get_group_id(1) * 16 + get_local_id(1) * 8 + l;
     t[get_local_id(1) * 8 + l] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[l];`,
    '',
    'reqd_work_group_size(8, 2, 1)',
  );
  expect([rows.status, conditionsOf(rows)]).toEqual([
    'right',
    ['there is one work-group along the first dimension'],
  ]);
});

it('a group whose size nothing tells may be the only one as well', async () => {
  const text = `__kernel void k(__global int *a, __local int *t) { int l = get_local_id(0);
    t[l] = a[l]; barrier(CLK_LOCAL_MEM_FENCE); a[l] = t[get_local_size(0) - 1 - l]; }`;
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const ran = await verifyPrograms([builtValues(text)], [], { run, signal });
  expect([ran.status, conditionsOf(ran)]).toEqual(['right', ['there is one work-group']]);
});

it.each([
  ['a race inside of it', 'a[l / 2] = t[7 - l];', 'wrong'],
  ['a forgotten group', 'if (l == 0) a[0] = t[get_group_id(0)];', 'wrong'],
  ['what counts groups', 'a[l] = t[l]; if (get_num_groups(0) == 1) a[l / 2] = l;', 'wrong'],
])('one group does not hide %s', async (_, body, status) => {
  expect((await ofTile(body)).status).toBe(status);
});

it.each([
  ['a row', 'int t[4]; t[get_group_id(0)] = g; a[g] = t[get_group_id(0)];'],
  ['a value', 'int x; if (get_group_id(0) < 4) x = 3; a[g] = x;'],
  ['a row, told by sizes', 'int t[4]; t[g / get_local_size(0)] = g; a[g] = 1;'],
])('%s that many groups have not enough of needs no larger groups', async (_, body) => {
  const text = `__kernel void k(__global int *a) { int g = get_global_id(0); ${body} }`;
  const { signal } = new AbortController();
  const run = (program: Parameters<typeof checkByRunning>[0]) => checkByRunning(program, { text });
  const programs = [1, 2, 4, 8].map((WG) => builtValues(text, { WG }));
  expect((await verifyPrograms(programs, [], { run, signal })).status).toBe('depends');
});
