import type { Locator, Page } from '@playwright/test';
import { expect, test } from './site.ts';

const map = (page: Page): Locator => page.getByRole('application', { name: /^Map of model time/ });
const trace = (page: Page): Locator => page.getByRole('region', { name: 'Counterexample' });
const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' });

test('a result that belongs to other settings says so everywhere, and comes back with them', async ({
  site,
  page,
}) => {
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(site.chart).toBeVisible();
  await expect(site.conclusion).toContainText(/proved by \d+ searches, and 1 for all optima/);
  const stale = page.getByTestId('stale');
  const outdated = page.getByTestId('outdated');
  await expect(stale).toBeHidden();

  await site.constant('GMT').fill('5');
  await expect(stale).toHaveText(/^Of abstract_kernel, size 32, GMT 4, .*as published\.$/);
  await expect(site.minimum).toHaveText('584ticks');
  await expect(results(page).getByTestId('outdated')).toContainText('GMT 4');
  await expect(trace(page).getByTestId('outdated')).toContainText('GMT 4');
  await expect(results(page).locator('.outdated canvas').first()).toBeVisible();
  await page.screenshot({ path: '/tmp/trust/stale.png' });

  // How one searches is no part of the question.
  await site.constant('GMT').fill('4');
  await site.choose('Method', 'Sweep');
  await expect(stale).toBeHidden();
  await expect(outdated).toHaveCount(0);
  await expect(page.locator('.outdated')).toHaveCount(0);
});

test('what is opened stands beside the answer, and closed gives its run back', async ({
  site,
  page,
}) => {
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(site.chart).toBeVisible();
  const opened = page.getByTestId('opened');
  await expect(opened).toBeHidden();
  await map(page).focus();
  for (let places = 0; places < 2; places += 1) await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(opened).toHaveText(/^WG 16, TS (2|16)608 ticks$/, { timeout: 30_000 });
  const size = (locator: Locator): Promise<string> =>
    locator.evaluate((node) => getComputedStyle(node).fontSize);
  expect(await size(opened.locator('strong'))).toBe(await size(site.optima));
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await page.screenshot({ path: '/tmp/trust/opened.png' });
  await page.getByRole('button', { name: 'Close it, back to WG 16, TS 4' }).click();
  await expect(opened).toBeHidden();
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 0 of 584');
});

test('a second press on Tune does nothing, and what ends the run is elsewhere', async ({
  site,
  page,
}) => {
  await site.choose('Level', 'Free');
  await site.choose('Method', 'Branch and bound');
  await site.tune.dblclick();
  await expect(site.cancel).toBeVisible();
  const [press, end] = [await site.tune.boundingBox(), await site.cancel.boundingBox()];
  if (!press || !end) throw new Error('a button has no place');
  expect(end.y).toBeGreaterThan(press.y + press.height);
  await page.screenshot({ path: '/tmp/trust/running.png' });
  await site.tune.click({ force: true });
  await expect(page.getByText('best so far').locator('..')).toContainText('ticks', {
    timeout: 90_000,
  });
  await site.cancel.click();
  await expect(site.status).toHaveText('cancelled');
});

test('why nothing can be tuned stands at Tune and at its cause', async ({ site, page }) => {
  await site.constant('size').fill('4');
  const obstacle = page.getByTestId('obstacle');
  await expect(site.tune).toBeDisabled();
  await expect(obstacle).toContainText(
    'No configuration is valid for size 4: WG has no values, for pow2(4, size / 2) begins at 4 and ends at 2.',
  );
  await expect(page.locator('.diagnostics')).toContainText('WG has no values');
  await page.screenshot({ path: '/tmp/trust/obstacle.png' });
  await page.getByRole('button', { name: 'Show where' }).click();
  await expect(site.kernel).toBeFocused();
  await site.constant('size').fill('32');
  await expect(obstacle).toBeHidden();
  await expect(site.tune).toBeEnabled();
});
