import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { builtTools } from './built-tools.ts';
import { folderStore } from './cache-node.ts';
import { compiling, type Compiling } from './clang-assets.ts';
import { createToolchainClient, type ToolchainSetup } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import { once } from './once.ts';
import type { Toolchain } from './toolchain.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, 'wasm', 'build');

/** What all toolchains of this process share: what `wasm/build.mjs`, `scripts/prepare-clang.mjs` and
 * `scripts/build-verifiers.ts` made, of which the last is not needed. */
const tools = once(async () => {
  const textOf = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined);
  const clang = await textOf('clang/manifest.json');
  if (clang === undefined) {
    throw new Error(`${folder}/clang is not there: run \`node scripts/prepare-clang.mjs\``);
  }
  const spin = await textOf('spin-stamp.json');
  const verifiers = await textOf('verifiers/manifest.json');
  return builtTools(fileOf, { clang, spin, verifiers }, compilingToRunOnce);
});

/** V8 optimises a function of WebAssembly once it has run about so many bytes of its code: by itself, and for clang. */
const TIERING_BUDGET = { usual: 1_800_000, clang: 1_000_000_000 };

/** Of a module whose functions run a few times each, as those of clang do: to optimise them takes three times as long
 * as what they do for the first verifier. V8 gives a module its budget when it is made. What else is made meanwhile
 * is optimised later, too. */
const compilingToRunOnce: Compiling = async (response) => {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET.clang}`);
  try {
    return await compiling(response);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET.usual}`);
  }
};

/** The toolchain in Node, each with a worker thread of its own. Rejects when the tools have not been
 * built. Call `dispose` at the end of work; an idle toolchain does not keep the process alive.
 * @param options the stores: by default `cacheFolder`, and what was built. */
export const createNodeToolchain = async (
  options: Partial<Pick<ToolchainSetup, 'cache' | 'shipped'>> = {},
): Promise<Toolchain> =>
  createToolchainClient({
    spawn: spawnNodeWorker,
    answer: 120_000, // of one that has ended it hears anyway
    cache: folderStore(cacheFolder()),
    ...(await tools()),
    ...options,
  });

/** Where verifiers are kept: in the project's folder; the installed package, whose own folder may be another's,
 * has the user's. */
function cacheFolder(): string {
  if (existsSync(join(project, 'vite.config.ts'))) return join(project, '.cache', 'verifiers');
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return join(XDG_CACHE_HOME ?? LOCALAPPDATA ?? join(homedir(), '.cache'), 'overtime', 'verifiers');
}

async function fileOf(path: string): Promise<Response> {
  const file = createReadStream(join(folder, path), { highWaterMark: 1 << 20 });
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>);
}

function spawnNodeWorker(): WorkerHandle {
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
