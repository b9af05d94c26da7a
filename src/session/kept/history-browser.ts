import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { HistoryStorage, KeyValues } from './history.ts';

/** History in IndexedDB: a database each, as idb-keyval has it. */
export const browserHistory = (): HistoryStorage => ({
  summaries: keyValues('overtime-runs'),
  contents: keyValues('overtime-run-contents'),
});

function keyValues(database: string): KeyValues {
  let opened: UseStore | undefined;
  // Opened late: where IndexedDB is forbidden that is what throws.
  const store = (): UseStore => (opened ??= createStore(database, 'values'));
  return {
    entries: async () => entries<string, unknown>(store()),
    get: async (key) => get<unknown>(key, store()),
    set: async (key, value) => set(key, value, store()),
    delete: async (key) => del(key, store()),
  };
}
