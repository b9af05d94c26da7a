import { expect, it } from 'vitest';
import { keyHelp } from '../shared/action.ts';
import { EDITOR_VIEWS, RESULT_VIEWS as VIEW_NAMES } from '../../session/view-names.ts';
import { EDITOR_TABS } from '../editor/editor-pane.tsx';
import { RESULT_VIEWS } from '../results/results-pane.tsx';
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
  expect(lines).toContainEqual({ caps: ['F1'], words: 'Every command by name (or Ctrl Shift P)' });
});

it('has the views that lessons may speak of', () => {
  expect(RESULT_VIEWS.map(({ id }) => id)).toEqual(VIEW_NAMES);
  expect(EDITOR_TABS.map(({ id }) => id).toSorted()).toEqual(EDITOR_VIEWS.toSorted());
});
