import { describe, expect, test } from 'vitest';
import type { ValueTrace } from '../values/index.ts';
import { eventInWords, variablesAt } from './value-words.ts';

const span = { start: 0, end: 1 };
/** The lost update: both read 5, and one of the two increments is gone. */
const LOST: ValueTrace = {
  language: 'opencl',
  configuration: { WG: 2 },
  items: 2,
  arrays: [{ name: 'sum', space: 'local', group: 0, cells: [undefined, 7] }],
  events: [
    { kind: 'write', group: 0, item: 0, span, array: 0, cell: 0, value: 5 },
    { kind: 'read', group: 0, item: 0, span, array: 0, cell: 0, value: 5 },
    { kind: 'variable', group: 0, item: 0, span, name: 't', value: 5 },
    { kind: 'read', group: 0, item: 1, span, array: 0, cell: 0, value: 5 },
    { kind: 'write', group: 0, item: 1, span, array: 0, cell: 0, value: 6 },
    { kind: 'write', group: 0, item: 0, span, array: 0, cell: 0, value: 6 },
    { kind: 'write', group: 0, item: 0, span, array: 0, cell: 3, value: 1 },
  ],
};

describe('a step of a run of values', () => {
  test('variables are those of the item of the step', () => {
    expect([...variablesAt(LOST, 5)]).toEqual([['t', 5]]);
    expect(variablesAt(LOST, 4).size).toBe(0);
  });

  test('steps are told in words', () => {
    expect(LOST.events.map((event) => eventInWords(LOST, event))).toEqual([
      'work-item 0 of work-group 0 writes 5 to sum[0]',
      'work-item 0 of work-group 0 reads sum[0], which is 5',
      'work-item 0 of work-group 0 sets t to 5',
      'work-item 1 of work-group 0 reads sum[0], which is 5',
      'work-item 1 of work-group 0 writes 6 to sum[0]',
      'work-item 0 of work-group 0 writes 6 to sum[0]',
      'work-item 0 of work-group 0 writes 1 to sum[3]',
    ]);
  });
});
