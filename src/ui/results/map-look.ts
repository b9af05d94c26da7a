import { create } from 'zustand';
import type { Axes, Slices } from './map-data.ts';

interface MapLook {
  /** The parameters that the map spans; absent: the first two. */
  readonly axes?: Axes | undefined;
  /** Fixed values of other parameters; absent means the best. */
  readonly slices: Slices;
}

/** The map's axes and slices, which links can carry. */
export const useMapLook = create<MapLook>()(() => ({ slices: {} }));
