import type { Locator, Page } from '@playwright/test';
import { ABSTRACT, expect, LONG, test } from './site.ts';
import { openView, tab } from './views.ts';

const check = (page: Page): Locator =>
  page.getByRole('button', { name: 'Check this level against the one below' });
const checked = (page: Page): Locator => page.getByTestId('level-check');
const limit = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name: 'How to tune' }).getByRole('textbox', { name });

async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.getByRole('searchbox', { name: 'Command' }).fill(words);
  await page.keyboard.press('Enter');
}

test('the level that is taken by itself is named, and nothing moves when it changes', async ({
  site,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const level = page.getByRole('button', { name: /Level$/ });
  const dialog = page.getByRole('dialog', { name: 'How to tune' });
  /** Where it is in the dialog, which opens at its button. */
  const place = async () => {
    const [inner, outer] = [await level.boundingBox(), await dialog.boundingBox()];
    if (!inner || !outer) throw new Error('the level is not in view');
    const { x, y, width, height } = inner;
    return { x: x - outer.x, y: y - outer.y, width, height };
  };
  await site.how.click();
  await expect(level).toContainText('By itself: baton');
  const before = await place();
  await page.keyboard.press('Escape');
  await site.constant('size').fill('4096');
  await site.how.click();
  await expect(level).toContainText(/By itself: (representatives|accelerated)/);
  expect(await place()).toEqual(before);
});

test('a level is checked against the one below, as long as the settings stay', async ({
  site,
  page,
}) => {
  await site.choose('Level', 'Accelerated');
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await openView(page, 'Search');
  await check(page).click();
  await expect(checked(page)).toHaveText(
    'All 12 configurations take the same time at accelerated and representatives.',
  );
  // It stands beside the answer. The tuned text decides the level, not the method.
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  const panel = page.getByRole('tabpanel', { name: 'Level check' });
  await site.choose('Method', 'Sweep');
  await expect(panel.getByTestId('outdated')).toBeHidden();
  await site.constant('size').fill('16');
  await expect(panel.getByTestId('outdated')).toContainText('Of abstract_kernel, size 32');
  await site.constant('size').fill('32');
  await expect(panel.getByTestId('outdated')).toBeHidden();
  await page.getByRole('button', { name: /^Close: Level accelerated/ }).click();
  await expect(tab(page, 'Level check')).toBeHidden();
  await openView(page, 'Search');
  await site.choose('Level', 'Free');
  await expect(check(page)).toBeHidden();
  await expect(page.getByText(/^Level free searches every schedule already/)).toBeVisible();
});

test('a check is started from the palette and cancelled', async ({ site, page }) => {
  // A new model, so a verifier must be compiled before comparing: the compiler takes its time to come.
  let letIn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(/llvm/, async (route) => {
    await held;
    // The test may be over.
    await route.continue().catch(() => undefined);
  });
  await site.writeKernel(ABSTRACT.replace('cost f = GMT', 'cost f = 2 * GMT'));
  await site.choose('Level', 'Accelerated');
  await runCommand(page, 'check level');
  await page.getByRole('button', { name: 'Cancel the check' }).click();
  await expect(checked(page)).toHaveText('You cancelled the check before anything was compared.');
  letIn();
  await openView(page, 'Search');
  await expect(check(page)).toBeEnabled();
});

test('limits are checked as they are typed, kept, and kept to', LONG, async ({ site, page }) => {
  await site.how.click();
  await limit(page, 'Memory').fill('8');
  await expect(page.getByText('Must be a whole number of MB from 32 to 4,096.')).toBeVisible();
  await limit(page, 'Memory').fill('512');
  await expect(page.getByText('Must be a whole number of MB')).toBeHidden();
  await limit(page, 'Workers').fill('17');
  await expect(page.getByText(/workers from 1 to 16/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await site.ready();
  await expect(site.how).toContainText('limits');
  await site.how.click();
  await expect(limit(page, 'Memory')).toHaveValue('512');
  await expect(limit(page, 'Workers')).toHaveValue('');
  await limit(page, 'Workers').fill('1');
  await page.keyboard.press('Escape');

  await site.choose('Method', 'Swarm');
  await site.tune.click();
  await expect(site.status).toHaveText('sampled', { timeout: 180_000 });
  await expect(site.conclusion).toHaveText(/ by 1 worker /);
  await openView(page, 'Search');
  await page.getByRole('radio', { name: 'trails' }).click();
  const rows = page.getByRole('group', { name: 'Table of trails found' }).locator('tbody tr');
  const best = ((await site.minimum.textContent()) ?? '').replace('ticks', '');
  await expect(rows.first().locator('td').first()).toHaveText(best);
  const found = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')]
        .slice(0, 2)
        .map((cell) => Number(cell.textContent.replaceAll(',', ''))),
    ),
  );
  const sorted = found.toSorted(
    ([time = 0, steps = 0], [otherTime = 0, otherSteps = 0]) =>
      time - otherTime || steps - otherSteps,
  );
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(sorted);
});

test(
  'the next best is named, and all schedules of a cell are searched',
  LONG,
  async ({ site, page }) => {
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    await expect(page.getByTestId('runner-up')).toHaveText(
      'Next best: 608 ticks, WG 16, TS 2 or 16',
    );

    await site.constant('size').fill('8');
    await site.tune.click();
    await expect(page.getByTestId('stale')).toBeHidden();
    await expect(site.status).toHaveText('proved');
    const map = page.getByRole('application', { name: /^Map of model time/ });
    await map.focus();
    await page.keyboard.press('Home');
    for (let row = 0; row < 6; row += 1) await page.keyboard.press('ArrowDown');
    await expect(map.getByRole('status')).toHaveText(/^WG 4, TS 2, 44 ticks/);
    await page.keyboard.press('s');
    const whatever =
      /^WG 4, TS 2 takes 44 ticks whatever the schedule: proved over [\d,]+ states\.$/;
    const schedules = page.getByTestId('schedules');
    await expect(schedules).toHaveText(whatever);
    // The answer stands where it stood.
    await site.expectProved('44', 'WG 4, TS 2 or 4');
    await openView(page, 'Map');
    await map.focus();
    await page.keyboard.press('ArrowUp');
    await expect(map.getByRole('status')).toHaveText(/^WG 4, TS 4, 44 ticks/);

    // Once more by name: of the best.
    await runCommand(page, 'all schedules');
    await expect(schedules).toHaveText(/^WG 4, TS 4 takes 44 ticks/);
    await page.getByRole('button', { name: 'Close: All schedules of WG 4, TS 4' }).click();
    await expect(tab(page, 'Schedules')).toBeHidden();
    await expect(map).toBeVisible();
  },
);

test('a cancelled proof says between which bounds the minimum lies', async ({ site, page }) => {
  await site.choose('Level', 'Free');
  await site.choose('Method', 'Branch and bound');
  await site.tune.click();
  await expect(page.getByText('best so far').locator('..')).toContainText('ticks');
  await site.cancel.click();
  await expect(site.status).toHaveText('cancelled');
  await expect(site.conclusion).toHaveText(
    /\. The minimum lies .*at or below [\d,]+ ticks\. So far: /,
  );
});
