import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, relative, resolve } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as v from 'valibot';
import { REPORT } from '../src/base/failure.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { folderStore, userCache } from '../src/spin/cache-node.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { makeTools } from './command.ts';
import type { Ended, Host } from './host.ts';
import { PROJECT } from './packaged.ts';

/** Megabytes of a thread's stack, for deeply nested texts. */
const STACK_MB = 16;

/** 64 MB of times. */
const TIMES = { maxBytes: 64 << 20 };

const packageSchema = v.object({ version: v.string() });

/** Node, for the command line and for a library in it. */
export const host: Host = {
  version: v.parse(packageSchema, JSON.parse(readFileSync(`${PROJECT}package.json`, 'utf8')))
    .version,
  threads: availableParallelism,
  parser: createNodeKernelParser,
  toolchain() {
    makeTools();
    return createNodeToolchain();
  },
  times: () => folderStore(userCache('times'), TIMES),
  startThread(memoryMB) {
    const thread = new Worker(new URL('./check-worker-start.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMB, stackSizeMb: STACK_MB },
    });
    const death = new Promise<Ended>((ended) => {
      thread.once('error', (error: Error & { readonly code?: string }) =>
        ended(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? { by: 'memory' }
            : { by: 'fault', why: `${error.message}. ${REPORT}` },
        ),
      );
      thread.once('exit', (code) =>
        ended({ by: 'fault', why: `The worker ended with status ${code}. ${REPORT}` }),
      );
    });
    return {
      endpoint: nodeEndpoint(thread),
      death,
      setBusy: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
      terminate: () => void thread.terminate(),
    };
  },
  parent() {
    if (!parentPort) throw new Error('this is no worker thread');
    return nodeEndpoint(parentPort);
  },
  files: {
    isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    read,
    absolute: (path, folder = '') => resolve(folder, path),
    find(name, folders) {
      const found = folders.map((folder) => resolve(folder, name)).find((path) => existsSync(path));
      return found === undefined ? undefined : relative('', found);
    },
    folderOf: dirname,
  },
};

function read(path: string, most: number): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; size <= most;) {
      const chunk = new Uint8Array(2 ** 20);
      const length = readSync(file, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      size += length;
    }
    return new Uint8Array(Buffer.concat(chunks));
  } finally {
    closeSync(file);
  }
}
