import { expect, test } from 'vitest';
import { axisWords, fitting, short } from './large-numbers.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0'],
  [0.125, '0.125'],
  [9.87654, '9.88'],
  [584, '584'],
  [12_345, '12,345'],
  [99_999, '99,999'],
  [100_000, '100 k'],
  [999_499, '999 k'],
  [999_999, '1 M'],
  [1_234_567, '1.23 M'],
  [550_000_000_000, '550 G'],
  [1e15, '1 P'],
  [-1_234_567, '-1.23 M'],
  [72_057_594_037_927_936n, '72.1 P'],
  [2n ** 63n, '9.22 E'],
  [1.5e24, '1.50 × 10^24'],
  [Number.NaN, 'NaN'],
])('%d is short as %s', (value, words) => {
  expect(plain(short(value))).toBe(words);
});

test('the marks of an axis have one prefix', () => {
  const marks = [0, 250e9, 500e9, 1000e9, 1250e9];
  expect(marks.map(axisWords(marks)).map(plain)).toEqual(['0', '0.25 T', '0.5 T', '1 T', '1.25 T']);
  const small = [0, 20_000, 40_000];
  expect(small.map(axisWords(small))).toEqual(['0', '20,000', '40,000']);
});

test('marks that are close are told apart', () => {
  const marks = [1_000_000_200, 1_000_000_400, 1_000_000_600];
  const words = marks.map(axisWords(marks));
  expect(new Set(words).size).toBe(3);
  expect(plain(words[0] ?? '')).toBe('1.0000002 G');
});

test('a number is written out where it fits', () => {
  expect(fitting(1_234_567, 9)).toBe('1,234,567');
  expect(plain(fitting(1_234_567, 8))).toBe('1.23 M');
});
