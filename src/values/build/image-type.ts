import { type CType, VOID } from '../../front/types.ts';
import type { Value } from '../program.ts';
import type { Context, Image } from './context.ts';

/** Coordinates of a pixel, by the type of its image. */
const COORDINATES: Readonly<Record<string, 1 | 2 | 3>> = {
  image1d_t: 1,
  image1d_buffer_t: 1,
  image1d_array_t: 2,
  image2d_t: 2,
  image2d_array_t: 3,
  image3d_t: 3,
};

/** Coordinates of a pixel; undefined for a name of no image whose values are followed. */
export const coordinatesOf = (name = ''): 1 | 2 | 3 | undefined =>
  Object.hasOwn(COORDINATES, name) ? COORDINATES[name] : undefined;

/** The type of an image that is passed to a function. */
export const imageType = (name: string | undefined): CType | undefined =>
  coordinatesOf(name) && { kind: 'pointer', to: VOID, space: 'global' };

/** The image that a value is. */
export const imageOf = ({ images }: Context, value: Value | undefined): Image | undefined =>
  value?.kind === 'address' ? images.get(value.object) : undefined;
