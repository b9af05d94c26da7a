/** Makes the pictures in docs/screenshots from the built site: real runs in the system's Chromium.
 * Run after `npm run build`: `node --import tsx scripts/screenshots.ts` */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../e2e/chromium.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = `${project}docs/screenshots`;
mkdirSync(folder, { recursive: true });

const site = await preview({
  root: project,
  logLevel: 'error',
  build: { outDir: process.env['OVERTIME_DIST'] ?? 'dist' },
  preview: { host: '127.0.0.1', port: 0 },
});
const [address] = site.resolvedUrls?.local ?? [];
if (address === undefined) throw new Error('the preview has no address');

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...CHROMIUM_ARGUMENTS],
});

interface View {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

/** The page with a proved result, stepped to some work on the tile. */
async function tuned({ width, height, scheme }: View): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address ?? '');
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await page.getByRole('button', { name: 'Tune', exact: true }).click();
  await page.getByTestId('status').getByText('proved').waitFor({ timeout: 120_000 });
  const chart = page.getByRole('group', { name: 'Messages of the run, in order of time' });
  await chart.waitFor();
  await chart.focus();
  const words = page.getByTestId('trace-sentence');
  for (let step = 0; step < 60; step += 1) {
    if ((await words.textContent())?.includes('works in local memory')) break;
    await page.keyboard.press('ArrowRight');
  }
  return page;
}

async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage, animations: 'disabled' });
  console.log(`docs/screenshots/${name}.png`);
}

for (const scheme of ['light', 'dark'] as const) {
  const page = await tuned({ width: 1280, height: 720, scheme });
  // The picture in the README is the light one.
  await shoot(page, scheme === 'light' ? 'overtime' : 'overtime-dark');
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('tab', { name: 'Promela' }).click();
  await page.locator('[data-editor=promela] .step-line').first().waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await shoot(page, `search-and-promela${scheme === 'light' ? '' : '-dark'}`);
  await page.context().close();
}

const small = await tuned({ width: 390, height: 844, scheme: 'light' });
await shoot(small, 'phone', true);

await browser.close();
await site.close();
