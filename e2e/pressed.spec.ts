import { seriousProblems } from './axe.ts';
import { ABSTRACT, expect, LONG, test } from './site.ts';
import { openView } from './views.ts';

test('a shortlist that is not proved is proved by one press', async ({ site, page }) => {
  await site.choose('Semantics', 'OpenCL');
  await site.prove();
  const minimum = (await site.minimum.textContent()) ?? '';
  await openView(page, 'Shortlist');
  const claim = page.getByTestId('shortlist-claim');
  await expect(claim).toContainText('not proved. The minimum is proved, but the times');
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(claim).toContainText(': proved, no other is.');
  await expect(page.getByRole('button', { name: 'Prove it' })).toHaveCount(0);
  await expect(site.minimum).toHaveText(minimum);

  // Free arithmetic is turned on request: its counting model must be compiled.
  const why = page.getByTestId('why');
  await expect(why).toContainText('Arithmetic is free, and whether another would win if it took');
  await why.getByRole('link', { name: 'Try it' }).focus();
  await page.keyboard.press('Enter');
  await expect(why).toContainText(/\bAT\b/);
});

test(
  'what was not tried for its cost is tried when somebody asks, and can be cancelled',
  LONG,
  async ({ site, page }) => {
    await site.writeKernel(`#pragma tuner param WG = {2, 4}
#pragma tuner param A = range(1, 50)
#pragma tuner param B = range(1, 50)
__kernel void k(__global const int *a, __global int *b) {
  int s = 0;
  for (int i = 0; i < A; i++) s += a[get_global_id(0)];
  for (int i = 0; i < B; i++) s += a[get_global_id(0)];
  b[get_global_id(0)] = s;
}`);
    await site.prove();
    const why = page.getByTestId('why');
    await expect(why).toContainText(
      'was not tried: it takes a search of 5,000 configurations for each',
    );
    await why.getByRole('link', { name: 'Try it' }).focus();
    await page.keyboard.press('Enter');
    await expect(why).toContainText(
      /Looking for a platform on which another would win \(\d+ of \d+/,
    );
    await why.getByRole('link', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await expect(why).toContainText('Trying other platforms was cancelled.');
    await expect(why.getByRole('link', { name: 'Try it' })).toBeVisible();
  },
);

test(
  'axe finds nothing serious where help, comparison and a lost text are told',
  LONG,
  async ({ site, page }) => {
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
  },
);
