import { expect, it } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { verifyPrograms } from './verify.ts';

const verified = async (body: string, before = '') => {
  const text = `${before}
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
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

it.each([
  ['items that ask for their group', 'a[l + get_group_id(0)] = l + get_group_id(0) * 2;'],
  ['items of a group', 'a[l / 2] = l;'],
])('%s race all the same', async (_, body) => {
  expect((await verified(body)).status).toBe('wrong');
});
