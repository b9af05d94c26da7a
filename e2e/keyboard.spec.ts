import type { Locator, Page } from '@playwright/test';
import { expect, test } from './site.ts';

/** The focused element: its words, region and visible focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    if (!node || node === document.body) return undefined;
    const outlined = (each: Element | null, pseudo?: string): boolean => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    const box = node.getBoundingClientRect();
    const near = [node, node.parentElement, node.closest('label'), ...node.querySelectorAll('*')];
    const label = node.closest('label');
    const isInEditor = node.closest('.monaco-editor') !== null;
    return {
      words: node.getAttribute('aria-label') ?? node.textContent?.trim().slice(0, 40) ?? '',
      part: node.closest('nav, header, section, footer')?.getAttribute('aria-label') ?? 'page',
      isInEditor,
      // Editors show a caret; switches and boxes ring their drawn part.
      isSeen:
        isInEditor ||
        near.some((each) => outlined(each)) ||
        [...(label?.querySelectorAll('*') ?? [])].some((each) => outlined(each)),
      isInWindow: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    };
  });

/** The next stop; leaves a Tab-keeping editor by its own key. */
async function tab(page: Page): Promise<void> {
  const before = await focused(page);
  await page.keyboard.press('Tab');
  if (!before?.isInEditor || !(await focused(page))?.isInEditor) return;
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+m');
  await page.keyboard.press('Tab');
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const isThere = (): Promise<boolean> =>
    wanted.evaluate((node) => node === document.activeElement).catch(() => false);
  for (let stop = 0; stop < 60 && !(await isThere()); stop += 1) await tab(page);
  await expect(wanted).toBeFocused();
}

/** Skips the first stops; another test reaches them by Tab. */
async function skipTo(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: place, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test('Tab goes once through the whole page, in its order, and the focus is always seen', async ({
  site,
  page,
}) => {
  await site.tune.focus();
  await page.keyboard.press('Enter');
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
  // The first stop of the page.
  await page.getByRole('button', { name: 'To the kernel' }).focus();
  const parts = ['Skip to'];
  const unseen: string[] = [];
  let stops = 0;
  for (; stops < 200; stops += 1) {
    await tab(page);
    const now = await focused(page);
    if (!now || now.words === 'To the kernel') break;
    if (!now.isSeen || !now.isInWindow) unseen.push(`${now.part}: ${now.words}`);
    if (parts.at(-1) !== now.part) parts.push(now.part);
  }
  expect(unseen).toEqual([]);
  expect(stops).toBeLessThan(200);
  const order = ['Skip to', 'Texts', 'Platform', 'Result', 'Results', 'Counterexample'];
  // The reason stands inside the result.
  const met = parts.filter((part) => order.includes(part));
  expect(met.filter((part, at) => part !== met[at - 1])).toEqual(order);
});

test('everything is done with the keyboard alone', async ({ site, page }) => {
  // Many keys, each looked after.
  const { keyboard } = page;
  // From the address to the kernel, a constant, a preset and Tune.
  await tab(page);
  await expect(page.getByRole('button', { name: 'To the kernel' })).toBeFocused();
  await keyboard.press('Enter');
  expect((await focused(page))?.isInEditor).toBe(true);
  await tabTo(page, site.constant('size'));
  await keyboard.type('8');
  await tabTo(page, page.getByRole('button', { name: /Preset$/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Control+Enter');
  await site.expectProved('44', 'WG 4, TS 2 or 4');

  // A cell of the map opens its trace.
  await tabTo(page, page.getByRole('application', { name: /^Map/ }));
  await keyboard.press('n');
  await keyboard.press('Enter');
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();

  // Steps, the chart over time, the filter.
  await skipTo(page, 'To the trace');
  await tabTo(page, site.chart);
  const words = page.getByTestId('trace-sentence');
  const first = await words.textContent();
  await keyboard.press('ArrowRight');
  await expect(words).not.toHaveText(first ?? '');
  await keyboard.press('End');
  await expect(page.getByTestId('tick-readout')).not.toHaveText(/^tick 0 /);
  await tabTo(page, page.getByRole('application', { name: /^Work and waits over model time/ }));
  await keyboard.press('w');
  await keyboard.press('0');
  await skipTo(page, 'To the trace');
  await tabTo(page, page.getByRole('button', { name: /^Filter/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A picture is saved, from its menu.
  await skipTo(page, 'To the answer');
  await tabTo(page, page.getByRole('button', { name: /^Save/ }).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  const download = page.waitForEvent('download');
  await keyboard.press('Enter');
  await download;

  // The palette's runs, the page's look, help: Escape leaves each.
  await keyboard.press('F1');
  await keyboard.type('show runs');
  await keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Runs' })).toHaveAttribute('aria-selected', 'true');
  await skipTo(page, 'To the answer');
  await tabTo(
    page,
    page
      .getByRole('table')
      .getByRole('button', { name: /abstract_kernel/ })
      .first(),
  );
  await page.getByRole('button', { name: 'To the trace' }).focus();
  await tabTo(page, page.getByRole('button', { name: 'Theme and text size' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('Shift+F9');
  await expect(page.getByRole('button', { name: 'End presentation' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'End presentation' })).toHaveCount(0);
});
