import { seriousProblems } from './axe.ts';
import { expect, LONG, test, type Workbench } from './site.ts';

/** The abstract kernel's fastest run for 8 elements, at its first step. */
async function walk(site: Workbench): Promise<void> {
  await site.tuneEight();
  await expect(site.chart).toBeVisible();
  await site.chart.focus();
}

test('every pane fills the window and goes back, and nothing in the others is lost', async ({
  site,
  page,
}) => {
  await walk(site);
  const fills = async (name: string): Promise<void> => {
    const box = page.getByRole('region', { name, exact: true });
    await expect
      .poll(async () => await box.boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 1280, height: 720 });
  };
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  // Its button opens, Escape closes; the page behind is unreachable.
  for (const name of ['Texts', 'Platform', 'Results', 'Counterexample']) {
    await region(name).getByRole('button', { name: 'Fill the window' }).click();
    await fills(name);
    await expect(page.locator('[inert] .top-bar')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
  // Its key keeps focus, caret and undo in place.
  await site.kernel.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('// mine');
  await page.keyboard.press('F9');
  await fills('Texts');
  await expect(site.kernel).toBeFocused();
  await page.keyboard.insertText(' too');
  await page.keyboard.press('F9');
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(site.kernel).toBeFocused();
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Home');
  expect(await site.kernelShown()).not.toContain('// mine');
  // The palette opens an unused pane; the trace's cursor stays.
  await site.chart.focus();
  await page.keyboard.press(']');
  const words = await page.getByTestId('trace-sentence').textContent();
  await site.kernel.focus();
  await page.keyboard.press('F1');
  await page.keyboard.type('fill the window with the trace');
  await page.keyboard.press('Enter');
  await fills('Counterexample');
  await expect(page.getByTestId('trace-sentence')).toHaveText(words ?? '');
  const hasFocus = () =>
    region('Counterexample').evaluate((pane) => pane.contains(document.activeElement));
  await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(await hasFocus()).toBe(true);
});

test('the platform is a stage: it follows the run, and a press on a part filters the charts', async ({
  site,
  page,
}) => {
  await site.choose('Semantics', 'OpenCL');
  await site.constant('size').fill('8');
  await site.constant('NU').fill('1');
  await expect(page.locator('.picture .picture-element')).toBeVisible();
  await site.prove();
  await expect(site.chart).toBeVisible();
  const stage = page.getByRole('toolbar', { name: /^Parts of the platform/ });
  const part = (name: string) => stage.getByRole('button', { name: new RegExp(`^${name}\\b.*:`) });
  await expect(part('pex 0')).toHaveAccessibleName(/idle/);
  await expect(part('clock')).toHaveAccessibleName(/tick 0/);
  await site.chart.focus();
  await page.keyboard.press(']');
  await page.keyboard.press('ArrowLeft');
  await expect(part('barrier')).toHaveAccessibleName(/4 of 4 here/);
  await expect(part('pex 0')).toHaveAttribute('data-state', 'barrier');
  await expect(part('pex 0')).toHaveAccessibleName(/item/);
  // By keys: one Tab stop, arrows between parts, Enter toggles the filter.
  await part('host').focus();
  await page.keyboard.press('End');
  await expect(part('pex 3')).toBeFocused();
  const slider = page.getByRole('slider', { name: 'Step of the run' });
  const all = Number(await slider.getAttribute('max'));
  await page.keyboard.press('Enter');
  await expect(part('pex 3')).toHaveAttribute('aria-pressed', 'true');
  const only = page.getByRole('button', { name: 'Only pex 3 is shown. Show all again' });
  await expect(only).toBeVisible();
  await expect.poll(async () => Number(await slider.getAttribute('max'))).toBeLessThan(all);
  const events = site.chart.getByRole('listitem');
  for (const text of await events.allTextContents()) expect(text).toMatch(/pex 3|finished/);
  await page.keyboard.press('Enter');
  await expect(only).toHaveCount(0);
  await expect.poll(async () => Number(await slider.getAttribute('max'))).toBe(all);
  // Full-window play shows the same parts, with the focus unchanged.
  await page.keyboard.press('F9');
  await expect(part('pex 3')).toBeFocused();
  const pane = page.getByRole('region', { name: 'Platform', exact: true });
  await pane.getByRole('button', { name: 'First step' }).click();
  await expect(part('clock')).toHaveAccessibleName(/tick 0/);
  await pane.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(part('clock')).not.toHaveAccessibleName(/tick 0/);
  await pane.getByRole('button', { name: 'Last step' }).click();
  await expect(part('host')).toHaveAttribute('data-state', 'finished');
  await part('barrier').click();
  await expect(pane.getByRole('button', { name: /^Only barrier/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[inert]')).toHaveCount(0);
});

test('the fastest run goes through the code on the stage, on the same cursor as the charts', async ({
  site,
  page,
}) => {
  await site.choose('Semantics', 'OpenCL');
  await site.constant('size').fill('8');
  await site.constant('NU').fill('1');
  await site.prove();
  await expect(site.chart).toBeVisible();
  await site.chart.focus();
  await page.keyboard.press(']');
  const words = await page.getByTestId('trace-sentence').textContent();
  const tick = (await page.getByTestId('tick-readout').textContent()) ?? '';
  await page.getByRole('radio', { name: 'Stage' }).click();
  const stage = page.getByRole('group', { name: 'Stage', exact: true });
  await expect(page.getByTestId('trace-sentence')).toHaveText(words ?? '');
  await expect(page.getByTestId('run-place')).toContainText(tick);
  expect(await seriousProblems(page)).toEqual([]);
  // Its buttons move the cursor of all.
  await stage.getByRole('button', { name: /^Step/ }).first().click();
  await expect(page.getByTestId('trace-sentence')).not.toHaveText(words ?? '');
  await page.getByRole('button', { name: 'Last step' }).first().click();
  await expect(page.getByTestId('run-place')).toContainText(/tick (\d+) of \1,/);
  await expect(stage.locator('.stage-now').first()).toContainText('is done');
});

test(
  'the sequence chart is proportional to time where that is asked, and says what it is',
  LONG,
  async ({ site, page }) => {
    await walk(site);
    await expect(page.getByText('Messages in order; heights are not time.')).toBeVisible();
    /** The chart's whole height. */
    const high = () => site.chart.evaluate((chart) => chart.scrollHeight);
    const before = await high();
    await page.getByRole('radio', { name: 'By time' }).click();
    await expect(page.getByText('Heights are ticks; within a tick, order.')).toBeVisible();
    await expect.poll(high).not.toBe(before);
    const usual = await high();
    await site.chart.focus();
    await page.keyboard.press('w');
    await expect.poll(high).toBeGreaterThan(usual * 1.2);
    await page.keyboard.press('0');
    await expect.poll(high).toBe(usual);
    await page.getByRole('button', { name: 'Higher ticks' }).click();
    await expect.poll(high).toBeGreaterThan(usual * 1.2);
    // Follows the cursor, and a press goes to the message there.
    await site.chart.focus();
    await page.keyboard.press('End');
    await expect.poll(() => site.chart.evaluate((chart) => chart.scrollTop)).toBeGreaterThan(100);
    await page.keyboard.press('Home');
    await expect.poll(() => site.chart.evaluate((chart) => chart.scrollTop)).toBe(0);
    await site.chart.click({ position: { x: 200, y: 110 } });
    await expect(page.getByTestId('trace-sentence')).not.toContainText('host gives device');
    // It is remembered.
    await page.reload();
    await site.ready();
    await walk(site);
    await expect(page.getByText('Heights are ticks; within a tick, order.')).toBeVisible();
  },
);

test('one of what is more of the same is unfolded at its own ticks, and folded back', async ({
  site,
  page,
}) => {
  await site.choose('Level', 'Accelerated');
  await site.constant('size').fill('64');
  await site.prove();
  await expect(site.chart).toBeVisible();
  await site.chart.focus();
  const offer = page.getByText(/^More of the same: 6 iterations more from tick 75 to 273/);
  for (let step = 0; step < 40 && !(await offer.isVisible()); step += 1)
    await page.keyboard.press('ArrowRight');
  await expect(offer).toBeVisible();
  const words = page.getByTestId('trace-sentence');
  const before = await words.textContent();
  await page.keyboard.press('u');
  const unfolded = page.getByRole('group', { name: 'Unfolded' });
  await expect(unfolded).toContainText('iteration 1 of 6, tick 75 to 108');
  await unfolded.getByRole('button', { name: 'Next iteration' }).click();
  await expect(unfolded).toContainText('iteration 2 of 6, tick 108 to 141');
  await expect(words).toContainText('works in global memory for 24 ticks, until tick 132');
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 108 of 2,224');
  await unfolded.getByRole('button', { name: 'Last iteration' }).click();
  await expect(unfolded).toContainText('iteration 6 of 6, tick 240 to 273');
  await unfolded.getByRole('button', { name: 'Fold back' }).click();
  await expect(unfolded).toHaveCount(0);
  await expect(words).toHaveText(before ?? '');
});
