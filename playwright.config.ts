import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const PORT = 4317;

/** The system's Chromium: Playwright's own is not downloaded. */
function chromium(): string {
  const named = process.env['OVERTIME_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  throw new Error('Chromium was not found: install it, or set OVERTIME_CHROMIUM to its path.');
}

// The built site, so that what is tested is what is published.
const site = process.env['OVERTIME_DIST'] ?? 'dist';

export default defineConfig({
  testDir: 'e2e',
  // A compile of a new verifier takes seconds by itself, and more on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A run uses two workers of its own beside the page.
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    viewport: { width: 1280, height: 720 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${PORT} --strictPort --outDir ${JSON.stringify(site)}`,
    url: `http://127.0.0.1:${PORT}/`,
    reuseExistingServer: false,
  },
});
