import { createStore, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';

/** Keys and values that outlast the page: IndexedDB, or a map in the tests. Calls may reject. */
export interface KeyValues {
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** Makes of what is there what shall be there, undefined for nothing, before any other tab can change it.
   * Resolves to what is there then. */
  update<Value>(key: string, change: (found: unknown) => Value): Promise<Value>;
}

export interface HistoryStorage {
  /** Runs as the list shows them, by id: small, and all read at once. */
  readonly summaries: KeyValues;
  /** What they found, by id: read when a run is opened. */
  readonly contents: KeyValues;
}

/** History in IndexedDB: a database each, as idb-keyval has it. */
export const browserHistory = (): HistoryStorage => ({
  summaries: keyValues('overtime-runs'),
  contents: keyValues('overtime-run-contents'),
});

/** Values in a database of their own. */
export function keyValues(database: string): KeyValues {
  let opened: UseStore | undefined;
  // Opened late: where IndexedDB is forbidden that is what throws.
  const store = (): UseStore => (opened ??= createStore(database, 'values'));
  const update: KeyValues['update'] = async (key, change) =>
    store()('readwrite', async (values) => {
      const next = change(await promisifyRequest<unknown>(values.get(key)));
      if (next === undefined) values.delete(key);
      else values.put(next, key);
      await promisifyRequest(values.transaction);
      return next;
    });
  return {
    update,
    entries: async () => entries<string, unknown>(store()),
    get: async (key) => get<unknown>(key, store()),
    set: async (key, value) => set(key, value, store()),
    delete: async (key) => void (await update(key, () => undefined)),
  };
}
