import { expect, test } from 'vitest';
import { around, filled, gapsOf } from './gaps.ts';

const TEXT = 'a /*?*/ 1 /*!*/ b /*?*//*!*/ c /*?*/';

test('gaps are what stands between their marks', () => {
  expect(gapsOf(TEXT).map(({ start, end }) => TEXT.slice(start, end))).toEqual([' 1 ', '']);
  expect(filled(TEXT, ['x', 'yy'])).toBe('a /*?*/x/*!*/ b /*?*/yy/*!*/ c /*?*/');
  expect(filled(TEXT, ['x'])).toBe('a /*?*/x/*!*/ b /*?*//*!*/ c /*?*/');
});

test('texts are the same around their gaps whatever is in them, and not where something else differs', () => {
  expect(around(filled(TEXT, ['x', 'y']))).toBe(around(TEXT));
  expect(around(TEXT.replace('\u0020b', '\n   b'))).toBe(around(TEXT));
  expect(around(TEXT.replace('b', 'd'))).not.toBe(around(TEXT));
});
