/** Measures downloads of the built site in the system's Chromium: on opening, for the first proof,
 * and for a new structure: `npm run -s measure`. For times see `npm run -s bench`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { begin, readOptions } from '../cli/command.ts';
import {
  clickToProof,
  dist,
  exampleText,
  firstContext,
  openPage,
  openSite,
  writeKernel,
} from './bench/site.ts';

begin('measure');
readOptions('npm run -s measure: what the built site loads', {});

const brotli = (path: string): number =>
  brotliCompressSync(readFileSync(join(dist, path)), {
    // Static servers prepare these; the highest quality takes minutes.
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).length;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

const site = await openSite();
const context = await firstContext(site);
const loaded = new Set<string>();
context.on('response', (response) => {
  if (!response.url().startsWith(site.address)) return;
  const { pathname } = new URL(response.url());
  loaded.add(pathname === '/' ? '/index.html' : pathname);
});
const page = await openPage(site, context);
const opened = new Set(loaded);
await page.getByTestId('status').filter({ hasText: 'proved' }).waitFor();
const proved = new Set(loaded);
await writeKernel(page, exampleText('abstract').replace('cost f = GMT', 'cost f = 2 * GMT'));
await clickToProof(page, '1,181');
const compiled = new Set(loaded);

const total = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotli(path), 0);
const without = (paths: Set<string>, others: Set<string>): string[] =>
  [...paths].filter((path) => !others.has(path));
const scripts = [...opened].filter((path) => path.endsWith('.js'));
console.log(
  `loaded to open the page         ${megabytes(total(opened))} Brotli, ${opened.size} files`,
);
console.log(`of which scripts                ${megabytes(total(scripts))} Brotli`);
console.log(`and for the first proof         ${megabytes(total(without(proved, opened)))} Brotli`);
const compiler = without(compiled, proved);
console.log(`and for a new structure         ${megabytes(total(compiler))} Brotli`);
const sizes = [...opened, ...without(compiled, opened)]
  .map((path) => ({ path, bytes: brotli(path) }))
  .sort((a, b) => b.bytes - a.bytes);
for (const { path, bytes } of sizes.slice(0, 10))
  console.log(`  ${megabytes(bytes).padStart(9)} ${path}`);
console.log(`files in dist                   ${readdirSync(join(dist, 'assets')).length}`);

await site.close();
