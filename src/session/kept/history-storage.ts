import { createStore, entries, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { within } from '../../base/within.ts';

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

/** Ends a transaction with all that it was asked. The browser need not hear from the page again: one that is reloaded
 * at once takes nothing back. */
const ended = (transaction: IDBTransaction): Promise<undefined> => {
  const done = promisifyRequest(transaction);
  transaction.commit();
  return done;
};

/** Values in a database of their own. */
export function keyValues(database: string): KeyValues {
  let opened: UseStore | undefined;
  // Opened late: where IndexedDB is forbidden that is what throws.
  const store = (): UseStore => (opened ??= createStore(database, 'values'));
  const write = async (change: (values: IDBObjectStore) => void): Promise<void> =>
    store()('readwrite', (values) => {
      change(values);
      return ended(values.transaction);
    });
  const update: KeyValues['update'] = async (key, change) =>
    store()('readwrite', async (values) => {
      const next = change(await promisifyRequest<unknown>(values.get(key)));
      if (next === undefined) values.delete(key);
      else values.put(next, key);
      await ended(values.transaction);
      return next;
    });
  return {
    update,
    entries: async () => entries<string, unknown>(store()),
    get: async (key) => get<unknown>(key, store()),
    set: async (key, value) => write((values) => values.put(value, key)),
    delete: async (key) => write((values) => values.delete(key)),
  };
}

/** Milliseconds after which a storage that has not answered counts as one that is refused. */
const PATIENCE = 5000;

/** What a storage says in time; nothing where it is refused or full, or never answers: the page works
 * without. */
export async function inTime<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await within(PATIENCE, call());
  } catch {
    return undefined;
  }
}

/** Whether a storage has done it, in time. */
export const succeeds = async (call: () => Promise<unknown>): Promise<boolean> =>
  (await inTime(() => call().then(() => true))) === true;
