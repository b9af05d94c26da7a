import { createStore, entries, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { within } from '../../base/within.ts';

/** Outlasts the page: IndexedDB, or a map in tests. Calls may reject. */
export interface KeyValues {
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** An atomic change across tabs; undefined stands for nothing. Resolves to the result. */
  update<Value>(key: string, change: (found: unknown) => Value): Promise<Value>;
  /** Called when others delete all of it, where that can be. */
  readonly onDeleted?: (listener: () => void) => void;
}

export interface HistoryStorage {
  /** Listed runs by id: small, and all read at once. */
  readonly summaries: KeyValues;
  /** Findings by id, read when a run is opened. */
  readonly contents: KeyValues;
}

/** A database each, as idb-keyval requires. */
export const browserHistory = (): HistoryStorage => ({
  summaries: keyValues('overtime-runs'),
  contents: keyValues('overtime-run-contents'),
});

/** Commits at once, so that an immediate reload takes nothing back. */
const ended = (transaction: IDBTransaction): Promise<undefined> => {
  const done = promisifyRequest(transaction);
  transaction.commit();
  return done;
};

/** Values in a database of their own. */
export function keyValues(database: string): KeyValues {
  let opened: UseStore | undefined;
  const listeners = new Set<() => void>();
  // Opened late, since it throws where IndexedDB is forbidden.
  const store = (): UseStore => {
    const own = (opened ??= createStore(database, 'values'));
    return (mode, work) =>
      own(mode, (values) => {
        const { db } = values.transaction;
        // Whoever deletes it waits until it is closed here.
        db.onversionchange = () => {
          db.close();
          opened = undefined;
          for (const listener of listeners) listener();
        };
        return work(values);
      });
  };
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
    onDeleted: (listener) => void listeners.add(listener),
  };
}

/** Milliseconds until a silent storage counts as refused. */
const PATIENCE = 5000;

/** Undefined where storage refuses, is full, or never answers. */
export async function inTime<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await within(PATIENCE, call());
  } catch {
    return undefined;
  }
}

/** True if done in time. */
export const succeeds = async (call: () => Promise<unknown>): Promise<boolean> =>
  (await inTime(() => call().then(() => true))) === true;
