import { expose } from 'comlink';
import createSpin from '../../wasm/build/spin.js';
import { createWorker } from './worker-jobs.ts';

// Held for as long as this worker lives, however it ends: the page that asks for it hears of the end.
void navigator.locks?.request(self.name, () => new Promise(() => {}));

expose(
  createWorker({
    spin: async () => createSpin,
    // 240 kB that only a compilation needs.
    clang: () => import('../../wasm/build/clang/runtime.js'),
  }),
);
