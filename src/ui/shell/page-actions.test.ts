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
  expect(keyHelp(KEYS).map(({ words }) => words)).toEqual([
    'Tune (Cmd on a Mac)',
    'Ask whether the result is right, with SPIN',
    'Cancel the run in progress',
    'Every command by name (or Ctrl Shift P)',
    'Play and pause the counterexample',
    'Step back, step forward',
    'Message before, next message of this process',
    'Barrier before, next barrier',
    'Tick before, next tick',
    'First step, last step',
    'Show or hide the Promela below the words of the counterexample',
    'In the chart over time: zoom in and out, move; 0 shows all',
    'Next slower cell, in the map; with Shift the next faster',
    'Open the trace of the cell, in the map',
    'Next disagreement, in the scatter plot; with Shift back',
    'Open the trace of the point, in the scatter plot',
    'Let the pane with the focus fill the window, or go back',
    'Back from the full window',
    'Presentation for a projector, on and off',
    'End the presentation',
    'Next problem, in the kernel editor',
    'Let Tab leave the editor, or indent in it again',
    'This list',
  ]);
});
