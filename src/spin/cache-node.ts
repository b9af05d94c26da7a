import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leastUsed, type StoreLimit, type VerifierStore } from './cache.ts';

/** Keeps verifiers as files `KEY.wasm` in a folder, which is made when first needed. Several processes
 * may use it at once. As with any store, what does not work only costs time. */
export function folderStore(
  folder: string,
  { maxBytes }: StoreLimit = { maxBytes: 256 << 20 },
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
        // Under another name first: a reader must not find half a file.
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
