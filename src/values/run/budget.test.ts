import { expect, test } from 'vitest';
import { Budget, OutOfBudget } from './budget.ts';

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
