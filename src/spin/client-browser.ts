import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import spinStamp from '../../wasm/build/spin-stamp.json?raw';
import { lazy } from '../base/lazy.ts';
import { messageOf } from '../base/message.ts';
import { begun, startWorker } from '../base/start-worker.ts';
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

/** Fetched and compiled once, shared by the page's toolchains. */
const shared = lazy(() => {
  const [verifiers] = Object.values(shippedManifest);
  const manifests = { clang: clangManifest, spin: spinStamp, verifiers };
  return { ...builtTools(fetchBuilt, manifests), cache: indexedDbStore() };
});

/** A browser toolchain with its own worker. */
export const createBrowserToolchain = (): Toolchain =>
  createToolchainClient({ spawn: spawnWorker, ...shared() });

/** True if the C compiler is already on this page. */
export const hasCompiler = (): boolean => shared().clang.loaded;

function spawnWorker(): WorkerHandle {
  // The worker holds this lock while it lives.
  const name = `overtime-worker-${Math.random()}`;
  const worker = startWorker(script, name);
  const ended = new AbortController();
  let tellDeath: ((reason: string) => void) | undefined;
  let watched = false;
  return {
    endpoint: worker,
    begun: begun(worker),
    onDeath(listener) {
      tellDeath = listener;
      begun(worker).then(
        () =>
          worker.addEventListener('error', (event) => {
            // Otherwise the page reports an error as well.
            event.preventDefault();
            listener(event.message || 'it gives no reason');
          }),
        (error: unknown) => listener(`its code could not be fetched: ${messageOf(error)}`),
      );
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

/** Waits for the worker's lock to be free: the only sign that it ended itself. */
async function watch(lock: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { held } = await navigator.locks.query();
    // It may have ended already; refused locks are reported here too.
    if (!held?.some(({ name }) => name === lock)) return signal.aborted ? undefined : ENDED;
    return await navigator.locks.request(lock, { signal }, () => ENDED);
  } catch {
    return undefined; // it was ended from here
  }
}
