import { assert, integer, array, property } from 'fast-check';
import { expect, it } from 'vitest';
import { shared } from './balance.ts';
import { type Box, type Effort, partitionProblem, volumeOf } from './space.ts';
import { RUNS } from '../testing/amounts.ts';

const runs = 30 * RUNS;

/** Some combinations take longer than others. */
const uneven: Effort = (box) =>
  box.map(([first, last]) =>
    Float64Array.from({ length: last - first + 1 }, (_, at) => volumeOf(box) / (1 + first + at)),
  );

it('cuts any space into parts that hold each combination once', () => {
  assert(
    property(
      array(integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      integer({ min: 1, max: 20 }),
      (sizes, shards) => {
        const whole: Box = sizes.map((size) => [0, size - 1]);
        const shares = shared(whole, uneven, shards);
        const parts = shares.flatMap(({ pieces }) => pieces.map(({ box }) => box));
        expect(partitionProblem(whole, parts)).toBeUndefined();
        expect(shares.length).toBeLessThanOrEqual(shards);
        expect(partitionProblem(whole, parts.slice(1))).toBe('gap');
        expect(partitionProblem(whole, [...parts, ...parts.slice(0, 1)])).toBe('double');
      },
    ),
    { numRuns: runs },
  );
});

it('gives each shard about the same to do', () => {
  const whole: Box = [
    [0, 99],
    [0, 9],
  ];
  // A value costs as much as its number.
  const effort: Effort = ([[first, last] = [0, 0], [from, to] = [0, 0]]) => {
    const rows = Float64Array.from({ length: last - first + 1 }, (_, at) => first + at + 1);
    const sum = rows.reduce((all, each) => all + each, 0);
    const height = to - from + 1;
    return [rows.map((each) => each * height), new Float64Array(height).fill(sum)];
  };
  const efforts = shared(whole, effort, 8).map((share) => share.effort);
  expect(efforts).toHaveLength(8);
  expect(Math.max(...efforts) / Math.min(...efforts)).toBeLessThan(1.25);
});
