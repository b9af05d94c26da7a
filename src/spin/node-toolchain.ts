import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { builtTools } from './built-tools.ts';
import { folderStore } from './cache-node.ts';
import type { Making } from './clang-assets.ts';
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
  return builtTools(fileOf, { clang, spin, verifiers }, makingToRunOnce);
});

/** Bytes of its code, about, that a function of clang has to run before V8 optimises it. */
const CLANG_BUDGET = 1_000_000_000;

/** The functions of clang run a few times each: to optimise them takes three times as long as what they do for the first
 * verifier. V8 gives a module its budget when it is made. What else is made meanwhile is optimised later, too. */
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

/** What this version of V8 has by itself; nothing where it has no such option. */
async function tieringBudget(): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--v8-options']).catch(() => ({
    stdout: '',
  }));
  return /default: --wasm-tiering-budget=(\d+)/.exec(stdout)?.[1];
}

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
