import { defineConfig } from 'vitest/config';

/** Unit tests run in plain Node, on the tools that wasm/build.mjs made. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', '{wasm,scripts}/**/*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Verifiers take memory and cores of their own.
    maxWorkers: 2,
  },
});
