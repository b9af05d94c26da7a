import { expect, it } from 'vitest';
import { amountWordsOf, TICKS } from './amount-words.ts';

it('amounts are told as what they are of, and where the best can still be', () => {
  expect(TICKS.inWords(584)).toBe('584 ticks');
  expect(TICKS.between(-1, 760)).toEqual(['from 0', 'at most 760 ticks']);
  const least = amountWordsOf({ objective: 'load', goal: 'smallest' });
  expect(least.bound).toBe('load at most');
  expect(least.between(-(2 ** 31) - 1, 7)).toEqual(['no bound yet', 'at most 7']);
  expect(least.between(-1, 7)).toEqual(['more than -1', 'at most 7']);
  const most = amountWordsOf({ objective: 'load', goal: 'largest' });
  expect(most.bound).toBe('load at least');
  expect(most.between(7, 9)).toEqual(['at least 7', 'less than 9']);
  // What is too long for the head of a column has a name of its own.
  const long = amountWordsOf({ objective: 'a + b'.repeat(9), goal: 'largest' });
  expect(long.inWords(3)).toBe('objective = 3');
});
