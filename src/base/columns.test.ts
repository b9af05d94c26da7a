import { expect, it } from 'vitest';
import { cut, doubled } from './columns.ts';

it('grows and is cut with its contents', () => {
  const two = { tick: Float64Array.of(0.5, 2), kind: Uint8Array.of(7, 8) };
  const four = doubled(two);
  expect(four).toEqual({ tick: Float64Array.of(0.5, 2, 0, 0), kind: Uint8Array.of(7, 8, 0, 0) });
  expect(cut(four, 1)).toEqual({ tick: Float64Array.of(0.5), kind: Uint8Array.of(7) });
});
