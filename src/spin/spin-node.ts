import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { SpinFactory, SpinLoader } from './spin-instance.ts';

/** Loads SPIN in Node from the folder that `wasm/build.mjs` fills. Rejects where it is not there. */
export async function loadSpinFromFolder(folder: string): Promise<SpinLoader> {
  const glue = new URL('spin.js', pathToFileURL(`${folder}/`));
  const loaded: unknown = await import(/* @vite-ignore */ glue.href);
  if (!hasFactory(loaded)) throw new Error(`${glue.pathname} is not SPIN's glue`);
  const bytes = await readFile(new URL('spin.wasm', glue));
  return { factory: loaded.default, module: await WebAssembly.compile(bytes) };
}

function hasFactory(loaded: unknown): loaded is { default: SpinFactory } {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'default' in loaded &&
    typeof loaded.default === 'function'
  );
}
