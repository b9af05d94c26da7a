import * as v from 'valibot';
import type { PersistStorage } from 'zustand/middleware';
import { jsonIn } from '../../base/json-text.ts';
import { embedOf } from './embedding.ts';

/** Named texts kept between visits. Calls may throw. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** This tab's storage; calls throw where it is forbidden or full. */
export const TAB_STORAGE: TextStorage = {
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, text) => sessionStorage.setItem(name, text),
};

/** Shared by all tabs; calls throw where it is forbidden or full. */
export const BROWSER_STORAGE: TextStorage = {
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
};

const IS_WHOLE = embedOf(quietly(() => location.search) ?? '') === undefined;

/** `localStorage`, which may be full or forbidden: the page then forgets. Where forbidden,
 * mentioning it throws. */
export const PAGE_STORAGE: TextStorage = {
  getItem: (name) => quietly(() => BROWSER_STORAGE.getItem(name)) ?? null,
  // An embedded page's looks are not the reader's choice.
  setItem: (name, text) => IS_WHOLE && quietly(() => BROWSER_STORAGE.setItem(name, text)),
};

/** Nothing where the action throws. */
export function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Nothing where none is kept, or none that fits. */
export function keptIn<Schema extends v.GenericSchema>(
  storage: TextStorage,
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, jsonIn(quietly(() => storage.getItem(name)) ?? 'null'));
  return parsed.success ? parsed.output : undefined;
}

/** True where the storage took it. */
export const keepIn = (storage: TextStorage, name: string, text: string): boolean =>
  quietly(() => (storage.setItem(name, text), true)) === true;

const envelope = v.object({ state: v.unknown(), version: v.exactOptional(v.number()) });

/** Persists a store. Older pages kept the bare state, as JSON or a word. */
export const persistedIn = (storage: TextStorage): PersistStorage<unknown> => ({
  getItem(name) {
    const found = quietly(() => storage.getItem(name));
    if (typeof found !== 'string') return null;
    const value = jsonIn(found) ?? found;
    if (v.is(envelope, value)) return value;
    return { state: value };
  },
  setItem: (name, value) => keepIn(storage, name, JSON.stringify(value)),
  removeItem: () => undefined,
});
