import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { altered, expect, LONG, SUM, test, Workbench } from './site.ts';

/** The places of the kernel's first word and fourth line that is seen. */
const places = (page: Page, lines: string): Promise<readonly number[] | undefined> =>
  page.evaluate((selector) => {
    const found = [...document.querySelectorAll(selector)];
    const tops = found.toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    );
    const place = (node: Element | undefined, from: number): number[] | undefined => {
      const text = node && document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return undefined;
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const { x, y } = range.getBoundingClientRect();
      return [Math.round(x), Math.round(y)];
    };
    const [first, , , fourth] = tops;
    if (fourth) return [...(place(first, 0) ?? []), ...(place(fourth, 0) ?? [])];
    const { textContent = '' } = first ?? {};
    const before = textContent?.split('\n').slice(0, 3).join('\n').length ?? 0;
    return [...(place(first, 0) ?? []), ...(place(first, before + 1) ?? [])];
  }, lines);

for (const isFirst of [true, false]) {
  test(`the kernel is painted before the page has come, and stays in its place${isFirst ? ', at a first visit' : ''}`, async ({
    page,
    faults: _faults,
  }) => {
    if (!isFirst) await page.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let letIn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route(/assets\/page-[\w-]{8}\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('./', { waitUntil: 'commit' });
    await expect(page.locator('.first-paint pre')).toHaveText(
      SUM.replaceAll(/^#pragma tuner.*\n/gm, ''),
    );
    await page.evaluate(() => document.fonts.ready);
    expect(asked.filter((path) => /monaco|chart/.test(path))).toEqual([]);
    const before = await places(page, '.first-paint pre');
    expect(before).toHaveLength(4);
    letIn();
    await expect(page.locator('[data-editor=opencl-c] .view-line').nth(5)).toBeVisible();
    await expect(page.locator('.first-paint')).toHaveCount(0);
    await expect.poll(() => places(page, '[data-editor=opencl-c] .view-line')).toEqual(before);
  });
}

test('a part that does not come is asked for again', LONG, async ({ site, page, faults }) => {
  faults.expect(
    /It could not be fetched|Failed to (load resource|fetch dynamically)|could not show the chart|net::ERR/,
  );
  let isAway = true;
  const chart = /assets\/lines-chart-.*\.js/;
  await page.route(chart, (route) => (isAway ? route.abort() : route.continue()));
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  const failed = page.getByRole('alert').filter({ hasText: 'Could not show' });
  await expect(failed).toContainText('the network is away, or the site does not answer');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeVisible();
  isAway = false;
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toHaveCount(0);
  await expect(page.locator('.recharts-wrapper').first()).toBeVisible();

  // Missing files come with a new page, which keeps the work.
  isAway = true;
  await page.reload();
  await new Workbench(page).ready();
  await expect(failed).toBeVisible();
  isAway = false;
  await failed.getByRole('button', { name: 'load the page again' }).click();
  await expect(page.locator('.recharts-wrapper').first()).toBeVisible();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
});

test('who writes before the editor has come goes on in it', async ({ page, unopened: site }) => {
  let letIn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(/assets\/monaco-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript((text) => {
    localStorage.setItem('overtime-pragmas', JSON.stringify({ state: { isOpen: false } }));
    const kept = JSON.parse(localStorage.getItem('overtime.settings.1') ?? '{}') as {
      state: { kernelText: string; example: string; semantics: string };
    };
    Object.assign(kept.state, { kernelText: text, example: 'sum', semantics: 'opencl' });
    localStorage.setItem('overtime.settings.1', JSON.stringify(kept));
  }, SUM);
  await page.goto('./');
  // The example's pragmas are one line beside it.
  await expect(site.kernel).toHaveValue(SUM.replaceAll(/^#pragma tuner.*\n/gm, ''));
  await expect(site.tune).toBeEnabled();
  await site.kernel.press('Control+Home');
  await page.keyboard.type('// typed ');
  letIn();
  await expect(page.locator('[data-editor=opencl-c] .view-line').first()).toBeVisible();
  await page.keyboard.type('on');
  await expect.poll(() => site.kernelShown()).toContain('// typed on');
  await expect(page.locator('textarea.code-editor-plain')).toHaveCount(0);
  await site.prove();
});

test('without its editor the text can be written, and the editor is asked for again', async ({
  unopened: site,
  page,
  faults,
}) => {
  faults.expect(/Failed to (load resource|fetch dynamically)|net::ERR/);
  const editor = /assets\/monaco-[^/]*\.js/;
  await page.route(editor, (route) => route.abort());
  await page.goto('./');
  const told = page.getByRole('alert').filter({ hasText: 'The editor could not be fetched' });
  await expect(told).toContainText('the network is away');
  await site.kernel.fill(`// by hand\n${SUM}`);
  await page.unroute(editor);
  await page.route(editor, altered);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toContainText('is not as it was published');
  await page.unroute(editor);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toHaveCount(0);
  // Until it is drawn the plain text stays beside it.
  await expect(page.locator('.code-editor-plain')).toHaveCount(0);
  // It stands where the text was written last.
  await site.kernel.press('Control+Home');
  await expect.poll(() => site.kernelShown()).toContain('// by hand');
});

/** Sizes and places of all that a first visit shows, without what the editor and the charts draw by themselves. */
const boxes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.task-bar *, .answer-area *, .results *, .stacked *')]
      .filter((node) => node.closest('.monaco-editor, svg') === null)
      .map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const { padding, fontSize } = getComputedStyle(node);
        const at = [x, y, width, height].map(Math.round).join(' ');
        return `${node.tagName}.${node.getAttribute('class') ?? ''}: ${at}, ${padding}, ${fontSize}`;
      }),
  );

test('styles that are fetched later change nothing of what is shown before', async ({
  page,
  faults: _faults,
}) => {
  const site = new Workbench(page);
  const later = readdirSync(join(process.env['OVERTIME_DIST'] ?? 'dist', 'assets')).filter(
    (name) => name.endsWith('.css') && !name.startsWith('embed-'),
  );
  await page.goto('./');
  await site.ready();
  await expect(site.status).toHaveText('proved');
  await expect(page.getByRole('button', { name: /^right/ })).toBeVisible();
  await expect(page.getByTestId('why')).toContainText('More');
  await expect(page.getByRole('region', { name: 'Why this one is best' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // All that the width brings has been fetched and laid out.
    let before: readonly string[] = [];
    await expect(async () => {
      const last = before;
      before = await boxes(page);
      expect(before).toEqual(last);
    }).toPass();
    const undo = await page.evaluateHandle(async (names) => {
      const links = names.map((name) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = `./assets/${name}`;
        return link;
      });
      const loaded = links.map(
        (link) => new Promise((resolve) => link.addEventListener('load', resolve)),
      );
      // First, so that the order of those that are there stays.
      document.head.prepend(...links);
      await Promise.all(loaded);
      return links;
    }, later);
    expect(await boxes(page)).toEqual(before);
    await undo.evaluate((links) => links.forEach((link) => link.remove()));
  }
});
