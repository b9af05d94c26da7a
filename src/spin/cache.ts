import { createStore, del, get, set, update } from 'idb-keyval';
import * as v from 'valibot';
import { sha256 } from '../base/digest.ts';
import { lazy } from '../base/lazy.ts';
import { NoAnswer, within } from '../base/within.ts';
import { compileRecipe, type CompileOptions } from './clang.ts';
import { verifierFiles, type VerifierSources } from './spin.ts';
import { bytesOf, type digestsIn, wholeFiles, type FileSource } from './whole-files.ts';

/** A verifier's name: hexadecimal SHA-256 of all its ingredients, defines in order. Undefined
 * without Web Crypto (plain http): then nothing is cached. */
export async function verifierKey(
  sources: VerifierSources,
  options: Pick<CompileOptions, 'optimise' | 'defines'>,
  clangVersion: string,
): Promise<string | undefined> {
  const { optimise, defines } = options;
  const parts = [compileRecipe(), clangVersion, optimise, JSON.stringify(defines)];
  for (const name of verifierFiles) parts.push(name, sources[name]);
  const text = parts.map((part) => `${part.length}:${part}`).join('\n');
  return sha256(text);
}

/** Linked verifiers by key. Never rejects: a broken store only costs time. */
export interface VerifierStore {
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Limit in bytes; the least recently used are evicted. */
export interface StoreLimit {
  readonly maxBytes: number;
}

/** The least recently used files to evict, down to `most` bytes. */
export function leastUsed<F extends Index[string]>(files: readonly F[], most: number): F[] {
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const oldestFirst = files.toSorted((a, b) => a.usedAt - b.usedAt);
  return oldestFirst.filter(({ bytes }) => {
    const goes = total > most;
    if (goes) total -= bytes;
    return goes;
  });
}

/** Milliseconds for IndexedDB to answer: in some browsers it never does. */
const ANSWER = 3000;

const indexSchema = v.record(v.string(), v.object({ bytes: v.number(), usedAt: v.number() }));
type Index = v.InferOutput<typeof indexSchema>;
const indexKey = 'index';

/** The port to IndexedDB, replaced in tests. */
export type KeyValueStore = ReturnType<typeof openIndexedDb>;

function openIndexedDb() {
  // Opening throws if IndexedDB is forbidden, so open late.
  const store = lazy(() => createStore('overtime-verifiers', 'files'));
  return {
    get: async (key: string): Promise<unknown> => get(key, store()),
    set: async (key: string, value: unknown) => set(key, value, store()),
    delete: async (key: string) => del(key, store()),
    update: async (key: string, change: (old: unknown) => unknown) => update(key, change, store()),
  };
}

/** Keeps verifiers in the browser between visits. */
export function indexedDbStore(
  { maxBytes }: StoreLimit = { maxBytes: 64 << 20 },
  database: KeyValueStore = openIndexedDb(),
  answer = ANSWER,
): VerifierStore {
  /** After one timeout the store counts as missing. */
  let isSilent = false;
  const entryKey = (key: string): string => `wasm-${key}`;
  const readIndex = (value: unknown): Index => {
    const parsed = v.safeParse(indexSchema, value);
    return parsed.success ? { ...parsed.output } : {};
  };
  const remove = async (key: string): Promise<void> => {
    await database.delete(entryKey(key));
    await database.update(indexKey, (old) => {
      const index = readIndex(old);
      delete index[key];
      return index;
    });
  };
  const used = (key: string, { length }: Uint8Array): Promise<void> =>
    database.update(indexKey, (old) => ({
      ...readIndex(old),
      [key]: { bytes: length, usedAt: Date.now() },
    }));
  const quietly = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    if (isSilent) return undefined;
    try {
      return await within(answer, action());
    } catch (error) {
      // Other errors: private windows, a full disk, a newer database.
      isSilent = error instanceof NoAnswer;
      return undefined;
    }
  };
  /** Evicts down to `most` bytes; returns the number evicted. */
  const evict = async (most: number, keep: string): Promise<number> => {
    let gone: string[] = [];
    await database.update(indexKey, (old) => {
      const index = readIndex(old);
      const kept = Object.entries(index).map(([key, use]) => ({ key, ...use }));
      gone = leastUsed(kept, most).flatMap(({ key }) => (key === keep ? [] : [key]));
      for (const key of gone) delete index[key];
      return index;
    });
    for (const key of gone) await database.delete(entryKey(key));
    return gone.length;
  };
  return {
    get: (key) =>
      quietly(async () => {
        const value = await database.get(entryKey(key));
        if (value === undefined) return undefined;
        if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) {
          await remove(key);
          return undefined;
        }
        const bytes = value as Uint8Array<ArrayBuffer>;
        void quietly(() => used(key, bytes));
        return bytes;
      }),
    put: async (key, bytes) => {
      const write = async (): Promise<void> => {
        await database.set(entryKey(key), bytes);
        await used(key, bytes);
        await evict(maxBytes, key);
      };
      await quietly(async () => {
        try {
          await write();
        } catch (error) {
          // Out of quota: evict everything else and retry once.
          if ((await evict(0, key)) === 0) throw error;
          await write();
        }
      });
    },
    delete: async (key) => {
      await quietly(() => remove(key));
    },
  };
}

/** Verifiers shipped with the site, `KEY.wasm`.
 * @param source rejects for missing files. */
export function shippedStore(
  source: FileSource,
  digests: () => Promise<ReturnType<typeof digestsIn>>,
): Pick<VerifierStore, 'get'> {
  const whole = wholeFiles(source);
  return {
    async get(key) {
      const name = `${key}.wasm`;
      try {
        return await whole(name, { use: bytesOf, digest: (await digests())[name] });
      } catch {
        return undefined; // it can be compiled all the same
      }
    },
  };
}
