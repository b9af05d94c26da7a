import { expect, it } from 'vitest';
import { levelsWith } from './run-actions.ts';

it('says which level is taken by itself', () => {
  const titles = levelsWith('baton').map(({ label }) => label);
  expect(titles).toEqual(['By itself: baton', 'Baton', 'Free', 'Representatives', 'Accelerated']);
  expect(levelsWith(undefined)[0]?.label).toBe('By itself');
});
