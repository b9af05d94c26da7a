import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type BundleFile, type Files, readBundle, type ReadBundle } from '../cluster/index.ts';

/** The files of a folder, which a test may spoil. */
export type FolderFiles = Map<string, Uint8Array<ArrayBuffer>>;

/** Folders for other machines, as this machine runs them. */
export class ShardFolders {
  readonly #made: string[] = [];

  /** Writes a folder and builds its verifier. */
  make(files: readonly BundleFile[]): string {
    const folder = this.#folder();
    for (const { name, content, isExecutable = false } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      if (isExecutable) chmodSync(join(folder, name), 0o755);
    }
    execFileSync('make', ['CFLAGS=-O0 -w'], { cwd: folder, stdio: 'ignore' });
    return folder;
  }

  /** A folder as it is, with its verifier. */
  copy(from: string): string {
    const folder = this.#folder();
    cpSync(from, folder, { recursive: true });
    return folder;
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'overtime-shards-'));
    this.#made.push(folder);
    return folder;
  }

  removeAll(): void {
    for (const folder of this.#made) rmSync(folder, { recursive: true, force: true });
  }
}

export const runShard = (
  folder: string,
  shard: number,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> =>
  spawnSync('sh', ['run-shard', String(shard)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

/** Runs all shards of a folder; what the last of them said where one fails. */
export function runShards(folder: string): void {
  const shards = readFileSync(join(folder, 'shards.json'), 'utf8').match(/^\{"shard":/gm) ?? [];
  for (let shard = 1; shard <= shards.length; shard += 1) {
    const { status, stderr } = runShard(folder, shard);
    if (status !== 0) throw new Error(`shard ${shard}: ${stderr}`);
  }
}

export const filesIn = (folder: string): FolderFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))]),
  );

export async function bundleOf(files: Files): Promise<ReadBundle> {
  const read = await readBundle(files);
  if (!read.ok) throw new Error(read.message);
  return read.bundle;
}

/** A change of a file that is really one. */
export function changeFile(all: FolderFiles, name: string, from: string, to: string): void {
  const text = new TextDecoder().decode(all.get(name));
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  all.set(name, new TextEncoder().encode(text.replace(from, to)));
}
