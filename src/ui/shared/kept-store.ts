import * as v from 'valibot';
import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';

/** `localStorage`, which may be forbidden (private windows, policies) or full: then the page merely forgets.
 * What older versions of the page kept is the state itself, as JSON or as a bare word. */
const storage: PersistStorage<unknown> = {
  getItem(name) {
    const found = quietly(() => localStorage.getItem(name));
    if (typeof found !== 'string') return null;
    const value = quietly((): unknown => JSON.parse(found)) ?? found;
    const inside = v.safeParse(v.object({ state: v.unknown() }), value);
    return { state: inside.success ? inside.output.state : value };
  },
  setItem: (name, value) => quietly(() => localStorage.setItem(name, JSON.stringify(value))),
  removeItem: (name) => quietly(() => localStorage.removeItem(name)),
};

function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

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
      storage,
      merge(kept, current) {
        const { success, output } = v.safeParse(schema, kept);
        return success ? { ...current, ...output } : current;
      },
    }),
  );
