import { seriousProblems } from './axe.ts';
import { ABSTRACT, expect, test } from './site.ts';

test('a shortlist that is not proved is proved by one press', async ({ site, page }) => {
  await site.choose('Semantics', 'OpenCL');
  await site.tune.click();
  await expect(site.status).toHaveText('proved', { timeout: 60_000 });
  const minimum = (await site.minimum.textContent()) ?? '';
  await page.getByRole('tab', { name: 'Shortlist' }).click();
  const claim = page.getByTestId('shortlist-claim');
  await expect(claim).toContainText('not proved. The minimum is proved, but the times');
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(claim).toContainText(': proved, no other is.', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await expect(site.minimum).toHaveText(minimum);

  // What was not tried for its cost is tried when somebody asks: here arithmetic, which is another model.
  const why = page.getByTestId('why');
  await expect(why).toContainText('Arithmetic is free, and whether another would win', {
    timeout: 60_000,
  });
  await expect(why).not.toContainText('AT');
  await why.getByRole('link', { name: 'Try it' }).click();
  await expect(why).toContainText(/\bAT\b/, { timeout: 90_000 });
  await expect(why.getByRole('link', { name: /Try it|Cancel/ })).toHaveCount(0);
  await expect(why).not.toContainText('was not tried');
});

test('axe finds nothing serious where help, comparison and a lost text are told', async ({
  site,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Help and keys' }).click();
  const help = page.getByRole('complementary', { name: 'Help' });
  await expect(help.getByText('What a tick is')).toBeVisible();
  expect(['help', ...(await seriousProblems(page))]).toEqual(['help']);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await site.writeKernel(ABSTRACT.replace('pow2(4, size/2)', 'pow2(2, 4)'));
  await page.keyboard.press('F1');
  await page.keyboard.type('compare two');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Two kernels side by side' });
  await expect(dialog.getByTestId('diff')).toHaveText('The texts differ in one place.');
  expect(['compared', ...(await seriousProblems(page))]).toEqual(['compared']);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await site.choose('Kernel', 'Sum');
  const back = page.getByRole('button', { name: 'Bring it back' });
  // The page is longer than the window there.
  await back.scrollIntoViewIfNeeded();
  expect(['kept', ...(await seriousProblems(page))]).toEqual(['kept']);
  await back.click();
  await expect.poll(() => site.kernelShown()).toContain('pow2(2, 4)');
});
