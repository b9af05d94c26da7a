import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import spinStamp from '../../wasm/build/spin-stamp.json?raw';
import { lazy } from '../base/lazy.ts';
import { startWorker } from '../base/start-worker.ts';
import { fetchBuilt } from './built-files-browser.ts';
import { builtTools } from './built-tools.ts';
import { indexedDbStore } from './cache.ts';
import { createToolchainClient } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import type { Toolchain } from './toolchain.ts';
import script from './worker.ts?worker&url';

const shippedManifest = import.meta.glob<string>('../../wasm/build/verifiers/manifest.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What all toolchains of a page share: the tools are fetched and compiled once. */
const shared = lazy(() => {
  const [verifiers] = Object.values(shippedManifest);
  const manifests = { clang: clangManifest, spin: spinStamp, verifiers };
  return { ...builtTools(fetchBuilt, manifests), cache: indexedDbStore() };
});

/** The toolchain on the page, each with a worker of its own. */
export const createBrowserToolchain = (): Toolchain =>
  createToolchainClient({ spawn: spawnWorker, ...shared() });

/** Whether the C compiler is at hand on this page, so that it need not be fetched. */
export const hasCompiler = (): boolean => shared().clang.loaded;

/** Of a worker whose code does not come browsers say nothing. */
const NOT_FETCHED =
  'its code could not be fetched. The network is away, or the site has a newer version, which comes when the page is loaded again.';

function spawnWorker(): WorkerHandle {
  // The name of the lock that the worker holds for as long as it lives.
  const name = `overtime-worker-${Math.random()}`;
  const worker = startWorker(script, name);
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
        listener(event.message || NOT_FETCHED);
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

const ENDED = 'it has ended';

/** Waits until a worker that has begun, and so holds its lock, is no more: of one that ends itself nothing is heard
 * otherwise. */
async function watch(lock: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { held } = await navigator.locks.query();
    // Perhaps it has ended by now; where locks are refused, the page is told so here.
    if (!held?.some(({ name }) => name === lock)) return signal.aborted ? undefined : ENDED;
    return await navigator.locks.request(lock, { signal }, () => ENDED);
  } catch {
    return undefined; // it was ended from here
  }
}
