import { expect, test } from 'vitest';
import { COURSE } from './course.ts';

test('every lesson of the course can be read', () => {
  expect(COURSE.length).toBeGreaterThan(0);
});
