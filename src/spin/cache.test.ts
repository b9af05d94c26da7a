import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { folderStore } from './cache-node.ts';
import {
  indexedDbStore,
  shippedStore,
  verifierKey,
  type KeyValueStore,
  type VerifierStore,
} from './cache.ts';

const key = (n: number): string => n.toString(16).padStart(64, '0');
const bytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(length).fill(length % 256);

/** An in-memory database with failures on demand. */
function fakeDatabase() {
  const entries = new Map<string, unknown>();
  let quota = Number.POSITIVE_INFINITY;
  let broken = false;
  const size = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0);
  const store: KeyValueStore = {
    async get(name) {
      if (broken) throw new DOMException('no', 'InvalidStateError');
      return entries.get(name);
    },
    async set(name, value) {
      if (broken) throw new DOMException('no', 'InvalidStateError');
      const used = [...entries].reduce((sum, [n, v]) => sum + (n === name ? 0 : size(v)), 0);
      if (used + size(value) > quota) throw new DOMException('full', 'QuotaExceededError');
      entries.set(name, value);
    },
    async delete(name) {
      entries.delete(name);
    },
    async update(name, change) {
      await store.set(name, change(await store.get(name)));
    },
  };
  return {
    store,
    entries,
    setQuota: (bytesLeft: number) => (quota = bytesLeft),
    breakDown: () => (broken = true),
  };
}

const folders: string[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-cache-'));
  folders.push(folder);
  return join(folder, 'verifiers');
}

describe.each<[string, (maxBytes: number) => VerifierStore]>([
  ['IndexedDB', (maxBytes) => indexedDbStore({ maxBytes }, fakeDatabase().store)],
  ['a folder', (maxBytes) => folderStore(freshFolder(), { maxBytes })],
])('a store in %s', (_, make) => {
  it('gives back what was put', async () => {
    const store = make(1000);
    expect(await store.get(key(1))).toBeUndefined();
    await store.put(key(1), bytes(10));
    expect(await store.get(key(1))).toEqual(bytes(10));
    await store.delete(key(1));
    expect(await store.get(key(1))).toBeUndefined();
  });

  it('throws out what was not used for longest', async () => {
    const store = make(250);
    // Times of files and entries must differ.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 15));
    await store.put(key(1), bytes(100));
    await pause();
    await store.put(key(2), bytes(100));
    await pause();
    await store.get(key(1));
    await pause();
    await store.put(key(3), bytes(100));
    expect(await store.get(key(2))).toBeUndefined();
    expect(await store.get(key(1))).toBeDefined();
    expect(await store.get(key(3))).toBeDefined();
  });
});

describe('IndexedDB that gives trouble', () => {
  it('makes room when the quota is used up', async () => {
    const database = fakeDatabase();
    const store = indexedDbStore({ maxBytes: 1000 }, database.store);
    await store.put(key(1), bytes(200));
    database.setQuota(300);
    await store.put(key(2), bytes(250));
    expect(await store.get(key(2))).toEqual(bytes(250));
    expect(await store.get(key(1))).toBeUndefined();
    // Too large to ever fit: dropped without an exception.
    await store.put(key(3), bytes(400));
    expect(await store.get(key(3))).toBeUndefined();
  });

  it('only costs time when it is broken, or holds something else', async () => {
    const database = fakeDatabase();
    const store = indexedDbStore({ maxBytes: 1000 }, database.store);
    await store.put(key(1), bytes(10));
    database.entries.set(`wasm-${key(1)}`, 'a text');
    database.entries.set('index', 42);
    expect(await store.get(key(1))).toBeUndefined();
    await store.put(key(1), bytes(10));
    expect(await store.get(key(1))).toEqual(bytes(10));
    database.breakDown();
    expect(await store.get(key(1))).toBeUndefined();
    await store.put(key(2), bytes(10));
    await store.delete(key(1));
  });

  it('is given up once it has not answered in time', async () => {
    let calls = 0;
    const silent = (): Promise<never> => {
      calls += 1;
      return new Promise(() => undefined);
    };
    const database = { get: silent, set: silent, delete: silent, update: silent };
    const store = indexedDbStore({ maxBytes: 1000 }, database, 20);
    expect(await store.get(key(1))).toBeUndefined();
    await store.put(key(1), bytes(10));
    expect(await store.get(key(1))).toBeUndefined();
    expect(calls).toBe(1);
  });

  it('is not there at all in this test, and does no harm', async () => {
    const store = indexedDbStore();
    await store.put(key(1), bytes(10));
    expect(await store.get(key(1))).toBeUndefined();
  });
});

describe('a folder', () => {
  it('that cannot be made does no harm', async () => {
    const file = join(tmpdir(), `overtime-file-${process.pid}`);
    writeFileSync(file, '');
    folders.push(file);
    const store = folderStore(join(file, 'inside'));
    await store.put(key(1), bytes(10));
    expect(await store.get(key(1))).toBeUndefined();
    expect(await store.get('../../etc/passwd')).toBeUndefined();
  });

  it('holds whole files only', async () => {
    const folder = freshFolder();
    await folderStore(folder).put(key(1), bytes(10));
    expect(readdirSync(folder)).toEqual([`${key(1)}.wasm`]);
  });
});

it('shipped verifiers are fetched by their address', async () => {
  const fetched: string[] = [];
  const names = [`${key(1)}.wasm`, `${key(2)}.wasm`];
  const source = async (name: string) => {
    if (!names.includes(name)) throw new Error('unknown');
    fetched.push(name);
    if (name === names[1]) throw new Error('404');
    return new Response(bytes(5));
  };
  const store = shippedStore(source, async () => ({}));
  expect(await store.get(key(1))).toEqual(bytes(5));
  expect(await store.get(key(2))).toBeUndefined();
  expect(await store.get(key(3))).toBeUndefined();
  expect(fetched).toEqual(names);
});

describe('the key of a verifier', () => {
  const sources = {
    'pan.c': 'c',
    'pan.h': 'h',
    'pan.m': 'm',
    'pan.b': 'b',
    'pan.t': 't',
    'pan.p': 'p',
  };
  const options = { optimise: '-O2', defines: ['SAFETY'] } as const;

  it('is the same for the same input, and another for any other', async () => {
    const first = await verifierKey(sources, options, '22');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await verifierKey({ ...sources }, { ...options }, '22')).toBe(first);
    const others = await Promise.all([
      verifierKey({ ...sources, 'pan.c': 'ch', 'pan.h': '' }, options, '22'),
      verifierKey({ ...sources, 'pan.t': 't ' }, options, '22'),
      verifierKey(sources, { ...options, optimise: '-O0' }, '22'),
      verifierKey(sources, { ...options, defines: ['SAFETY', 'NOREDUCE'] }, '22'),
      verifierKey(sources, { ...options, defines: [] }, '22'),
      verifierKey(sources, options, '23'),
    ]);
    expect(new Set([first, ...others]).size).toBe(7);
  });
});
