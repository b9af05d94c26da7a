import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, chromiumPath } from './e2e/chromium.ts';
import { isLong } from './src/testing/amounts.ts';

// Another one where two runs share a machine.
const PORT = Number(process.env['OVERTIME_PORT'] ?? 4317);

// The built site, so that what is tested is what is published.
const site = process.env['OVERTIME_DIST'] ?? 'dist';

export default defineConfig({
  testDir: 'e2e',
  // Other engines have a command of their own.
  testIgnore: 'engines/**',
  ...(isLong ? {} : { grepInvert: /@long/ }),
  // Tests wait for results: a slow machine may take minutes to compile a verifier.
  timeout: 360_000,
  expect: { timeout: 120_000 },
  fullyParallel: true,
  // A run uses two workers of its own beside the page.
  workers: Number(process.env['OVERTIME_PAGES'] ?? 2),
  forbidOnly: true,
  // On a machine that is busy with other work a page may be slower than anybody waits. What passes at the second try
  // is listed as flaky, and is to be mended.
  retries: 1,
  reporter: [['list']],
  use: {
    // A service worker would stand between test and site; one spec is about it.
    serviceWorkers: 'block',
    // Emptied for each test: a new one takes a fifth of all the time.
    reuseContext: true,
    baseURL: `http://127.0.0.1:${PORT}/`,
    viewport: { width: 1280, height: 720 },
    // Keeping one costs a quarter of a test's time, so it is kept of the second try, and not of every first.
    trace: 'on-first-retry',
    launchOptions: { executablePath: chromiumPath(), args: [...CHROMIUM_ARGUMENTS] },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${PORT} --strictPort --outDir ${JSON.stringify(site)}`,
    url: `http://127.0.0.1:${PORT}/`,
    reuseExistingServer: false,
  },
});
