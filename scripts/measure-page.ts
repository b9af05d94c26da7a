/** Measures the built site in the system's Chromium: what it loads, and the time from the click to the
 * proof. Run after `npm run build`: `npm run -s measure`. Times are of this machine, at this moment. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../e2e/chromium.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = process.env['OVERTIME_DIST'] ?? join(project, 'dist');
const site = await preview({
  root: project,
  logLevel: 'error',
  build: { outDir: dist },
  preview: { host: '127.0.0.1', port: 0 },
});
const [address] = site.resolvedUrls?.local ?? [];
if (address === undefined) throw new Error('the preview has no address');
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...CHROMIUM_ARGUMENTS],
});

/** Opens the site as on a first visit. */
async function firstVisit(loaded: Set<string>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.url().startsWith(address ?? ''))
      loaded.add(pathname === '/' ? '/index.html' : pathname);
  });
  await page.goto(address ?? '');
  await page.locator('[data-editor=opencl-c] .view-line').first().waitFor();
  return page;
}

/** Seconds from the click on Tune to a result with this minimum. */
async function tune(page: Page, minimum: string): Promise<number> {
  const button = page.getByRole('button', { name: 'Tune', exact: true });
  await button.waitFor();
  const begun = performance.now();
  await button.click();
  await page.getByTestId('minimum').getByText(minimum).waitFor({ timeout: 120_000 });
  await page.getByTestId('status').getByText('proved').waitFor({ timeout: 120_000 });
  return (performance.now() - begun) / 1000;
}

async function write(page: Page, change: (text: string) => string): Promise<void> {
  const text = readFileSync(join(project, 'examples/abstract.cl'), 'utf8');
  await page.getByRole('textbox', { name: 'Kernel, OpenCL C' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(change(text));
}

const brotli = (path: string): number =>
  brotliCompressSync(readFileSync(join(dist, path)), {
    // What a static server would have prepared; the highest quality takes minutes for the compiler.
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).length;

const seconds = (value: number): string => `${value.toFixed(2)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

const first = new Set<string>();
const page = await firstVisit(first);
const opened = new Set(first);
console.log(`size 32, first visit, cold      ${seconds(await tune(page, '584'))}`);
const proved = new Set(first);
const warm = [];
for (let i = 0; i < 3; i += 1) warm.push(await tune(page, '584'));
console.log(`size 32, again, warm            ${warm.map(seconds).join(', ')}`);
await write(page, (text) => text.replace('cost f = GMT * TS', 'cost f = 2 * GMT * TS'));
console.log(`new structure, compiler fetched ${seconds(await tune(page, '1,096'))}`);
const compiled = new Set(first);
await write(page, (text) => text.replace('cost f = GMT * TS', 'cost f = 3 * GMT * TS'));
console.log(`another structure, compiler there ${seconds(await tune(page, '1,608'))}`);
await page.reload();
await page.locator('[data-editor=opencl-c] .view-line').first().waitFor();
console.log(`the same after a reload, cached ${seconds(await tune(page, '1,608'))}`);

const total = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotli(path), 0);
const without = (paths: Set<string>, others: Set<string>): string[] =>
  [...paths].filter((path) => !others.has(path));
console.log(
  `loaded to open the page         ${megabytes(total(opened))} Brotli, ${opened.size} files`,
);
console.log(`and for the first proof         ${megabytes(total(without(proved, opened)))} Brotli`);
const compiler = without(compiled, proved);
console.log(`and for a new structure         ${megabytes(total(compiler))} Brotli`);
const sizes = [...opened, ...without(compiled, opened)]
  .map((path) => ({ path, bytes: brotli(path) }))
  .sort((a, b) => b.bytes - a.bytes);
for (const { path, bytes } of sizes.slice(0, 10))
  console.log(`  ${megabytes(bytes).padStart(9)} ${path}`);
console.log(`files in dist                   ${readdirSync(join(dist, 'assets')).length}`);

await browser.close();
await site.close();
