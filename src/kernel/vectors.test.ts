import { describe, expect, it } from 'vitest';
import { lowered, outline, parser } from '../testing/kernels.ts';

const costs = (body: string): readonly string[] =>
  outline(
    lowered(`#pragma tuner param WG = {4, 8}
#pragma tuner items 16, 16
#pragma tuner local_size WG, 4
__kernel void k(__global const float *x, __global float *y) {
  ${body}
}`),
  );

/** Numbers beside a vector of them, which decide about rounds. */
describe('components of vectors of integers are followed', () => {
  it.each([
    ['int2 v = (int2)(3, 5);', 'int a = 3, b = 5;'],
    ['int2 v = (int2)(4);', 'int a = 4, b = 4;'],
    ['int2 v = (int2)(WG, 2) * 3 + (int2)(1, 2);', 'int a = WG * 3 + 1, b = 8;'],
    ['int2 v = (int2)(3, 5); v += 2; v.x -= 1; v.s1 = v.s0;', 'int a = 4, b = 4;'],
    ['int2 v = -(int2)(-3, -5);', 'int a = 3, b = 5;'],
    ['int2 w = (int2)(get_local_id(0), 3), v = w; w = 7;', 'int a = get_local_id(0), b = 3;'],
    // Components are not promoted, as numbers are.
    ['uchar2 v = (uchar2)(200, 100); v = (v + v) >> 1;', 'int a = 72, b = 100;'],
    [
      'int2 v = WG > 4 ? (int2)(1, 2) : (int2)(3, 4);',
      'int a = WG > 4 ? 1 : 3, b = WG > 4 ? 2 : 4;',
    ],
    [
      'int2 v = (int2)(1, 2); if (WG > 4) v = (int2)(3, 4);',
      'int a = 1, b = 2; if (WG > 4) { a = 3; b = 4; }',
    ],
    ['int4 w = (int4)((int2)(1, 2), 3, 4); int2 v = (int2)(w.z, w.w);', 'int a = 3, b = 4;'],
  ])('%s', (vector, numbers) => {
    const rounds = (first: string, second: string): string =>
      `for (int j = 0; j < ${first}; j++) y[0] += x[j];
  for (int j = 0; j < ${second}; j++) y[0] += x[j];`;
    expect(costs(`${vector} ${rounds('v.x', 'v.y')}`)).toEqual(
      costs(`${numbers} ${rounds('a', 'b')}`),
    );
  });

  it.each(['v.xy = (int2)(7, 8);', 'v.lo = 7;', 'v.s01 = v.yx;', 'v[1] = 7;'])(
    'but not after %s',
    (change) => {
      const { diagnostics } = parser.lower(`#pragma tuner param WG = {4, 8}
__kernel void k(__global const float *x, __global float *y) {
  int2 v = (int2)(3, 5);
  ${change}
  for (int j = 0; j < v.x; j++) y[0] += x[j];
}`);
      expect(diagnostics.map(({ code }) => code)).toContain('unknown-trip-count');
    },
  );
});
