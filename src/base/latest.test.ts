import { expect, test } from 'vitest';
import { Latest } from './latest.ts';

test('what starts ends the one before', () => {
  const latest = new Latest();
  const first = latest.start();
  expect([first.aborted, latest.is(first)]).toEqual([false, true]);
  const second = latest.start();
  expect([first.aborted, latest.is(first)]).toEqual([true, false]);
  expect([second.aborted, latest.is(second)]).toEqual([false, true]);
});

test('one that is cancelled is the latest still, one that is left is not', () => {
  const latest = new Latest();
  const cancelled = latest.start();
  latest.cancel();
  expect([cancelled.aborted, latest.is(cancelled)]).toEqual([true, true]);
  const left = latest.start();
  latest.leave();
  expect([left.aborted, latest.is(left)]).toEqual([true, false]);
  // With no job there is nothing to end.
  latest.cancel();
});
