import { expose } from 'comlink';
import createSpin from '../../wasm/build/spin.js';
import { createWorker } from './worker-jobs.ts';

/** Held while this worker lives, so the page hears of its end; without locks (plain http) it does
 * not. */
const held = new Promise<void>((resolve) => {
  const hold = (): Promise<never> => {
    resolve();
    return new Promise(() => {});
  };
  if (isSecureContext) navigator.locks.request(self.name, hold).catch(() => resolve());
  else resolve();
});

expose(
  createWorker({
    ready: held,
    spin: async () => createSpin,
    // 240 kB that only a compilation needs.
    clang: () => import('../../wasm/build/clang/runtime.js'),
  }),
);
