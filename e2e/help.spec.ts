import { expect, test } from './site.ts';

test('the help stands beside the page: searched, inserted from, and left where it was', async ({
  site,
  page,
}) => {
  const help = page.getByRole('complementary', { name: 'Help' });
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await expect(help).toBeVisible();
  // The page is not hidden, and can be used.
  await expect(site.tune).toBeInViewport();
  const search = help.getByRole('searchbox', { name: 'Search the help' });
  await expect(search).toBeFocused();
  await expect(help.getByText('What a tick is')).toBeVisible();
  await expect(help.getByText('Next problem, in the kernel editor')).toBeAttached();

  await page.keyboard.type('pragma trips');
  await help.getByRole('button', { name: 'Insert #pragma tuner trips TS' }).click();
  await expect.poll(() => site.kernelShown()).toContain('#pragma tuner trips TS\n');
  await expect(site.kernel).toBeFocused();
  await page.keyboard.press('Control+Z');
  await expect.poll(() => site.kernelShown()).not.toContain('#pragma tuner trips TS');

  // It keeps its place.
  await search.focus();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await expect(search).toHaveValue('pragma trips');
});

test('F1 and Shift+F1 work from inside the editor, for the word at the caret', async ({
  site,
  page,
}) => {
  const help = page.getByRole('complementary', { name: 'Help' });
  await site.kernel.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+F');
  await page.keyboard.insertText('get_local_id');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+F1');
  await expect(help.getByText('size_t get_local_id(uint dimension)')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(site.kernel).toBeFocused();
  await page.keyboard.press('F1');
  await expect(page.getByRole('menuitem', { name: /^Help for get_local_id/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('Tab leaves the editor, and indents where that is asked for', async ({ site, page }) => {
  await site.kernel.focus();
  const before = await site.kernelShown();
  await page.keyboard.press('Tab');
  await expect(site.kernel).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(site.kernel).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+]');
  await expect.poll(() => site.kernelShown()).toBe(`  ${before}`);
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+M');
  await page.getByRole('button', { name: 'About this page' }).click();
  const indents = page.getByRole('button', { name: /^Tab indents/ });
  await expect(indents).toBeVisible();
  await page.keyboard.press('Escape');
  await site.kernel.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await expect(site.kernel).toBeFocused();
  await expect.poll(() => site.kernelShown()).toBe(`  ${before}`);
  await page.getByRole('button', { name: 'About this page' }).click();
  await indents.click();
  await expect(page.getByRole('button', { name: /^Tab leaves the editor/ })).toBeVisible();
});
