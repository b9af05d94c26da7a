import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { ABSTRACT, expect, test } from './site.ts';
import { openView } from './views.ts';

const example = (id: string): string =>
  readFileSync(new URL(`../examples/${id}.cl`, import.meta.url), 'utf8');

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
  await expect(stale).toHaveText(
    /^Of abstract_kernel, size 32, GMT 4 \(now 5\), .*as published\.$/,
  );
  await expect(site.minimum).toHaveText('584ticks');
  await expect(results(page).getByTestId('outdated')).toContainText('GMT 4');
  await expect(trace(page).getByTestId('outdated')).toContainText('GMT 4');
  await expect(results(page).locator('.outdated canvas').first()).toBeVisible();

  expect(await seriousProblems(page)).toEqual([]);

  // The method is no part of the question.
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
  // With all its times the map's best keep their order.
  await expect(page.getByText('Next best: 608 ticks')).toBeVisible();
  // Where another test left the mouse, the map would follow it.
  await page.mouse.move(0, 0);
  await map(page).focus();
  for (let places = 0; places < 2; places += 1) await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(opened).toHaveText(/^WG 16, TS (2|16)608 ticks$/);
  const size = (locator: Locator): Promise<string> =>
    locator.evaluate((node) => getComputedStyle(node).fontSize);
  expect(await size(opened.locator('strong'))).toBe(await size(site.optima));
  await site.expectProved('584', 'WG 16, TS 4 or 8');
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
  await site.tune.click({ force: true });
  await expect(page.getByText('best so far').locator('..')).toContainText('ticks');
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
  await page.getByRole('button', { name: 'Show where' }).click();
  await expect(site.kernel).toBeFocused();
  await site.constant('size').fill('32');
  await expect(obstacle).toBeHidden();
  await expect(site.tune).toBeEnabled();
});

test('a racy kernel is never plainly good, and what limits an answer explains itself', async ({
  site,
  page,
}) => {
  await site.choose('Example', 'Data race');
  await expect(page.getByTestId('besides')).toHaveText(
    /^Set with it: semantics As published → OpenCL, size 32 → 16\./,
  );
  await site.prove();
  const answer = page.getByRole('region', { name: 'Result' });
  await expect(answer.locator('.badge.tone-proved')).toHaveCount(0);
  await answer.getByRole('button', { name: 'data race: what it means', exact: true }).click();
  const meaning = page.getByRole('dialog', { name: 'Data race' });
  await expect(meaning).toContainText('Its time is that of a kernel that is wrong');
  await meaning.getByRole('button', { name: 'Show where' }).click();
  await expect(site.kernel).toBeFocused();

  await expect(page.getByTestId('map-spoiled')).toHaveText('data race');
  expect(await seriousProblems(page)).toEqual([]);
  await map(page).focus();
  await expect(map(page).getByRole('status')).toContainText('proved, but data race');
  await expect(trace(page).locator('.trace-title')).toContainText('data race');
  await openView(page, 'Runs');
  await expect(page.getByTestId('runs').locator('tbody tr').first()).toContainText(
    'proved, but data race',
  );
  // Mending makes another text, free of the old kernel's limits.
  await site.writeKernel(example('racy').replace('// missing: ', ''));
  await expect(page.getByTestId('stale')).toContainText('an earlier text of racy');
  await site.choose('Example', 'Transpose');
  await site.tune.click();
  await expect(answer.locator('.badge.tone-proved')).toBeVisible();
  await expect(page.getByTestId('map-spoiled')).toBeHidden();
});

test('a pasted kernel is tuned in OpenCL semantics, with a way back, and says what is odd there', async ({
  site,
  page,
}) => {
  const notice = page.getByTestId('besides');
  const how = page.getByRole('button', { name: /How to tune/ });
  await site.writeKernel(example('sum'));
  await expect(notice).toContainText('A kernel of your own is tuned in OpenCL semantics');
  await expect(how).toContainText('OpenCL');
  await notice.getByRole('button', { name: 'Keep As published' }).click();
  await expect(notice).toBeHidden();
  await expect(how).toContainText('As published');

  // The paper's kernel renamed: the same model, but another text.
  await site.writeKernel(ABSTRACT.replaceAll('result', 'value'));
  await expect(how).toContainText('As published');
  await site.constant('NU').fill('16');
  await site.prove();
  const miscounted = page.getByRole('button', { name: 'units are miscounted: what it means' });
  await miscounted.click();
  await expect(page.getByRole('dialog', { name: 'Units are miscounted' })).toContainText(
    'With WG 4 there are 8 groups on 16 units, and each does 9 rounds here, where 1 would do.',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '2 more limits of this answer' }).click();
  const rest = page.getByRole('dialog', { name: 'What else limits this answer' });
  await expect(rest).toContainText('As published is the counting of');
  await expect(rest).toContainText('AT, the ticks of an operation of arithmetic, is 0');
});
