import { createStore, del, get, set, update } from 'idb-keyval';
import * as v from 'valibot';
import { sha256 } from '../base/digest.ts';
import { lazy } from '../base/lazy.ts';
import { NoAnswer, within } from '../base/within.ts';
import { compileRecipe, type CompileOptions } from './clang.ts';
import { verifierFiles, type VerifierSources } from './spin.ts';
import { bytesOf, type digestsIn, wholeFiles, type FileSource } from './whole-files.ts';

/**
 * The name of a compiled verifier: SHA-256, in hexadecimal, of everything that it is made of. The
 * order of the defines counts (the last of two wins). Undefined where there is no Web Crypto (a page
 * that came over plain http from another machine): then nothing is kept.
 */
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

/** Keeps linked verifiers by key. No call rejects: a store that does not work costs time, no more. */
export interface VerifierStore {
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A bound on what a store holds, in bytes; the least recently used go first. */
export interface StoreLimit {
  readonly maxBytes: number;
}

/** The files that have to go, for at most `most` bytes to be left: the least recently used. */
export function leastUsed<F extends Index[string]>(files: readonly F[], most: number): F[] {
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const oldestFirst = files.toSorted((a, b) => a.usedAt - b.usedAt);
  return oldestFirst.filter(({ bytes }) => {
    const goes = total > most;
    if (goes) total -= bytes;
    return goes;
  });
}

/** Milliseconds in which IndexedDB must answer: in some browsers it never does. */
const ANSWER = 3000;

const indexSchema = v.record(v.string(), v.object({ bytes: v.number(), usedAt: v.number() }));
type Index = v.InferOutput<typeof indexSchema>;
const indexKey = 'index';

/** The part of IndexedDB that `indexedDbStore` needs; another in the tests. */
export type KeyValueStore = ReturnType<typeof openIndexedDb>;

function openIndexedDb() {
  // Opened late: where IndexedDB is forbidden that is what throws.
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
  /** It has not answered: from then on there is no store. */
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
      // Else private windows, a full disk, a database of another version.
      isSilent = error instanceof NoAnswer;
      return undefined;
    }
  };
  /** Takes away the least recently used until at most `most` bytes are left; says how many went. */
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
          // Out of quota: everything else goes, if there is anything, and once more.
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

/** Verifiers that came with the site, files `KEY.wasm`.
 * @param source rejects for those that are not there. */
export function shippedStore(
  source: FileSource,
  digests: ReturnType<typeof digestsIn>,
): Pick<VerifierStore, 'get'> {
  const whole = wholeFiles(source);
  return {
    async get(key) {
      const name = `${key}.wasm`;
      // It can be compiled all the same.
      return whole(name, { use: bytesOf, digest: digests[name] }).catch(() => undefined);
    },
  };
}
