import { expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { parser } from '../testing/kernels.ts';
import { poseValues } from './pose-values.ts';

const TEXT = `#pragma tuner param A = range(1, 100, 1)
#pragma tuner param B = range(1, 100, 1)
#pragma tuner require A != B
#pragma tuner local_size 4
__kernel void k(__global int *o) { o[get_global_id(0)] = A * B; }`;

const posed = (mostConfigurations?: number) =>
  poseValues(parser, TEXT, {
    constants: { ...usualConstants(), size: 8 },
    given: {},
    mostConfigurations,
  });

test('of too many configurations some are drawn from all, the same ones each time, and that is said', () => {
  const { programs, unposed } = posed(20);
  const drawn = programs.map(({ configuration }) => configuration);
  expect(new Set(drawn.map((each) => JSON.stringify(each))).size).toBe(20);
  expect(drawn.some(({ A = 0 }) => A > 50)).toBe(true);
  expect(posed(20).programs.map(({ configuration }) => configuration)).toEqual(drawn);
  expect(unposed.map(({ reason }) => [reason.why, reason.weakens])).toEqual([
    ['there are 9900 configurations; 20 of them, drawn at random, were looked at', true],
  ]);
  expect(unposed[0]?.reason.hint).toContain('--configurations 9900');
});
