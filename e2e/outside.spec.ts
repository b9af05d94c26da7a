import type { Page } from '@playwright/test';
import { deflateSync, strToU8 } from 'fflate';
import { lettersOf } from '../src/base/letters.ts';
import { fragmentOf } from '../src/session/portable/link.ts';
import { CROWDED_LESSON, largeGzip, largeZip, MANY_BRACKETS } from '../src/testing/hostile.ts';
import { dropFile } from './views.ts';
import { expect, test } from './site.ts';

/** Follows a link while the page is open. */
const follow = (page: Page, fragment = '') =>
  page.evaluate((hash) => location.assign(hash), fragment);

test('links and files that were made to hold the page up are refused in a sentence', async ({
  site,
  page,
}) => {
  // What is told takes room from the text.
  const kernel = async (): Promise<string[]> => (await site.kernelShown()).split('\n').slice(0, 4);
  const before = await kernel();
  await test.step('a link of brackets', async () => {
    const link = fragmentOf({ version: 1, kernel: MANY_BRACKETS, settings: {}, view: {} });
    await follow(page, link);
    const told = page.getByTestId('besides');
    await expect(told).toContainText('The link was not opened. Its text has brackets inside');
    expect(await kernel()).toEqual(before);
  });
  await test.step('archives of a gigabyte', async () => {
    for (const [name, bytes] of [
      ['all.zip', largeZip()],
      ['all.tar.gz', largeGzip()],
    ] as const) {
      await dropFile(page, name, Buffer.from(bytes).toString('base64'));
      const notice = page.getByTestId('notice');
      await expect(notice).toContainText(`${name} was not merged.`);
      await expect(notice).toContainText('more than 256 MB of reports');
    }
  });
  await test.step('a lesson of marks', async () => {
    await follow(page, `#lesson=1.${lettersOf(deflateSync(strToU8(CROWDED_LESSON)))}`);
    const offered = page.getByRole('region', { name: 'The lesson that came' });
    await expect(offered).toContainText('This is no lesson that can be shown');
    await expect(offered).toContainText('Line 11: A paragraph has');
  });
});

test('where the part that reads does not come, that is said, and the page goes on', async ({
  site,
  page,
  faults,
}) => {
  faults.expect(/Failed to load resource|net::ERR_FAILED/);
  const link = fragmentOf({ version: 1, kernel: 'void k() {}', settings: {}, view: {} });
  await page.route(/outside-worker-/, (route) => route.abort());
  await follow(page, link);
  await expect(page.getByTestId('besides')).toContainText('could not be fetched');
  await page.unroute(/outside-worker-/);
  await follow(page, link);
  await expect.poll(() => site.kernelShown()).toContain('void k() {}');
});
