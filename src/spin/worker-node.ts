import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as v from 'valibot';
import type { ClangRuntime } from './clang.ts';
import type { SpinFactory } from './spin.ts';
import { createWorker } from './worker-jobs.ts';

const load = (path: string): Promise<unknown> =>
  import(/* @vite-ignore */ new URL(`../../wasm/build/${path}`, import.meta.url).href);

const isFunction = v.custom<(...args: never[]) => unknown>((value) => typeof value === 'function');
const spinModule = v.object({ default: isFunction });
const clangModule = v.object({
  Environment: isFunction,
  Exit: isFunction,
  File: isFunction,
  instantiate: isFunction,
});

if (!parentPort) throw new Error('worker-node.ts runs in a worker thread');
expose(
  createWorker({
    spin: async () => v.parse(spinModule, await load('spin.js')).default as SpinFactory,
    clang: async () =>
      v.parse(clangModule, await load('clang/runtime.js')) as unknown as ClangRuntime,
  }),
  nodeEndpoint(parentPort),
);
