import type { KeyValues } from './history-storage.ts';
import type { TextStorage } from './page-storage.ts';

/** Values that last as long as the page. */
export function memory(kept = new Map<string, unknown>()): KeyValues {
  return {
    update: async (key, change) => {
      const next = change(structuredClone(kept.get(key)));
      if (next === undefined) kept.delete(key);
      else kept.set(key, structuredClone(next));
      return next;
    },
    entries: async () => [...kept],
    get: async (key) => structuredClone(kept.get(key)),
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    delete: async (key) => void kept.delete(key),
  };
}

/** Texts that last as long as the page. */
export const storageOf = (entries = new Map<string, string>()): TextStorage => ({
  getItem: (key) => entries.get(key) ?? null,
  setItem: (key, value) => void entries.set(key, value),
});
