import { expect, it } from 'vitest';
import { readCheckArguments } from './check-arguments.ts';

it.each(['--jobs', '--threads'])('%s is how many kernels at once, and no parameter', (option) => {
  const { threads, settings } = readCheckArguments(['a.cl', option, '3']);
  expect([threads, settings.given]).toEqual([3, {}]);
});
