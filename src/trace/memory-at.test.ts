import { describe, expect, test } from 'vitest';
import type { ValueTrace } from '../values/index.ts';
import { eventInWords, memoryAt } from './memory-at.ts';

const span = { start: 0, end: 1 };
/** The lost update: both read 5, and one of the two increments is gone. */
const LOST: ValueTrace = {
  configuration: { WG: 2 },
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

describe('memory at a step', () => {
  test('before anything happened it is as it was', () => {
    const { arrays, variables } = memoryAt(LOST, -1);
    expect(arrays).toEqual([[{ value: undefined }, { value: 7 }]]);
    expect(variables.size).toBe(0);
  });

  test('it is known who read and wrote last', () => {
    const [cells] = memoryAt(LOST, 4).arrays;
    expect(cells?.[0]).toEqual({
      value: 6,
      writer: { group: 0, item: 1, event: 4 },
      reader: { group: 0, item: 1, event: 3 },
    });
  });

  test('variables are those of the item of the step', () => {
    expect([...memoryAt(LOST, 5).variables]).toEqual([['t', 5]]);
    expect(memoryAt(LOST, 4).variables.size).toBe(0);
  });

  test('a cell beyond the end stands where it was touched', () => {
    const [cells] = memoryAt(LOST, 6).arrays;
    expect(cells?.[3]?.value).toBe(1);
    expect(cells).toHaveLength(4);
  });

  test('steps are told in words', () => {
    expect(LOST.events.map((event) => eventInWords(LOST, event))).toEqual([
      'item 0 of group 0 writes 5 to sum[0]',
      'item 0 of group 0 reads sum[0], which is 5',
      'item 0 of group 0 sets t to 5',
      'item 1 of group 0 reads sum[0], which is 5',
      'item 1 of group 0 writes 6 to sum[0]',
      'item 0 of group 0 writes 6 to sum[0]',
      'item 0 of group 0 writes 1 to sum[3]',
    ]);
  });
});
