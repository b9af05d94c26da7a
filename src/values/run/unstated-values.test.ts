import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** The verdict on 16 items that put into 4 elements, by a counter that begins at 0. */
function said(body: string): string {
  const text = `#pragma tuner items 16
#pragma tuner array out = 4
#pragma tuner array n = 1
#pragma tuner input n[i] = 0
__kernel void k(__global const int *a, __global int *out, __global int *n) {
  int g = get_global_id(0);
  ${body}
}`;
  return statusOf(checkByRunning(builtValues(text, { WG: 4 }), { text }));
}

describe('a place outside that contents lead to', () => {
  test.each([
    ['it alone', 'if (a[g] > 0) { int p = atomic_inc(n); out[p] = 5; }'],
    ['it or none', 'int p = -1; if (a[g] > 0) p = atomic_inc(n); if (p >= 0) out[p] = 5;'],
    ['one more', 'int p = 0; if (a[g] > 0) p = atomic_inc(n) + 1; if (p > 0) out[p - 1] = 5;'],
    ['unsigned', 'uint p = ~0u; if (a[g] > 0) p = atomic_inc(n); if (p != ~0u) out[p] = 5;'],
  ])('is right, if it is inside, where a counter gives it: %s', (_name, body) => {
    expect(said(body)).toBe('right');
  });

  test.each([
    ['just beyond', 'int p = 16; if (a[g] > 0) p = atomic_inc(n); out[p] = 5;'],
    ['far beyond', 'int p = 100; if (a[g] > 0) p = atomic_inc(n); out[p] = g;'],
    ['before', 'int p = -1; if (a[g] > 0) { p = atomic_inc(n); } out[p] = g;'],
    ['beside a smaller one', 'int p = 16; if (a[g] > 0) p = min(atomic_inc(n), 3); out[p] = 5;'],
    ['that is copied', 'int q = 9, p = q; if (a[g] > 0) p = atomic_inc(n); out[p] = 5;'],
  ])('is wrong where a constant that stands for none gives it: %s', (_name, body) => {
    expect(said(body)).toBe('wrong');
  });
});
