import { expect, test } from './site.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('pragmas are one line that opens by keyboard, and costs stand beside the lines', async ({
  page,
  faults: _faults,
}) => {
  await page.goto('./');
  const pragmas = page.getByRole('button', { name: /^tunes WG and TS, ensures the sum, 4 more/ });
  await expect(pragmas).toHaveAttribute('aria-expanded', 'false');
  const editor = page.locator('[data-editor=opencl-c]');
  await expect(editor).toContainText('partial[lid]');
  await expect(editor).not.toContainText('#pragma');
  // The load in the loop is paid TS times GMT, at the best TS of 4.
  await expect(page.getByTestId('status')).toHaveText('proved');
  await expect(page.getByTestId('minimum')).toHaveText('32ticks');
  const costs = page.getByRole('list', { name: 'Ticks of a work-item' });
  await expect(costs.getByRole('listitem').first()).toHaveText('line 16: 16 ticks, global');

  await pragmas.focus();
  await page.keyboard.press('Enter');
  await expect(pragmas).toHaveAttribute('aria-expanded', 'true');
  await expect(editor).toContainText('#pragma');
  await page.reload();
  await expect(editor).toContainText('#pragma');
});
