import { ABSTRACT, expect, test } from './site.ts';
import { openText, tab } from './views.ts';

test('the palette runs any command, from anywhere', async ({ site, page }) => {
  await site.kernel.focus();
  await page.keyboard.press('F1');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette).toBeVisible();
  await expect(palette.getByRole('menuitem', { name: /^Tune/ })).toContainText('CtrlEnter');
  await page.keyboard.type('semantics open');
  await expect(palette.getByRole('menuitem')).toHaveText(['Semantics: OpenCL']);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(site.how).toContainText('OpenCL');

  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('runs');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Runs')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('F1');
  await page.keyboard.type('there is no such thing');
  await expect(palette.getByText('No command has these letters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test("SPIN's own words have a tab", async ({ site, page }) => {
  await openText(page, 'SPIN');
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  const output = page.getByLabel('What SPIN printed');
  await expect(output).toContainText('Spin Version 6.5.2');
  await expect(output).toContainText(/\$ pan .*size=32/);
});

test('panes keep the sizes they were given', async ({ site, page }) => {
  const splitter = page.getByRole('separator', { name: 'Height of the results' });
  const heights = async (): Promise<number> =>
    (await page.getByRole('region', { name: 'Results' }).boundingBox())?.height ?? 0;
  const before = await heights();
  await splitter.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(heights).toBeGreaterThan(before + 20);
  const after = await heights();
  await page.reload();
  await site.ready();
  await expect.poll(async () => Math.abs((await heights()) - after)).toBeLessThan(3);
});

test('nothing jumps while a run streams in', async ({ site, page }) => {
  await page.evaluate(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) seen.shifts += value;
      }
    }).observe({ type: 'layout-shift' });
  });
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
  // Chromium counts under a hundredth for text growing in place.
  expect(shifts).toBeLessThan(0.01);
});

test('with Live an edit is tuned by itself, and what is costly says so', async ({ site, page }) => {
  await page.getByText('Live', { exact: true }).click();
  await expect(site.status).toHaveText('proved');
  await site.constant('GMT').fill('8');
  await expect(site.minimum).toHaveText('1,112ticks');

  await site.writeKernel(
    ABSTRACT.replace('pow2(4, size/2)', 'range(1, size, 1)').replace(
      'pow2(2, size/2)',
      'range(1, size, 1)',
    ),
  );
  await site.constant('size').fill('2048');
  await expect(page.getByTestId('readiness')).toContainText('Live waits.');
  await expect(site.tune).toBeEnabled();
});
