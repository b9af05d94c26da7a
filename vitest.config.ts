import { defineConfig } from 'vitest/config';

/** Folders whose tests are functions of data: their files share what they import, which takes longer than most of
 * the tests. */
const DATA =
  'src/{base,kernel,values,platform,measured,exchange,language,lessons,ui}/**/*.test.{ts,tsx}';

/** Unit tests run in plain Node, on the tools that wasm/build.mjs made. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Verifiers take memory and cores of their own.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'data', include: [DATA], isolate: false } },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['src/**/*.test.{ts,tsx}', '{wasm,scripts}/**/*.test.mjs'],
          exclude: [DATA],
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
