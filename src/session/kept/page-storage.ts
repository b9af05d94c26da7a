import * as v from 'valibot';
import type { PersistStorage } from 'zustand/middleware';

/** Where texts are kept between visits by name. Calls may throw. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** `localStorage`, which may be forbidden (private windows, policies) or full: then the page merely forgets.
 * Where it is forbidden its mere mention throws. */
export const PAGE_STORAGE: TextStorage = {
  getItem: (name) => quietly(() => localStorage.getItem(name)) ?? null,
  setItem: (name, text) => quietly(() => localStorage.setItem(name, text)),
};

/** What an action comes to; nothing where it throws. */
export function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const envelope = v.object({ state: v.unknown(), version: v.exactOptional(v.number()) });

/** Keeps what a store persists. What older versions of the page kept is the state itself, as JSON or as a
 * bare word.
 * @param first the version of those; without it, the present one. */
export const persistedIn = (storage: TextStorage, first?: number): PersistStorage<unknown> => ({
  getItem(name) {
    const found = quietly(() => storage.getItem(name));
    if (typeof found !== 'string') return null;
    const value = quietly((): unknown => JSON.parse(found)) ?? found;
    if (v.is(envelope, value)) return value;
    return { state: value, ...(first !== undefined && { version: first }) };
  },
  setItem: (name, value) => quietly(() => storage.setItem(name, JSON.stringify(value))),
  removeItem: () => undefined,
});
