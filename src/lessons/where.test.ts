import { expect, test } from 'vitest';
import { NO_PROGRESS, noted, type Progress } from './progress.ts';
import { PUZZLES } from './puzzles.ts';
import { goesOnWith } from './where.ts';

const after = (...said: readonly (readonly [string, boolean])[]): Progress['lessons'] =>
  said.reduce((progress: Progress, [id, right]) => noted(progress, id, 'solve', right), NO_PROGRESS)
    .lessons;
const nextAfter = (...said: readonly (readonly [string, boolean])[]): string | undefined =>
  goesOnWith(PUZZLES, after(...said))?.id;

test('one goes on where one stopped, and then with what comes next', () => {
  expect(nextAfter()).toBeUndefined();
  expect(nextAfter(['map', false])).toBe('map');
  expect(nextAfter(['map', true])).toBe('zip');
  expect(nextAfter(['zip', true], ['map', true])).toBe('guard');
  // Skipped ones come when the rest is done.
  expect(nextAfter(['map', false], [PUZZLES.at(-1)?.id ?? '', true])).toBe('map');
  expect(nextAfter(...PUZZLES.map(({ id }) => [id, true] as const))).toBeUndefined();
});
