import { expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { Budget, OutOfBudget } from './budget.ts';
import { checkByRunning } from './check.ts';
import { leftBy } from './left.ts';

const { signal } = new AbortController();

/** Each of 16 work-items writes so many times. */
const writing = (place: string, rounds: number) =>
  builtValues(
    `#pragma tuner items 16
#pragma tuner local_size 16
__kernel void f(__global int *a) { for (int i = 0; i < ${rounds}; i++) a[${place}] = 1; }`,
    {},
  );

test('behind a fault a run goes on for a part of its steps, counted from the first', () => {
  const budget = new Budget(2e8);
  budget.take(1e6);
  budget.shorten();
  budget.take(19e6);
  budget.shorten();
  expect(() => budget.take(3e6)).toThrow(OutOfBudget);
});

test('a fault leaves no more steps than there were', () => {
  const budget = new Budget(100);
  budget.shorten();
  expect(() => budget.take(101)).toThrow(OutOfBudget);
});

test('what is noticed takes steps, too, and is no instruction', () => {
  const budget = new Budget(1000);
  budget.take(10);
  for (let i = 0; i < 1000; i += 1) budget.notice();
  expect(budget.instructions).toBe(10);
  expect(() => budget.take(1)).toThrow(OutOfBudget);
});

test('a run with many conflicts ends in its budget', () => {
  const [apart, together] = [writing('get_global_id(0)', 200), writing('0', 200)];
  const { steps } = checkByRunning(apart, { signal });
  // 15 of 16 writes of each round meet another.
  const budget = steps + 15 * 200 * 10;
  const isCut = (program: typeof apart): boolean =>
    checkByRunning(program, { signal, budget }).notChecked.some((note) => note.isCut === true);
  expect([apart, together].map(isCut)).toEqual([false, true]);
});

test('contents that a launch leaves are looked for while there is time', () => {
  const program = writing('get_global_id(0)', 10_000);
  const { layout } = checkByRunning(program, { signal });
  const bytesOf = (isOver: boolean) =>
    [...leftBy(program, layout, { isForAll: true, isOutOfTime: () => isOver }).values()].map(
      ({ bytes }) => bytes && [...new Set(new Int32Array(bytes.slice().buffer))],
    );
  expect(bytesOf(false)).toEqual([[1]]);
  expect(bytesOf(true)).toEqual([undefined]);
});
