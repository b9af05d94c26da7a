import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The system's Chromium, as Playwright's is not downloaded. OVERTIME_CHROMIUM names another. */
export function chromiumPath(): string {
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

/** Headless for containers, and without asking anybody for updates. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Only this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
