import { ABSTRACT, expect, test } from './site.ts';
import { openText, openView } from './views.ts';

test('tunes the first example to a proof and draws why', async ({ site, page }) => {
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  await expect(site.conclusion).toContainText('Cannot finish within 583 ticks: proved by');

  await site.conclusion.hover();
  await expect(page.getByRole('tooltip')).toHaveText('[] (FIN -> time > 583)');

  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('row', { name: '16 4 584' })).toBeVisible();
  await expect(page.getByRole('row', { name: '8 16 912' })).toBeVisible();

  await openView(page, 'Search');
  await expect(page.getByRole('row', { name: /^583 cannot finish/ })).toBeVisible();

  await expect(site.chart).toBeVisible();
  await page.getByRole('button', { name: 'Last step' }).click();
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 584 of 584');
  await expect(page.getByTestId('trace-sentence')).toContainText(/finish/);
});

test('another size has another minimum, and a run to step through, until a setting changes', async ({
  site,
  page,
}) => {
  await test.step('another size has another minimum', async () => {
    await site.tuneEight();
  });
  await test.step('the run can be stepped and played', async () => {
    await expect(site.chart).toBeVisible();
    const words = page.getByTestId('trace-sentence');
    const slider = page.getByRole('slider', { name: 'Step of the run' });
    const first = await words.textContent();

    await site.chart.focus();
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('1');
    await expect(words).not.toHaveText(first ?? '');
    await page.keyboard.press('ArrowLeft');
    await expect(words).toHaveText(first ?? '');
    await page.keyboard.press('End');
    await expect(page.getByTestId('tick-readout')).toHaveText('tick 44 of 44');
    await page.keyboard.press('Home');
    await expect(slider).toHaveValue('0');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(slider).not.toHaveValue('0');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  });
  await test.step('the step that is looked at is marked in both texts', async () => {
    await site.chart.focus();
    await page.keyboard.press('Home');
    const words = page.getByTestId('trace-sentence');
    for (let step = 0; step < 40; step += 1) {
      if ((await words.textContent())?.includes('works in global memory')) break;
      await page.keyboard.press('ArrowRight');
    }
    await expect(words).toContainText('works in global memory');
    await expect(page.locator('[data-editor=opencl-c] .step-line')).toBeVisible();
    await openText(page, 'Promela');
    await expect(page.locator('[data-editor=promela] .step-line')).toBeVisible();
  });
  await test.step('says that a result is of other settings', async () => {
    await site.constant('GMT').fill('5');
    await expect(page.getByTestId('stale')).toBeVisible();
    await expect(site.minimum).toHaveText('44ticks');
  });
});

// The slowest element loads the tile 32 times (8 tiles, 4 passes);
// doubling 16 ticks gives 584 + 32 * 16.
test('an edit of the kernel changes the proof', async ({ site, page }) => {
  await site.writeKernel(ABSTRACT.replace('cost f = GMT * TS', 'cost f = 2 * GMT * TS'));
  await openText(page, 'Promela');
  await expect(page.locator('[data-editor=promela]')).toBeVisible();
  await site.tune.click();
  await site.expectProved('1,096', 'WG 16, TS 4 or 8');
});

// 584 as above, and 4 ticks more for each of 4 passes' results: 584 + 32 * 16 + 4 * 4.
test('another cost of global memory needs no compiler', async ({ site, page }) => {
  await page.route(/llvm/, (route) => route.abort());
  await site.constant('GMT').fill('8');
  await site.tune.click();
  await site.expectProved('1,112', 'WG 16, TS 4 or 8');
});

test('a sweep samples every configuration', async ({ site, page }) => {
  await site.choose('Method', 'Sweep');
  await site.tune.click();
  await expect(site.status).toHaveText('sampled');
  await expect(site.minimum).toHaveText('584ticks');
  await page.getByText('Table', { exact: true }).click();
  const table = page.getByRole('group', { name: 'Table of configurations' });
  await expect(table.locator('tbody tr')).toHaveCount(12);
});
