import { create } from 'zustand';
import type { Axes, Slices } from './map-data.ts';

interface MapLook {
  /** The parameters that the map spans; absent: the first two. */
  readonly axes?: Axes | undefined;
  /** Of the others, the value that is looked at; absent: the best. */
  readonly slices: Slices;
}

/** How the map is looked at: others can be shown the same. */
export const useMapLook = create<MapLook>()(() => ({ slices: {} }));
