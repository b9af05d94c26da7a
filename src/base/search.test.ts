import { expect, it } from 'vitest';
import { firstIndex, lastAtMost } from './search.ts';

it('finds where something begins to hold', () => {
  const values = [1, 3, 3, 8];
  expect([0, 3, 4, 9].map((least) => firstIndex(4, (at) => (values[at] ?? 0) >= least))).toEqual([
    0, 1, 3, 4,
  ]);
  expect(firstIndex(0, () => true)).toBe(0);
});

it('finds the last value that is small enough', () => {
  expect([0, 1, 3, 7, 9].map((most) => lastAtMost([1, 3, 3, 8], most))).toEqual([0, 0, 2, 2, 3]);
});
