import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';

/** Engines that Playwright does not drive, on the same site: `npm run -s test:engines` */
export default defineConfig(usual, { testDir: 'e2e/engines', testIgnore: [], workers: 1 });
