import clangManifest from '../../wasm/build/clang/manifest.json?raw';
import spinStamp from '../../wasm/build/spin-stamp.json?raw';
import { lazy } from '../base/lazy.ts';
import { fetchBuilt, shipped } from './built-files-browser.ts';
import { builtTools } from './built-tools.ts';
import { indexedDbStore } from './cache.ts';
import { createToolchainClient } from './client.ts';
import { spawnBrowserWorker } from './spawn-browser.ts';
import type { Toolchain } from './toolchain.ts';
import script from './worker.ts?worker&url';

/** Fetched and compiled once, shared by the page's toolchains. */
const shared = lazy(() => {
  const verifiers = async () => (await shipped()).SHIPPED_MANIFEST;
  const manifests = { clang: clangManifest, spin: spinStamp, verifiers };
  return { ...builtTools(fetchBuilt, manifests), cache: indexedDbStore() };
});

/** A browser toolchain with its own worker. */
export const createBrowserToolchain = (): Toolchain =>
  createToolchainClient({ spawn: () => spawnBrowserWorker(script), ...shared() });

/** True if the C compiler is already on this page. */
export const hasCompiler = (): boolean => shared().clang.loaded;
