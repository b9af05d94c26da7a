import { expect, test } from 'vitest';
import { builtValues, valueErrors } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from '../run/check.ts';

test('constant memory is not written', () => {
  const text = '__kernel void k(__constant int *c) { c[get_global_id(0)] = 1; }';
  expect(valueErrors(text).join()).toContain('c is in constant memory, which nobody may write.');
});

test('an argument without a type is bytes, and what it is cast to says how they are read', () => {
  const text =
    '__kernel void k(__global void *o) { __global int *p = (__global int *)o; p[get_global_id(0)] = 1; }';
  const verdict = checkByRunning(builtValues(text), { text });
  expect(verdict.findings).toEqual([]);
  expect(statusOf(verdict)).toBe('right');
});
