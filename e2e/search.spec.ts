import { expect, LONG, test } from './site.ts';

/** The kept bounds of a proof under way. */
const keptLow = (): number => {
  const kept: unknown = JSON.parse(localStorage.getItem('overtime.bounds.1') ?? '[]');
  const [first] = Array.isArray(kept) ? (kept as { low?: unknown }[]) : [];
  return Number(first?.low ?? -1);
};

test('a proof that a reload cut off goes on from its bounds', async ({ site, page }) => {
  await site.choose('Level', 'Free');
  await site.constant('size').fill('16');
  await site.tune.click();
  await page.waitForFunction(
    () => (localStorage.getItem('overtime.bounds.1') ?? '').includes('"low":"'),
    undefined,
  );
  await expect.poll(() => page.evaluate(keptLow)).toBeGreaterThan(0);
  await page.reload();
  await site.ready();
  await site.tune.click();
  await site.expectProved('156', 'WG 8, TS 4');
  await expect(page.getByTestId('resumed')).toHaveText(
    /^Went on from an earlier run: above \d+ ticks proved, \d+ found\.$/,
  );
  await expect(site.chart).toBeVisible();
});

test('a swarm samples, by several workers', LONG, async ({ site, page }) => {
  await site.choose('Method', 'Swarm');
  // It ends by itself; on a slow machine its verifier takes most of the usual minute to compile.
  await site.how.click();
  const dialog = page.getByRole('dialog', { name: 'How to tune' });
  await dialog.getByRole('textbox', { name: 'Time' }).fill('240');
  await page.keyboard.press('Escape');
  await site.tune.click();
  await expect(site.status).toHaveText('sampled', { timeout: 240_000 });
  await expect(site.minimum).toHaveText('584ticks');
  await expect(site.conclusion).toHaveText(/random searches by 2 workers found; nothing is proved/);
  await expect(site.chart).toBeVisible();
  await page.getByRole('button', { name: 'Last step' }).click();
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 584 of 584');
});

test('a cancelled search keeps its best and shows it', async ({ site, page }) => {
  await site.choose('Level', 'Free');
  await site.choose('Method', 'Branch and bound');
  await site.tune.click();
  // Whatever the tools did before, the card names the search.
  await expect(page.getByTestId('stage')).toHaveText('Searching for the minimum');
  await expect(page.getByText('best so far').locator('..')).toContainText('ticks');
  await site.cancel.click();
  await expect(site.status).toHaveText('cancelled');
  await expect(site.minimum).toHaveText(/^\d+ticks$/);
});
