/** Counts what the first screen of the built site shows, in the system's Chromium: `npm run -s measure:screen` */
import type { Page } from '@playwright/test';
import { begin, readOptions } from '../cli/command.ts';
import { openPage, openSite, type Site } from './bench/site.ts';

begin('measure:screen');
const { pictures } = readOptions(
  `npm run -s measure:screen [-- --pictures FOLDER]: controls and words on the first screen with its answer
  --pictures FOLDER  keeps a picture of each size there`,
  { pictures: { type: 'string' } },
);

const SIZES = [
  [1440, 900],
  [1280, 720],
] as const;

interface Screen {
  readonly controls: number;
  readonly words: number;
  /** Lines in view from the one that opens the kernel's body. */
  readonly body: number;
  /** Pixels that the page is wider and higher than its window. */
  readonly over: readonly [number, number];
  /** Warnings and what is amber. */
  readonly warnings: number;
  readonly run: string;
}

/** Only what a visitor sees without scrolling counts. */
const look = (page: Page): Promise<Screen> =>
  page.evaluate(() => {
    const { innerWidth, innerHeight } = window;
    /** More of it than a hairline is left by the window and every box that cuts what is too large. */
    const isInView = (node: Element, box = node.getBoundingClientRect()): boolean => {
      let { left, top, right, bottom } = box;
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      for (let around: Element | null = node; around; around = around.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(around);
        if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
        const edge = around.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return right - left > 2 && bottom - top > 2;
    };
    const isSeen = (node: Element): boolean =>
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !node.closest('.visually-hidden, .skip-link:not(:focus)');
    const PRESSED =
      'button, a[href], input, textarea, select, [role=tab], [role=radio], [role=switch], [role=slider], [role=link], [role=separator]';
    const controls = [...document.querySelectorAll(PRESSED)].filter((node) => {
      // A switch or radio is its label's input.
      const shown = node.closest('label') ?? node;
      return isInView(shown) && !node.closest('[inert]') && isSeen(shown);
    });
    let words = 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node as Text;
      if (!text.parentElement || !isSeen(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if (isInView(text.parentElement, range.getBoundingClientRect()))
        words += text.data.split(/\s+/).filter((word) => /\w/.test(word)).length;
    }
    const lines = [...document.querySelectorAll('[data-editor=opencl-c] .view-line')]
      .map((node) => ({ text: node.textContent, box: node.getBoundingClientRect() }))
      .sort((one, other) => one.box.top - other.box.top);
    const opening = lines.findIndex(({ text }) => text.includes('{'));
    const editor = document.querySelector('[data-editor=opencl-c]')?.getBoundingClientRect();
    // Monaco makes no lines that are out of view.
    const shown = (opening < 0 ? [] : lines.slice(opening)).filter(
      ({ box }) => editor && box.bottom <= editor.bottom + 2,
    );
    const { scrollWidth, scrollHeight } = document.documentElement;
    const charts = [...document.querySelectorAll('.trace-pane, .value-trace')].map((node) =>
      node.getBoundingClientRect(),
    );
    const [largest] = charts.toSorted((a, b) => b.width * b.height - a.width * a.height);
    return {
      controls: controls.length,
      words,
      body: shown.length,
      over: [scrollWidth - innerWidth, scrollHeight - innerHeight] as const,
      warnings: document.querySelectorAll('.diagnostic.warning, .status-badge.warn').length,
      run: largest ? `${Math.round(largest.width)} x ${Math.round(largest.height)}` : 'none',
    };
  });

/** A first visit at one size, with its answer. */
async function firstScreen(site: Site, width: number, height: number): Promise<Screen> {
  const context = await site.browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await openPage(site, context);
  await page.getByTestId('status').getByText('proved').waitFor({ timeout: 180_000 });
  await page.getByTestId('verdict-status').first().waitFor({ timeout: 180_000 });
  await page.waitForTimeout(2000);
  // tsx wraps named functions in a helper that the page lacks.
  await page.evaluate('globalThis.__name = (named) => named');
  const seen = await look(page);
  if (pictures !== undefined)
    await page.screenshot({ path: `${pictures}/first-${width}.png`, animations: 'disabled' });
  const run = page.getByRole('button', { name: 'Open the run' });
  const isFolded = (await run.count()) > 0;
  if (isFolded) {
    await run.click();
    await page.locator('.trace-pane').first().waitFor();
  }
  const opened = isFolded ? await look(page) : seen;
  if (pictures !== undefined && isFolded)
    await page.screenshot({ path: `${pictures}/run-${width}.png`, animations: 'disabled' });
  await context.close();
  return { ...seen, run: opened.run };
}

const site = await openSite();
for (const [width, height] of SIZES) {
  const { controls, words, body, over, warnings, run } = await firstScreen(site, width, height);
  console.log(
    `${width} x ${height}: ${controls} controls, ${words} words, ${body} lines of the body in view, ` +
      `${over[0]} x ${over[1]} px too large, ${warnings} warnings, run ${run}`,
  );
}
await site.close();
