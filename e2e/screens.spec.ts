import type { Page } from '@playwright/test';
import { layoutFaults } from './layout.ts';
import { expect, test } from './site.ts';
import { EDITOR_VIEWS, RESULT_VIEWS } from './views.ts';

const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [900, 700],
  [390, 844],
] as const;

/** Shows one tab after the other. */
async function eachTab(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const [list, names] of [
    ['Results', RESULT_VIEWS],
    ['Kernel and model', EDITOR_VIEWS],
  ] as const) {
    const tabs = page.getByRole('tablist', { name: list });
    for (const name of names) {
      const tab = tabs.getByRole('tab', { name, exact: true });
      await tab.focus();
      await tab.press('Enter');
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await look(name);
    }
    const first = tabs.getByRole('tab', { name: names[0], exact: true });
    await first.focus();
    await first.press('Enter');
  }
}

async function expectNothingCut(page: Page): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await eachTab(page, async (name) => {
      // Panes follow the window a frame or two later.
      await expect
        .poll(async () => [width, name, ...(await layoutFaults(page))])
        .toEqual([width, name]);
    });
  }
}

test('nothing is cut, covered or out of the window at any size', async ({ site, page }) => {
  test.setTimeout(240_000);
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
  await expectNothingCut(page);
});
