import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test, type Workbench } from './site.ts';
import { openView } from './views.ts';

async function tuned(site: Workbench): Promise<void> {
  await site.choose('Level', 'Accelerated');
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
}

const fields = (page: Page) => page.getByRole('textbox', { name: /^Time of WG/ });
const standing = (page: Page) => page.getByTestId('standing');

/** A fictitious device that favours large groups, and small tiles. */
function timeOn(name: string): string {
  const [, group = '1', tile = '1'] = /WG (\d+), TS (\d+)/.exec(name) ?? [];
  return String(64 / Number(group) + Number(tile) / 8);
}

/** Types the times of all that is proposed, and adds them. */
async function measure(page: Page, measured: number): Promise<readonly string[]> {
  const labels = await fields(page).evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? ''),
  );
  for (const label of labels)
    await page.getByRole('textbox', { name: label, exact: true }).fill(timeOn(label));
  await page.getByRole('textbox', { name: labels.at(-1) ?? '', exact: true }).press('Enter');
  await expect(page.getByTestId('measured-so-far')).toHaveText(
    `${measured + labels.length} measured`,
  );
  return labels;
}

test('five are proposed, their times typed in and learnt from, and kept through a reload', async ({
  site,
  page,
}) => {
  await tuned(site);
  await openView(page, 'Next');
  await expect(standing(page)).toHaveText(/^Nothing of \d+ configurations is measured yet/);
  await expect(fields(page)).toHaveCount(5);
  expect(await seriousProblems(page)).toEqual([]);
  const first = await measure(page, 0);
  await expect(standing(page)).toHaveText(/^Measured best: .* Expected gain of/);
  const second = await measure(page, 5);
  expect(second.filter((one) => first.includes(one))).toEqual([]);
  expect(await seriousProblems(page)).toEqual([]);
  const words = await standing(page).textContent();
  await page.reload();
  await expect(site.status).toHaveText('proved');
  await openView(page, 'Next');
  await expect(standing(page)).toHaveText(words ?? '');
});

test('a failure is a fact, another word is refused, and a file joins what was typed', async ({
  site,
  page,
}) => {
  await tuned(site);
  await openView(page, 'Next');
  const [field, other] = [fields(page).nth(0), fields(page).nth(1)];
  const add = page.getByRole('button', { name: 'Add times' });
  await field.fill('fast');
  await expect(add).toBeDisabled();
  await field.fill('failed');
  await other.fill('250 us');
  await add.click();
  await expect(page.getByText('1 failed; what is like it')).toBeVisible();
  await expect(standing(page)).toHaveText(/^Measured best: 0.25 ms/);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Read results' }).click(),
  ]);
  await chooser.setFiles({
    name: 'times.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('WG,TS,time_ms\n4,2,8\n4,4,0.125\n'),
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(standing(page)).toHaveText(/^Measured best: 0.125 ms, WG 4, TS 4/);
  await expect(page.getByText('1 failed; what is like it')).toBeVisible();
});

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

test(
  'times of another GPU choose the first, and are there after a reload',
  LONG,
  async ({ site, page }) => {
    await tuned(site);
    await openView(page, 'Next');
    const choose = async (name: string): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name }).click(),
      ]);
      await chooser.setFiles({
        name: 'other.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('WG,TS,time_ms\n4,2,8\n8,4,0.125\n16,2,1\n'),
      });
    };
    await choose('Times of another GPU');
    const said = page.getByTestId('relative');
    await expect(said).toHaveText(/^other\.csv: another GPU’s times of 3 of \d+ configurations\./);
    await expect(
      page.getByText(/^(?:first on|tells most beside) the other GPU/).first(),
    ).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await page.reload();
    await expect(site.status).toHaveText('proved');
    await openView(page, 'Next');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Go on without it' }).click();
    await expect(said).toBeHidden();
  },
);
