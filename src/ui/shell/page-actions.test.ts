import { expect, it } from 'vitest';
import { keyHelp } from '../shared/action.ts';
import { KEYS, PAGE_ACTIONS } from './page-actions.ts';

const repeated = (words: readonly string[]): string[] =>
  words.filter((word, at) => words.indexOf(word) !== at);

it('names every action once, and gives no key to two', () => {
  expect(repeated(PAGE_ACTIONS.map(({ id }) => id))).toEqual([]);
  expect(repeated(PAGE_ACTIONS.map(({ group, label }) => `${group ?? ''}: ${label}`))).toEqual([]);
  expect(repeated(PAGE_ACTIONS.flatMap(({ keys = [] }) => keys))).toEqual([]);
});

it('has every key of an action in the help', () => {
  const told = new Set(KEYS.flatMap(({ keys = [] }) => keys));
  expect(PAGE_ACTIONS.flatMap(({ keys = [] }) => keys).filter((key) => !told.has(key))).toEqual([]);
  const lines = keyHelp(KEYS);
  expect(lines.filter(({ caps, words }) => caps.length === 0 || words === '')).toEqual([]);
  expect(lines).toContainEqual({ caps: ['←', '→'], words: 'Step back, step forward' });
  expect(lines).toContainEqual({
    caps: ['F1'],
    words: 'Every command by name (or Ctrl Shift P)',
  });
});
