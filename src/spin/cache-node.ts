import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { leastUsed, type StoreLimit, type VerifierStore } from './cache.ts';

/** A folder of the user's cache: what is named by its content serves every checkout. */
export function userCache(folder: string): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'overtime', folder);
}

/** Reads from a store what the first lacks, and keeps what is made in both. */
export const storeBefore = (first: VerifierStore, second: VerifierStore): VerifierStore => ({
  async get(key) {
    const own = await first.get(key);
    if (own) return own;
    const found = await second.get(key);
    if (found) await first.put(key, found);
    return found;
  },
  put: async (key, bytes) =>
    void (await Promise.all([first.put(key, bytes), second.put(key, bytes)])),
  delete: async (key) => void (await Promise.all([first.delete(key), second.delete(key)])),
});

/** Keeps verifiers as `KEY.wasm` in a folder, shared between processes; failures only cost time. */
export function folderStore(
  folder: string,
  { maxBytes }: StoreLimit = { maxBytes: 512 << 20 },
): VerifierStore {
  const pathOf = (key: string): string => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`not a key: ${key}`);
    return join(folder, `${key}.wasm`);
  };
  const evict = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.wasm$/.test(name));
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...(await sizeAndTime(join(folder, name))) })),
    );
    for (const { name } of leastUsed(files, maxBytes)) {
      await rm(join(folder, name), { force: true });
    }
  };
  return {
    async get(key) {
      try {
        const bytes = new Uint8Array(await readFile(pathOf(key)));
        const now = new Date();
        await utimes(pathOf(key), now, now).catch(() => {});
        return bytes;
      } catch {
        return undefined;
      }
    },
    async put(key, bytes) {
      try {
        await mkdir(folder, { recursive: true });
        // Renamed when complete, so no reader finds half a file.
        const draft = `${pathOf(key)}.${process.pid}.part`;
        await writeFile(draft, bytes);
        await rename(draft, pathOf(key));
        await evict();
      } catch {
        // A full disk, a folder that cannot be written.
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true }).catch(() => {});
    },
  };
}

const sizeAndTime = (path: string): Promise<{ bytes: number; usedAt: number }> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ bytes: size, usedAt: mtimeMs }),
    () => ({ bytes: 0, usedAt: 0 }),
  );
