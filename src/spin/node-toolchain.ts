import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { builtTools } from './built-tools.ts';
import { folderStore, userCache } from './cache-node.ts';
import type { Making } from './clang-assets.ts';
import { createToolchainClient, type ToolchainSetup } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import { once } from './once.ts';
import type { Toolchain } from './toolchain.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'wasm', 'build');

/** Built by `wasm/build.mjs`, `scripts/prepare-clang.mjs` and, optionally,
 * `scripts/build-verifiers.ts`; shared by the process. */
const tools = once(async () => {
  const textOf = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined);
  const clang = await textOf('clang/manifest.json');
  if (clang === undefined) {
    throw new Error(`${folder}/clang is not there: run \`node scripts/prepare-clang.mjs\``);
  }
  const spin = await textOf('spin-stamp.json');
  return builtTools(
    fileOf,
    { clang, spin, verifiers: () => textOf('verifiers/manifest.json') },
    makingToRunOnce,
  );
});

/** Bytes of code a clang function runs before V8 optimises it. */
const CLANG_BUDGET = 1_000_000_000;

/** Clang's functions run a few times each; optimising them triples the first compile. V8 fixes a
 * module's budget when it is made. */
const makingToRunOnce: Making = async (make) => {
  const usual = await tieringBudget();
  if (usual === undefined) return make();
  setFlagsFromString(`--wasm-tiering-budget=${CLANG_BUDGET}`);
  try {
    return await make();
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${usual}`);
  }
};

/** V8's default; undefined if it has no such option. */
async function tieringBudget(): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--v8-options']).catch(() => ({
    stdout: '',
  }));
  return /default: --wasm-tiering-budget=(\d+)/.exec(stdout)?.[1];
}

/** A Node toolchain with its own worker thread. Rejects if the tools are not built. Call `dispose`
 * when done; an idle one lets the process end.
 * @param options stores; by default the user's cache and the shipped verifiers. Workers of one's own. */
export const createNodeToolchain = async (
  options: Partial<Pick<ToolchainSetup, 'cache' | 'shipped' | 'spawn'>> = {},
): Promise<Toolchain> =>
  createToolchainClient({
    spawn: spawnNodeWorker,
    answer: 120_000, // of one that has ended it hears anyway
    cache: folderStore(userCache('verifiers')),
    ...(await tools()),
    ...options,
  });

async function fileOf(path: string): Promise<Response> {
  const file = createReadStream(join(folder, path), { highWaterMark: 1 << 20 });
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

export function spawnNodeWorker(): WorkerHandle {
  const worker = new Worker(new URL('./worker-node-start.mjs', import.meta.url));
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
