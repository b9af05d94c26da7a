import { expect, test } from './site.ts';

test('workers that have ended themselves are replaced', async ({ site, page }) => {
  await site.constant('size').fill('8');
  await site.tune.click();
  await site.expectProved('44', 'WG 4, TS 2 or 4');
  const workers = page.workers().filter((worker) => /\/worker-/.test(worker.url()));
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) await worker.evaluate(() => globalThis.close());
  await site.constant('GMT').fill('5');
  await site.tune.click();
  await expect(page.getByTestId('stale')).toBeHidden();
  await site.expectProved('53', 'WG 4, TS 2 or 4');
});
