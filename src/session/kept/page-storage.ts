import * as v from 'valibot';
import type { PersistStorage } from 'zustand/middleware';
import { embedOf } from './embedding.ts';

/** Where texts are kept between visits by name. Calls may throw. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** What lasts as long as this tab; calls throw where it is forbidden or full. */
export const TAB_STORAGE: TextStorage = {
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, text) => sessionStorage.setItem(name, text),
};

/** What all tabs share; calls throw where it is forbidden or full. */
export const BROWSER_STORAGE: TextStorage = {
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
};

const IS_WHOLE = embedOf(quietly(() => location.search) ?? '') === undefined;

/** `localStorage`, which may be forbidden (private windows, policies) or full: then the page merely forgets.
 * Where it is forbidden its mere mention throws. */
export const PAGE_STORAGE: TextStorage = {
  getItem: (name) => quietly(() => BROWSER_STORAGE.getItem(name)) ?? null,
  // Inside of another page nothing is kept: how that looks is no choice of the reader's.
  setItem: (name, text) => IS_WHOLE && quietly(() => BROWSER_STORAGE.setItem(name, text)),
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
 * bare word. */
export const persistedIn = (storage: TextStorage): PersistStorage<unknown> => ({
  getItem(name) {
    const found = quietly(() => storage.getItem(name));
    if (typeof found !== 'string') return null;
    const value = quietly((): unknown => JSON.parse(found)) ?? found;
    if (v.is(envelope, value)) return value;
    return { state: value };
  },
  setItem: (name, value) => quietly(() => storage.setItem(name, JSON.stringify(value))),
  removeItem: () => undefined,
});
