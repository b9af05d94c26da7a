import * as v from 'valibot';
import { REPORT } from '../src/base/failure.ts';
import { lazy } from '../src/base/lazy.ts';
import { fetchPart } from '../src/base/part.ts';
import { onStopped, startWorker } from '../src/base/start-worker.ts';
import { createKernelParser } from '../src/kernel/parser.ts';
import { builtTools } from '../src/spin/built-tools.ts';
import { indexedDbStore } from '../src/spin/cache.ts';
import { createToolchainClient } from '../src/spin/client.ts';
import { keptResponse } from '../src/spin/kept-compiler.ts';
import { once } from '../src/spin/once.ts';
import { spawnBrowserWorker } from '../src/spin/spawn-browser.ts';
import type { Ended, Host } from './host.ts';

/** Addresses of the package's files, by their names in it. */
type Files = Readonly<Record<string, string>>;
const filesSchema = v.record(v.string(), v.string());

let given: Files | undefined;

/** Says where the package's files are; a worker has it in its name. */
export function useFiles(files: Files): void {
  given = files;
}
const files = (): Files => (given ??= v.parse(filesSchema, JSON.parse(self.name)));

function addressOf(name: string): string {
  const address = files()[name];
  if (address === undefined) throw new Error(`the package has no ${name}`);
  return address;
}

async function fetched(name: string, anew = false): Promise<Response> {
  const address = addressOf(name);
  const get = (): Promise<Response> => fetchPart(address, { anew });
  return name.startsWith('clang/') ? keptResponse(address, anew, get) : get();
}

const bytes = (name: string) => async (): Promise<Uint8Array> =>
  new Uint8Array(await (await fetched(`${name}.wasm`)).arrayBuffer());

const tools = once(async () => {
  const textOf = async (name: string) => (await fetched(name)).text();
  const [clang, spin] = await Promise.all(['clang/manifest.json', 'spin-stamp.json'].map(textOf));
  if (clang === undefined) throw new Error('the package has no compiler');
  const verifiers = () => textOf('verifiers/manifest.json');
  return { ...builtTools(fetched, { clang, spin, verifiers }), cache: store() };
});

const store = lazy(() => indexedDbStore());

/** A page or its worker, for a library in a bundler's build. */
export const host: Host = {
  version: __APP_VERSION__,
  threads: () => navigator.hardwareConcurrency,
  parser: () =>
    createKernelParser(
      bytes('web-tree-sitter'),
      { opencl: bytes('tree-sitter-c'), cuda: bytes('tree-sitter-cuda') },
      ['opencl', 'cuda'],
    ),
  toolchain: async () =>
    createToolchainClient({
      spawn: () => spawnBrowserWorker(addressOf('spin-worker.js')),
      ...(await tools()),
    }),
  times: store,
  startThread() {
    const worker = startWorker(addressOf('check-worker.js'), JSON.stringify(files()));
    const death = new Promise<Ended>((ended) =>
      onStopped(worker, (why) =>
        ended({ by: 'fault', why: `The worker stopped: ${why}. ${REPORT}` }),
      ),
    );
    return {
      endpoint: worker,
      death,
      setBusy: () => undefined,
      terminate: () => worker.terminate(),
    };
  },
  parent: () => self as unknown as Worker,
  files: {
    isFolder: () => false,
    read() {
      throw new Error('a browser has no files');
    },
    absolute: (path) => path,
    find: () => undefined,
    folderOf: () => '',
  },
};
