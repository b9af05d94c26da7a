import type { HistoryStorage, KeyValues } from '../session/kept/history.ts';

/** A history that lasts as long as the test. */
export const memoryHistory = (): HistoryStorage => ({
  summaries: memory(),
  contents: memory(),
});

function memory(): KeyValues {
  const kept = new Map<string, unknown>();
  return {
    entries: async () => [...kept],
    get: async (key) => structuredClone(kept.get(key)),
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    delete: async (key) => void kept.delete(key),
  };
}
