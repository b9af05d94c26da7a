import { expect, it } from 'vitest';
import { name, num } from '../../front/expr.ts';
import { binary } from '../../front/algebra.ts';
import { placed, Slots } from './names.ts';

it('computes what does not move once for a configuration, and again for the next', () => {
  const slots = new Slots((text) => text === 'i');
  const compute = slots.compile(binary('+', binary('*', name('A'), name('A')), name('i')));
  const [a, i] = [slots.of('A'), slots.of('i')];
  const begun = (value: number) => slots.configuration(slots.values({ A: value, i: 0 }));
  const first = begun(3);
  expect(compute(placed(first, [[i, 1]]))).toBe(10);
  // The part without i is kept: a change of A within a configuration is not seen.
  expect(
    compute(
      placed(first, [
        [a, 5],
        [i, 2],
      ]),
    ),
  ).toBe(11);
  expect(compute(begun(5))).toBe(25);
});

it('keeps no value where there is none', () => {
  const slots = new Slots((text) => text === 'i');
  const compute = slots.compile(binary('/', num(8), name('A')));
  expect(() => compute(slots.configuration(slots.values({ A: 0 })))).toThrow('divides by zero');
  expect(compute(slots.configuration(slots.values({ A: 2 })))).toBe(4);
});
