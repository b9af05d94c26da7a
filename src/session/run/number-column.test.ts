import fc from 'fast-check';
import { expect, it } from 'vitest';
import { narrowed, widened } from './number-column.ts';

const near = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: limit - 2, max: limit + 2 });
const number = fc.oneof(
  fc.nat(300),
  near(2 ** 8),
  near(2 ** 16),
  near(2 ** 32),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
);

it('gives every column back as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(Number.NaN), number), { maxLength: 50 }),
      (numbers) => {
        const column = Float64Array.from(numbers);
        expect(widened(structuredClone(narrowed(column)))).toEqual(column);
      },
    ),
  );
});

it.each([
  [254, 1],
  [255, 2],
  [65_534, 2],
  [65_535, 4],
  [2 ** 32 - 2, 4],
  [2 ** 32 - 1, 8],
  [-1, 8],
  [0.5, 8],
])('%d takes %d bytes', (most, bytes) => {
  const column = narrowed(Float64Array.of(0, Number.NaN, most));
  expect(column.BYTES_PER_ELEMENT).toBe(bytes);
  expect([...widened(column)]).toEqual([0, Number.NaN, most]);
});
