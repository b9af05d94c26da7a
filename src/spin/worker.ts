import { expose } from 'comlink';
import createSpin from '../../wasm/build/spin.js';
import { createWorker } from './worker-jobs.ts';

/** Held for as long as this worker lives, however it ends: the page that asks for it hears of the end.
 * Where there are no locks (a page that came over plain http) the page goes without. */
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
