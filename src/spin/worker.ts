import { expose } from 'comlink';
import createSpin from '../../wasm/build/spin.js';
import { exposable } from './worker-exposable.ts';
import { createJobs } from './worker-jobs.ts';

expose(
  exposable(
    createJobs({
      spin: async () => createSpin,
      // 240 kB that only a compilation needs.
      clang: () => import('../../wasm/build/clang/runtime.js'),
    }),
  ),
);
