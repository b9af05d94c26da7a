import { afterAll, describe, expect, it } from 'vitest';
import { MORE_PAIRS, PAIRS, TOLERANCE } from '../src/testing/pairs/index.ts';
import { differing } from '../src/testing/pairs/random-inputs.ts';
import { openChecker } from './library.ts';
import { isAll } from '../src/testing/amounts.ts';

/** `OVERTIME_PAIRS=all` has SPIN search as well, which takes minutes, tries more pairs, and draws 1,000 inputs of each. */
const all = isAll('PAIRS');

const checker = openChecker({ threads: 2 });
afterAll(() => checker.close());

it('has twenty right candidates and forty wrong ones, in both languages', () => {
  expect(PAIRS.filter(({ known }) => known === 'right')).toHaveLength(20);
  expect(PAIRS.filter(({ known }) => known === 'wrong')).toHaveLength(40);
  expect(PAIRS.filter(({ path }) => path.endsWith('.cu')).length).toBeGreaterThanOrEqual(20);
});

const tried = all ? [...PAIRS, ...MORE_PAIRS] : PAIRS;

describe.each([...new Set(tried.map(({ problem }) => problem))])('%s', (problem) => {
  it('passes no wrong candidate, and fails no right one', { timeout: 600_000 }, async () => {
    const pairs = tried.filter((each) => each.problem === problem);
    const { kernels } = await checker.check(
      Object.fromEntries(pairs.map(({ path, text }) => [path, text])),
      { reference: pairs[0]?.reference, tolerance: TOLERANCE, quick: !all },
    );
    expect(
      kernels.map(({ file, verdict, reason, conditions }) => ({
        file,
        verdict,
        reason,
        conditions,
      })),
    ).toEqual(
      pairs.map(({ path: file, known }) => ({
        file,
        verdict: known,
        reason: undefined,
        conditions: [],
      })),
    );
  });
});

it.runIf(all)('differs for some random inputs only where it is wrong', { timeout: 600_000 }, () => {
  const seen = PAIRS.filter((pair) => differing(pair, 1000) > 0);
  expect(seen.filter(({ known }) => known === 'right')).toEqual([]);
  // Some cheats need more than random inputs.
  expect(seen.length).toBeLessThan(40);
});
