import { expect, test, workersNamed } from './site.ts';

test('workers that have ended themselves are replaced', async ({ site, page }) => {
  await site.tuneEight();
  const workers = await workersNamed(page, /^overtime-worker/);
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) await worker.evaluate(() => globalThis.close());
  await site.constant('GMT').fill('5');
  await site.tune.click();
  await expect(page.getByTestId('stale')).toBeHidden();
  await site.expectProved('53', 'WG 4, TS 2 or 4');
});

test('SPIN that arrives short is fetched again', async ({ unopened: site, page }) => {
  let fetched = 0;
  await page.route(/\/spin-.*\.wasm$/, async (route) => {
    fetched += 1;
    if (fetched > 1) return route.continue();
    const response = await route.fetch();
    const body = await response.body();
    return route.fulfill({ response, body: body.subarray(0, 100_000) });
  });
  await site.open();
  await site.tuneEight();
  expect(fetched).toBeGreaterThan(1);
});
