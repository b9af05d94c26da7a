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

test('casts in a row are applied from the right', () => {
  const text = `#pragma tuner ensures o[0] == 44 && o[1] == -1 && o[2] == 255
__kernel void k(__global int *o, int x) {
  o[0] = (uint)(uchar)(300);
  o[1] = (int)(uint)(char)(255);
  o[2] = (int)(ushort)(uchar)(-1);
}`;
  const verdict = checkByRunning(builtValues(text, { size: 4, WG: 1 }), { text });
  expect(verdict.findings.filter(({ kind }) => kind === 'result')).toEqual([]);
  expect(verdict.notChecked.filter(({ weakens }) => weakens)).toEqual([]);
});
