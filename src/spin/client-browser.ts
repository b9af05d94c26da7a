import * as v from 'valibot';
import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import spinStamp from '../../wasm/build/spin-stamp.json?raw';
import spinUrl from '../../wasm/build/spin.wasm?url';
import { indexedDbStore, shippedStore, type VerifierStore } from './cache.ts';
import { clangManifestSchema, createClangLoader, type ClangLoader } from './clang-assets.ts';
import { createToolchainClient } from './client.ts';
import type { WorkerHandle } from './job-runner.ts';
import { once } from './once.ts';
import { digestsIn, wholeFiles } from './whole-files.ts';
import type { Toolchain } from './toolchain.ts';

const clangFiles = import.meta.glob<string>('../../wasm/build/clang/*.{wasm,bin}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Verifiers built with the site: files named by their key (see scripts/build-verifiers.ts). */
const shippedFiles = import.meta.glob<string>('../../wasm/build/verifiers/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

const shippedManifest = import.meta.glob<string>('../../wasm/build/verifiers/manifest.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What all toolchains of a page share: the tools are fetched and compiled once. */
interface Shared {
  readonly clang: ClangLoader;
  readonly loadSpin: () => Promise<WebAssembly.Module>;
  readonly cache: VerifierStore;
  readonly shipped: Pick<VerifierStore, 'get'>;
}

let shared: Shared | undefined;

/** The toolchain on the page, each with a worker of its own. */
export function createBrowserToolchain(): Toolchain {
  shared ??= createShared();
  return createToolchainClient({ spawn: spawnWorker, ...shared });
}

/** Whether the C compiler is at hand on this page, so that it need not be fetched. */
export const hasCompiler = (): boolean => shared?.clang.loaded ?? false;

function createShared(): Shared {
  const spin = wholeFiles((_, anew) => fetchFile(spinUrl, anew));
  const urls = Object.fromEntries(
    Object.entries({ ...clangFiles, ...shippedFiles }).map(([path, url]) => [
      path.replace(/^.*\//, ''),
      url,
    ]),
  );
  const source = (name: string, anew: boolean) => fetchFile(urls[name], anew);
  return {
    clang: createClangLoader(v.parse(clangManifestSchema, JSON.parse(clangManifest)), source),
    loadSpin: once(() =>
      spin('spin.wasm', {
        use: (response) => WebAssembly.compileStreaming(response),
        digest: digestsIn(spinStamp)['spin.wasm'],
      }),
    ),
    cache: indexedDbStore(),
    shipped: shippedStore(source, digestsIn(Object.values(shippedManifest)[0])),
  };
}

async function fetchFile(url: string | undefined, anew: boolean): Promise<Response> {
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
