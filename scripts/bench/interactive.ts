import { perConstant } from '../../src/platform/index.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { type Findings, median, rounded, target } from './report.ts';
import {
  clickToProof,
  exampleText,
  firstContext,
  openPage,
  openSite,
  type Site,
  writeKernel,
} from './site.ts';

/** Milliseconds from the click to the proof, at most. */
const LIMITS = { fresh: 1000, slider: 200, edit: 3000, cached: 200 };
type Case = keyof typeof LIMITS;
const WORDS: Readonly<Record<Case, string>> = {
  fresh: 'a shipped example on a fresh page',
  slider: 'another size on the same page',
  edit: 'an edit that changes the structure, the compiler there, clicked at once',
  cached: 'that structure again after a reload, from the cache',
};

// The slowest element loads the tile 32 times (size 32) or 128 times (64):
// each doubled cost adds 4 * TS per load.
const COST = 'cost f = GMT * TS';
const kernelWith = (factor: number): string =>
  exampleText('abstract').replace(COST, `cost f = ${factor} * GMT * TS`);

const settings = JSON.stringify({
  kernelText: exampleText('abstract'),
  example: 'abstract',
  constants: perConstant(({ usual }) => String(usual)),
  semantics: 'published',
  level: 'accelerated',
  method: 'branch-and-bound',
});

/** A first visitor with level accelerated and branch and bound. */
async function visitor(site: Site): Promise<BrowserContext> {
  const context = await firstContext(site);
  await context.addInitScript((text) => {
    const key = 'overtime.settings.1';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, settings);
  return context;
}

const setSize = (page: Page, size: number): Promise<void> =>
  page
    .getByRole('group', { name: 'Constants of the platform' })
    .getByRole('textbox', { name: /^size\b/ })
    .fill(String(size));

/** Users need longer than this between two clicks, in ms. */
const GLANCE = 1500;

async function visit(site: Site): Promise<Record<Case, number>> {
  const context = await visitor(site);
  const page = await openPage(site, context);
  const fresh = await clickToProof(page, '584');
  await page.waitForTimeout(GLANCE);
  await setSize(page, 64);
  const slider = await clickToProof(page, '2,224');
  await setSize(page, 32);
  await writeKernel(page, kernelWith(2));
  await clickToProof(page, '1,096'); // fetches the compiler
  await page.waitForTimeout(GLANCE);
  await writeKernel(page, kernelWith(3));
  const edit = await clickToProof(page, '1,608');
  await page.reload();
  await page.locator('[data-editor=opencl-c] .view-line').first().waitFor();
  await page.waitForTimeout(GLANCE);
  const cached = await clickToProof(page, '1,608');
  await context.close();
  return { fresh, slider, edit, cached };
}

/** The page's time from the click to the proof. */
export async function interactive(quick: boolean): Promise<Findings> {
  const site = await openSite();
  const visits: Record<Case, number>[] = [];
  try {
    for (let i = 0; i < (quick ? 1 : 3); i += 1) visits.push(await visit(site));
  } finally {
    await site.close();
  }
  const cases = Object.keys(LIMITS) as Case[];
  const of = (one: Case): number[] => visits.map((visited) => visited[one]);
  return {
    title: 'From the click to the proof, in Chromium',
    method:
      'The built site in headless Chromium, 1280 by 720; the abstract kernel at level accelerated, branch and bound. Milliseconds as the page measures them, the median of several visits, each by a first visitor.',
    tables: [
      {
        columns: ['what', 'median ms', 'least ms', 'most ms'],
        rows: cases.map((one) => [
          WORDS[one],
          rounded(median(of(one)), 0),
          rounded(Math.min(...of(one)), 0),
          rounded(Math.max(...of(one)), 0),
        ]),
      },
    ],
    targets: cases.map((one) =>
      target(
        `${WORDS[one]}: within ${LIMITS[one] / 1000} s`,
        `${rounded(median(of(one)), 0)} ms`,
        median(of(one)) <= LIMITS[one],
      ),
    ),
  };
}
