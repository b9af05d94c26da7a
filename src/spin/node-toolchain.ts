import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as v from 'valibot';
import { folderStore } from './cache-node.ts';
import { shippedStore, type VerifierStore } from './cache.ts';
import { clangManifestSchema, createClangLoader, type ClangLoader } from './clang-assets.ts';
import { createToolchainClient } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import { once } from './once.ts';
import { digestsIn, wholeFiles, type FileSource } from './whole-files.ts';
import type { Toolchain } from './toolchain.ts';

export interface NodeToolchainOptions {
  /** What `wasm/build.mjs` and `scripts/prepare-clang.mjs` made; default wasm/build. */
  readonly buildFolder?: string;
  /** Default .cache/verifiers in the project's folder. */
  readonly cache?: VerifierStore;
  /** Verifiers built with the site; default wasm/build/verifiers, which need not exist. */
  readonly shipped?: Pick<VerifierStore, 'get'>;
}

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The toolchain in Node, each with a worker thread of its own. Rejects when the tools have not been
 * built. Call `dispose` at the end of work; an idle toolchain does not keep the process alive. */
export async function createNodeToolchain(options: NodeToolchainOptions = {}): Promise<Toolchain> {
  const { buildFolder = join(project, 'wasm', 'build') } = options;
  const clang = await clangFromFolder(join(buildFolder, 'clang'));
  const source = filesOf(buildFolder);
  const verifiers = join(buildFolder, 'verifiers');
  const digests = async (...path: string[]) =>
    digestsIn(await readFile(join(buildFolder, ...path), 'utf8').catch(() => undefined));
  const digest = (await digests('spin-stamp.json'))['spin.wasm'];
  const use = (response: Response) => WebAssembly.compileStreaming(response);
  return createToolchainClient({
    spawn: () => spawnNodeWorker(buildFolder),
    answer: 120_000, // of one that has ended it hears anyway
    loadSpin: once(() => wholeFiles(source)('spin.wasm', { use, digest })),
    clang,
    cache: options.cache ?? folderStore(join(project, '.cache', 'verifiers')),
    shipped:
      options.shipped ??
      shippedStore(filesOf(verifiers), await digests('verifiers', 'manifest.json')),
  });
}

/** The files of a folder. */
const filesOf =
  (folder: string): FileSource =>
  async (name) => {
    const file = createReadStream(join(folder, name), { highWaterMark: 1 << 20 });
    return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>);
  };

const loaders = new Map<string, Promise<ClangLoader>>();

/** The compiler's files of a folder; one loader for all toolchains of this process. */
function clangFromFolder(folder: string): Promise<ClangLoader> {
  const load = async (): Promise<ClangLoader> => {
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((error: unknown) => {
      throw new Error(`${folder} is not there: run \`node scripts/prepare-clang.mjs\``, {
        cause: error,
      });
    });
    const manifest = v.parse(clangManifestSchema, JSON.parse(text));
    return createClangLoader(manifest, filesOf(folder));
  };
  let loader = loaders.get(folder);
  if (!loader) {
    loader = load();
    loaders.set(folder, loader);
    loader.catch(() => loaders.delete(folder));
  }
  return loader;
}

function spawnNodeWorker(buildFolder: string): WorkerHandle {
  const start = new URL('./worker-node-start.mjs', import.meta.url);
  const worker = new Worker(start, { workerData: { folder: buildFolder } });
  worker.unref();
  return {
    endpoint: nodeEndpoint(worker),
    onDeath(listener) {
      worker.once('error', (error: Error) => listener(error.message));
      worker.once('messageerror', (error: Error) => listener(error.message));
      worker.once('exit', (code) => listener(`the worker ended with status ${code}`));
    },
    terminate: () => void worker.terminate(),
    setBusy: (busy) => {
      if (busy) worker.ref();
      else worker.unref();
    },
  };
}
