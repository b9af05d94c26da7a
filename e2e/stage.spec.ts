import { expect, test, type Workbench } from './site.ts';

/** The fastest run of the abstract kernel for 8 elements, at its first step. */
async function walk(site: Workbench): Promise<void> {
  await site.constant('size').fill('8');
  await site.tune.click();
  await site.expectProved('44', 'WG 4, TS 2 or 4');
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
  // By its button, and back by Escape; what is behind is out of reach.
  for (const name of ['Texts', 'Platform', 'Results', 'Counterexample']) {
    await region(name).getByRole('button', { name: 'Fill the window' }).click();
    await fills(name);
    await expect(page.locator('[inert] .top-bar')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
  // By its key, with the focus, the caret and the undo where they were.
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
  // By the palette, for another pane than that in use; the cursor of the trace stays.
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
