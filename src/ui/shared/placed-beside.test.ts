import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedBeside } from './placed-beside.ts';

const room = { width: 1000, height: 600 };
const card = { width: 200, height: 100 };

test('a card stands to the right, or where there is room', () => {
  expect(placedBeside({ x: 100, y: 50, width: 20, height: 20 }, card, room)).toEqual({
    left: 126,
    top: 50,
  });
  expect(placedBeside({ x: 900, y: 50, width: 20, height: 20 }, card, room)).toEqual({
    left: 694,
    top: 50,
  });
  expect(placedBeside({ x: 10, y: 50, width: 980, height: 20 }, card, room)).toEqual({
    left: 400,
    top: 76,
  });
  expect(placedBeside({ x: 10, y: 550, width: 980, height: 20 }, card, room)).toEqual({
    left: 400,
    top: 444,
  });
});

test('a card is never outside of the window', () => {
  const side = fc.integer({ min: -50, max: 1050 });
  const size = fc.integer({ min: 1, max: 1200 });
  fc.assert(
    fc.property(side, side, size, size, (x, y, width, height) => {
      const { left, top } = placedBeside({ x, y, width, height }, card, room);
      return left >= 4 && top >= 4 && left + card.width <= 996 && top + card.height <= 596;
    }),
  );
});
