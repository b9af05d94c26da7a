import { expect, test } from 'vitest';
import { marksOf } from './use-marks.ts';

test('a race marks both of its places, the line of each, and says who says so', () => {
  const marks = marksOf([
    {
      severity: 'warning',
      code: 'local-race',
      span: { start: 1, end: 2 },
      message: 'Written here.',
      hint: 'Put a barrier.',
      related: [{ span: { start: 8, end: 9 }, message: 'Read here.' }],
    },
    {
      severity: 'error',
      code: 'clang',
      source: 'clang',
      span: { start: 4, end: 5 },
      message: 'No.',
    },
  ]);
  expect(
    marks.map(({ start, message, source, wholeLine }) => [start, message, source, wholeLine]),
  ).toEqual([
    [1, 'Written here.\nPut a barrier.', 'Overtime', true],
    [8, 'Read here.', 'Overtime', true],
    [4, 'No.', 'clang', false],
  ]);
});
