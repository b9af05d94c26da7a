import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
// The index would delay the first paint.
import { PAGE_STORAGE, persistedIn } from '../../session/kept/page-storage.ts';

/** A store kept between visits; data that fits no schema gives the default. */
export const keptStore = <State extends object>(
  name: string,
  schema: v.GenericSchema<unknown, State>,
  usual: State,
  storage = PAGE_STORAGE,
) =>
  create<State>()(
    persist(() => usual, {
      name,
      storage: persistedIn(storage),
      merge(kept, current) {
        const { success, output } = v.safeParse(schema, kept);
        return success ? { ...current, ...output } : current;
      },
    }),
  );
