import { expect, test } from 'vitest';
import { statesLockstep, withLockstep } from './lockstep-line.ts';

test('the line is put in once, above the kernel, and taken out again', () => {
  const text = '#pragma tuner items 32\n__global__ void k(int *o) {}\n';
  const stated = withLockstep(text, true);
  expect(stated.split('\n').filter((line) => line === '#pragma tuner lockstep')).toHaveLength(1);
  expect(stated.indexOf('lockstep')).toBeLessThan(stated.indexOf('__global__'));
  expect(withLockstep(stated, true)).toBe(stated);
  expect(statesLockstep(stated)).toBe(true);
  expect(withLockstep(stated, false)).toBe(text);
  expect(statesLockstep(text)).toBe(false);
});
