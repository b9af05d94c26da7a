import createSpin from '../../wasm/build/spin.js';
import moduleUrl from '../../wasm/build/spin.wasm?url';
import type { SpinLoader } from './spin-instance.ts';

/** Loads SPIN in a browser or a worker from the site. Rejects when it cannot be fetched. */
export async function loadSpinFromSite(): Promise<SpinLoader> {
  const response = await fetch(moduleUrl);
  if (!response.ok) throw new Error(`SPIN could not be loaded: ${response.status}`);
  // Not compileStreaming: that wants a MIME type that not every static server sends.
  return { factory: createSpin, module: await WebAssembly.compile(await response.arrayBuffer()) };
}
