/** Where an image's pixels lie in its memory: its own row by row, and behind them those that it has
 * if it is larger than it is taken to be, with rows of their own. */
import { productOf } from '../base/product.ts';

/** Numbers of a pixel, in registers and in memory. */
export const PIXEL_LANES = 4;

/** So many times longer are the rows behind. */
export const LONGER = 4;

/** Pixels before the first of those that only a larger image has; far, so that they make it longer. */
export const beyond = (sizes: readonly number[]): number => LONGER * productOf(sizes);

/** `(3, 1)`, or nothing for a place before the first pixel. */
export function coordinatesAt(sizes: readonly number[], pixel: number): string | undefined {
  if (pixel < 0) return undefined;
  const isBehind = pixel >= beyond(sizes);
  let rest = isBehind ? pixel - beyond(sizes) : pixel;
  const at = sizes.map((size) => {
    const own = isBehind ? LONGER * size : size;
    const place = rest % own;
    rest = Math.floor(rest / own);
    return place;
  });
  return `(${at.join(', ')})`;
}
