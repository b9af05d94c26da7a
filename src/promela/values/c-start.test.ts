import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { valueModel } from './model.ts';

const printed = (length: number) =>
  valueModel(
    [
      builtValues(
        `#pragma tuner items 4
#pragma tuner local_size 2
#pragma tuner array a = ${length}
#pragma tuner input a[i] = 7
__kernel void f(__global int *a, __global int *b) { b[get_global_id(0)] = a[get_global_id(0)]; }`,
        {},
      ),
    ],
    { level: 'regions' },
  );

it('all elements of an array are written out, up to millions', () => {
  const short = printed(5);
  expect(short.ok && short.model.text).toContain(`{ ${'7,0,0,0,'.repeat(5)}0 }`);
  expect(printed(2_000_000)).toEqual({ ok: false, reason: 'a has 8 million bytes' });
});
