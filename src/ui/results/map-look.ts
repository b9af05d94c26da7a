import * as v from 'valibot';
import { create } from 'zustand';
import { keptStore } from '../shared/kept-store.ts';
import type { Axes, Slices } from './map-data.ts';

interface MapLook {
  /** The parameters that the map spans; absent: the first two. */
  readonly axes?: Axes | undefined;
  /** Fixed values of other parameters; absent means the best. */
  readonly slices: Slices;
}

/** The map's axes and slices, which links can carry. */
export const useMapLook = create<MapLook>()(() => ({ slices: {} }));

/** The map has all the room, until somebody wants the lines beside it. */
export const useMapLines = keptStore<{ readonly isOn: boolean }>(
  'overtime-map-lines',
  v.object({ isOn: v.boolean() }),
  { isOn: false },
);
