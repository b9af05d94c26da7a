import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { PREDICATING } from '../../testing/machines.ts';
import { deviceCosts } from './index.ts';

/** Four values of an item, side by side or a row of items apart. */
const text = (index: string): string => `#pragma tuner param WG = {64}
#pragma tuner param FAR = {0, 1}
#pragma tuner items 4096
#pragma tuner array a = 4096 * 4 * 32
__kernel void k(__global const float *a, __global float *b) {
  const int x = get_local_id(0);
  float sum = 0.0f;
  for (int k = 0; k < 32; ++k)
#pragma unroll
    for (int m = 0; m < 4; ++m)
      sum += a[k * 4 * 4096 + get_group_id(0) * 4 * WG + (${index})];
  b[get_global_id(0)] = sum;
}`;

const NEAR = 'x * 4 + m';
const APART = 'x + m * WG';

test.each([
  ['a choice', `FAR == 0 ? ${NEAR} : ${APART}`],
  ['one choice in another', `FAR == 0 ? (WG == 64 ? ${NEAR} : m) : ${APART}`],
  ['a sum of choices', '(FAR == 0 ? x * 4 : x) + (FAR == 0 ? m : m * WG)'],
])('an index that parameters choose costs what the chosen one does: %s', (_, index) => {
  const programs = (of: string) =>
    [0, 1].map((FAR) => {
      const { steps, ...rest } = deviceCosts(kernelOf(text(of), 'machine'), PREDICATING).program(
        { WG: 64, FAR },
        usualConstants(),
      );
      // A choice stands at another place of the text.
      const bare = steps.map((step) => ({ ...step, place: undefined, computes: undefined }));
      return { ...rest, steps: bare };
    });
  expect(programs(index)).toEqual([programs(NEAR)[0], programs(APART)[1]]);
});
