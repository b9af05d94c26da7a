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

/** A first visit: the page tunes its first example by itself. Stepped to some work on the tile. */
async function visited({ width, height, scheme }: View): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address ?? '');
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await page.getByTestId('status').getByText('proved').waitFor({ timeout: 120_000 });
  const words = page.getByTestId('trace-sentence');
  await words.filter({ hasText: /./ }).waitFor();
  const forward = page.getByRole('button', { name: 'Step forward' });
  for (let step = 0; step < 60; step += 1) {
    if ((await words.textContent())?.includes('works in local memory')) break;
    await forward.click();
  }
  return page;
}

async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  // Nothing hovered: the pointer rests on the name of the product.
  await page.mouse.move(60, 20);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage, animations: 'disabled' });
  console.log(`docs/screenshots/${name}.png`);
}

const openResults = (page: Page, name: string): Promise<void> =>
  page.getByRole('tablist', { name: 'Results' }).getByRole('tab', { name }).click();

for (const scheme of ['light', 'dark'] as const) {
  const page = await visited({ width: 1440, height: 900, scheme });
  const end = scheme === 'light' ? '' : '-dark';
  // The picture in the README is the light one.
  await page.locator('.recharts-surface').first().waitFor();
  await shoot(page, `overtime${end}`);

  // The second best time beside the best.
  const map = page.getByRole('application', { name: /^Map/ });
  await map.focus();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await openResults(page, 'Time');
  await page.getByTestId('difference').getByText('slower').waitFor();
  await shoot(page, `time${end}`);

  await openResults(page, 'Search');
  await page.getByRole('tab', { name: 'Promela' }).click();
  await page.locator('[data-editor=promela] .view-line').first().waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await shoot(page, `search-and-promela${end}`);

  await page.getByRole('tab', { name: 'SPIN' }).click();
  await openResults(page, 'Sensitivity');
  await page.getByRole('button', { name: 'Sweep', exact: true }).click();
  await page.getByText(/of 100, all proved/).waitFor({ timeout: 120_000 });
  await shoot(page, `sensitivity-and-spin${end}`);

  await openResults(page, 'Runs');
  await shoot(page, `runs${end}`);
  await page.keyboard.press('F1');
  await shoot(page, `commands${end}`);
  await page.context().close();
}

const small = await visited({ width: 390, height: 844, scheme: 'light' });
await shoot(small, 'phone', true);

await browser.close();
await site.close();
