import { expect, test } from 'vitest';
import { withoutBarriers, withoutEach } from './missing-barriers.ts';
import { GROUP_SIZES } from './verdict-case.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_VERDICTS=all` takes every size of groups and every kernel, which takes minutes. */
const all = isAll('VERDICTS');
const SIZES = all ? GROUP_SIZES : GROUP_SIZES.slice(0, 1);

test('each barrier is taken alone, and lines stay', () => {
  const text = 'a;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (x) barrier(0);\nwait_group_events(1, &e);\n';
  expect(withoutEach('k', text)).toEqual([
    {
      name: 'k, without line 2',
      text: 'a;\n;\nif (x) barrier(0);\nwait_group_events(1, &e);\n',
      line: 2,
    },
    {
      name: 'k, without line 3',
      text: 'a;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (x) ;\nwait_group_events(1, &e);\n',
      line: 3,
    },
    {
      name: 'k, without line 4',
      text: 'a;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (x) barrier(0);\n;\n',
      line: 4,
    },
  ]);
});

test.each(SIZES)(
  'whoever misses a barrier in groups of %i is seen to race, or does not',
  { timeout: 1_200_000 },
  async (size) => {
    const verdicts = await withoutBarriers(size, all ? 1 : 5);
    const races = verdicts.filter(({ race }) => race);
    expect(races.length).toBeGreaterThan(verdicts.length / 2);
    expect(verdicts.filter(({ race, said }) => race !== said)).toEqual([]);
  },
);
