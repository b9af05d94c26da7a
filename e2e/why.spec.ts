import { expect, test } from './site.ts';

test('why the best is the best stands under the number, and every clause leads to what shows it', async ({
  site,
  page,
}) => {
  const why = page.getByTestId('why');
  const place = page.getByRole('region', { name: 'Why this one is best' });
  await expect(why).toContainText('once you have tuned');
  const before = await place.boundingBox();
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(why).toHaveText(
    /^The next best, WG 16, TS 2, is 24 ticks slower: .*\. WG 16, TS [48] spends \d+ of its 584 ticks .*would win with/,
  );
  // Nothing has moved for it.
  expect(await place.boundingBox()).toEqual(before);
  await expect(place.getByRole('status')).toHaveText(/would win with/);

  // The cause alone, until somebody wants the ledger.
  const ledger = why.locator('.why-ledger');
  await expect.poll(async () => (await ledger.boundingBox())?.height ?? 0).toBeLessThan(3);
  // By the keyboard alone: what the time consists of.
  const links = place.getByRole('link');
  const [parting, time] = [links.first(), links.nth(1)];
  const tall = async (): Promise<number> => (await why.boundingBox())?.height ?? 0;
  await time.focus();
  await expect.poll(tall).toBeGreaterThan(44);
  await page.keyboard.press('Enter');
  // It uncovers its neighbours again, though the focus stays.
  await expect.poll(tall).toBeLessThan(44);
  await expect(time).toBeFocused();
  await expect(page.getByTestId('difference')).toContainText('584 ticks, the least');

  // Where the next best parts from it, both on the same ticks.
  await parting.click();
  await expect(page.locator('.difference')).toContainText('They part at tick');
  await expect(page.getByTestId('difference')).toContainText('24 ticks slower');
  // Kept beside each other in a low window, both have a head and rows: a chart of 100 pixels shows two messages,
  // results of 180 two bars. The usual layout gives each of them the whole pane.
  expect((await site.chart.boundingBox())?.height).toBeGreaterThan(100);
  const bars = await page.getByRole('region', { name: 'Results', exact: true }).boundingBox();
  expect(bars?.height).toBeGreaterThan(180);
  const said = await why.textContent();
  const difference = await page.getByTestId('difference').textContent();
  const paid = /24 ticks slower: ([^.]*)/.exec(said ?? '')?.[1];
  expect(difference).toContain(paid ?? 'the same words');

  // A platform on which another wins, swept.
  await why.hover();
  await links.nth(2).click();
  await expect(page.getByTestId('moves')).toContainText('at NU 3 to WG 4, TS 4 or 8');

  // It stays with its run, and goes with the next.
  await site.choose('Example', 'Divergent barrier');
  await site.tune.click();
  await expect(site.status).toHaveText('deadlock');
  await expect(why).toContainText('can stop for ever');
});

test('on a real machine it says what bounds the best', async ({ site, page }) => {
  await site.choose('Example', 'Stencil');
  await site.choose('Semantics', 'Device');
  await site.prove();
  const why = page.getByTestId('why');
  await expect(why).toHaveText(/^WG \d+ is bound by latency: .*The next best, WG \d+, is/);
  await why.getByRole('link').first().click();
  await expect(page.getByTestId('machine-of')).toContainText('WG');
});
