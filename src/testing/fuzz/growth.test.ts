import { expect, test } from 'vitest';
import { grownInput, steepGrowth } from './growth.ts';
import { READERS } from './readers.ts';
import { RUNS } from '../amounts.ts';

/** A kernel of 20,000 letters takes seconds: beside the page, where it can be cancelled. */
const tried = READERS.filter(({ weight = 1 }) => RUNS > 1 || weight > 0.1);
const sizes = RUNS > 1 ? [2000, 20_000] : [2000];

for (const reader of tried)
  test(
    `${reader.name}: what is ten times as long costs no more than n log n`,
    { timeout: 120_000 * RUNS },
    async () => {
      const times = Math.ceil(3 * RUNS * (reader.weight ?? 1));
      expect(await steepGrowth(reader, times, 7 * RUNS, sizes)).toEqual([]);
    },
  );

test('an input grows by a piece of its own, to the length that is asked for', () => {
  for (let seed = 0; seed < 50; seed += 1)
    expect(grownInput('ab\ncd', 1000, seed).length).toBeGreaterThanOrEqual(1000);
  expect(grownInput('ab', 2, 3)).toBe('ab');
});

test('a reader that takes the square of its input is found', async () => {
  const read = (text: string): number => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1)
      for (let other = 0; other < text.length; other += 1) sum += text.charCodeAt(other) & at;
    return sum;
  };
  const found = await steepGrowth({ seeds: ['a b'], read }, 1, 0);
  expect(found.map(({ letters }) => letters)).toEqual([2000]);
});
