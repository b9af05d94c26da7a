import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { Heap } from './heap.ts';
import { RUNS } from '../testing/amounts.ts';

const runs = 30 * RUNS;

it('gives its items in their order, whenever they come', () => {
  assert(
    property(array(integer()), array(integer()), (early, late) => {
      const heap = new Heap<number>((one, other) => one - other, early);
      const first = heap.take();
      expect(first).toBe(early.toSorted((one, other) => one - other)[0]);
      for (const each of late) heap.add(each);
      const taken: number[] = [];
      for (let next = heap.take(); next !== undefined; next = heap.take()) taken.push(next);
      const rest = [...early.toSorted((one, other) => one - other).slice(1), ...late];
      expect(taken).toEqual(rest.toSorted((one, other) => one - other));
      expect([heap.size, heap.all()]).toEqual([0, []]);
    }),
    { numRuns: runs },
  );
});
