import { expect, test } from 'vitest';
import { comparison, judgedMutants } from './mutants.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_VERDICTS=all` takes every mutant, which takes minutes. */
const all = isAll('VERDICTS');

test.each(all ? [4, 16] : [4])(
  'kernels with a small mistake are judged in groups of %i as a C++ compiler judges them',
  { timeout: 1_200_000 },
  async (size) => {
    const verdicts = await judgedMutants(size, all ? 1 : 263);
    const wrong = verdicts.filter(({ native }) => native.size > 0);
    expect(wrong.length).toBeGreaterThan(verdicts.length / 4);
    const open = verdicts.filter((each) => comparison(each) === 'open');
    expect(open.length).toBeLessThan(verdicts.length / 50);
    expect(
      verdicts
        .filter((each) => comparison(each) === 'disagree')
        .map(({ name, native, said }) => [name, [...native], said.status, said.findings]),
    ).toEqual([]);
  },
);
