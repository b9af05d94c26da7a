import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import spinStamp from '../../wasm/build/spin-stamp.json?raw';
import spinUrl from '../../wasm/build/spin.wasm?url';
import { lazy } from '../base/lazy.ts';
import { builtTools } from './built-tools.ts';
import { indexedDbStore } from './cache.ts';
import { createToolchainClient } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import type { Toolchain } from './toolchain.ts';

/** The compiler, and verifiers built with the site: files named by their key (see
 * scripts/build-verifiers.ts). */
const urls = import.meta.glob<string>(
  ['../../wasm/build/clang/*.{wasm,bin}', '../../wasm/build/verifiers/*.wasm'],
  { query: '?url', import: 'default', eager: true },
);

const shippedManifest = import.meta.glob<string>('../../wasm/build/verifiers/manifest.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What all toolchains of a page share: the tools are fetched and compiled once. */
const shared = lazy(() => {
  const [verifiers] = Object.values(shippedManifest);
  const manifests = { clang: clangManifest, spin: spinStamp, verifiers };
  return { ...builtTools(fetchFile, manifests), cache: indexedDbStore() };
});

/** The toolchain on the page, each with a worker of its own. */
export const createBrowserToolchain = (): Toolchain =>
  createToolchainClient({ spawn: spawnWorker, ...shared() });

/** Whether the C compiler is at hand on this page, so that it need not be fetched. */
export const hasCompiler = (): boolean => shared().clang.loaded;

async function fetchFile(path: string, anew: boolean): Promise<Response> {
  const url = path === 'spin.wasm' ? spinUrl : urls[`../../wasm/build/${path}`];
  if (url === undefined) throw new Error('there is no such file');
  const response = await fetch(url, { cache: anew ? 'reload' : 'default' });
  if (!response.ok) throw new Error(`${url.replace(/^.*\//, '')}: status ${response.status}`);
  return response;
}

function spawnWorker(): WorkerHandle {
  // The name of the lock that the worker holds for as long as it lives.
  const name = `overtime-worker-${Math.random()}`;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
  const ended = new AbortController();
  let tellDeath: ((reason: string) => void) | undefined;
  let watched = false;
  return {
    endpoint: worker,
    onDeath(listener) {
      tellDeath = listener;
      worker.addEventListener('error', (event) => {
        // Else the browser reports it as an error of the page as well.
        event.preventDefault();
        listener(event.message || 'the worker could not be started');
      });
      worker.addEventListener('messageerror', () => listener('a message could not be read'));
    },
    onAlive() {
      if (watched || !isSecureContext) return;
      watched = true;
      void watch(name, ended.signal).then((reason) => reason !== undefined && tellDeath?.(reason));
    },
    terminate() {
      ended.abort();
      worker.terminate();
    },
  };
}

/** Waits until a worker that holds a lock is no more: of one that ends itself nothing is heard otherwise. */
async function watch(lock: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { held } = await navigator.locks.query();
    if (!held?.some(({ name }) => name === lock)) return undefined;
    return await navigator.locks.request(lock, { signal }, () => 'it has ended');
  } catch {
    return undefined; // it was ended from here
  }
}
