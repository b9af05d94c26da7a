import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';
import { openView } from './views.ts';

const fields = (page: Page) => page.getByRole('textbox', { name: /^Time of WG/ });

test('a script for what is proposed is written', async ({ site, page }) => {
  await site.choose('Example', 'Sum');
  await openView(page, 'Next');
  await expect(fields(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Script for these' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'OpenCL' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-measure\.(c|cpp)$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('__kernel void sum(');
  expect(text).toContain('sum-times.csv');
});
