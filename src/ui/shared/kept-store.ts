import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
// Not from the index, which the first paint would have to wait for.
import { PAGE_STORAGE, persistedIn } from '../../session/kept/page-storage.ts';

/** A store that the browser keeps under a name between visits. What is found there may be anything: where it
 * does not fit the schema, the state is the usual one. */
export const keptStore = <State extends object>(
  name: string,
  schema: v.GenericSchema<unknown, State>,
  usual: State,
) =>
  create<State>()(
    persist(() => usual, {
      name,
      storage: persistedIn(PAGE_STORAGE),
      merge(kept, current) {
        const { success, output } = v.safeParse(schema, kept);
        return success ? { ...current, ...output } : current;
      },
    }),
  );
