import { defineConfig } from 'vitest/config';

/** Files that share what they import with the others of their worker: the tests of functions of data, where loading
 * takes longer than testing, and those of models, which need one C compiler after the other: it is made ready once. */
const SHARING = [
  'src/{base,kernel,values,platform,device,measured,exchange,language,lessons,ui}/**/*.test.{ts,tsx}',
  'src/{promela,checker,cluster,trace,tuning}/**/*.test.{ts,tsx}',
  // One file takes all of LLVM into memory.
  'src/front/**/!(typing-by-clang).test.ts',
  'src/testing/cuda/**/*.test.ts',
  // One file counts memory, and must be alone.
  'src/session/**/!(memory).test.ts',
];

/** Unit tests run in plain Node, on the tools that wasm/build.mjs made. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Verifiers take memory and cores of their own.
    maxWorkers: 2,
    // Most values die young: fewer collections take 5 % less time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['src/**/*.test.{ts,tsx}', '{wasm,scripts}/**/*.test.mjs'],
          exclude: SHARING,
        },
      },
      {
        extends: true,
        test: {
          name: 'commands',
          include: ['cli/**/*.test.ts'],
          globalSetup: 'src/testing/commands-setup.ts',
        },
      },
    ],
  },
});
