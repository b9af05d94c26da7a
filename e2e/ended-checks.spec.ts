import { type Locator, type Page } from '@playwright/test';
import { kill, killable } from './injected.ts';
import { asUsual, expect, test } from './site.ts';
import { openText } from './views.ts';

/** The first check ends at once, and the second does not. */
const MODEL = `int a, b, c;
active [2] proctype p() {
  do
  :: a = (a + 1) % 401 :: b = (b + 3) % 409 :: c = (c + 7) % 419
  od
}
ltl early { [] (a == 0) }
ltl low { [] (a < 500) }
`;

const result = (page: Page, what: string): Locator =>
  page.getByTestId('check').filter({ hasText: what });

/** Begins the check, and waits until the second search tells of its states. */
async function begun(page: Page): Promise<void> {
  await asUsual(page);
  await page.goto('./');
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  await expect(page.locator('[data-editor=promela] .view-line').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Promela model' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(MODEL);
  await page.getByRole('button', { name: /Check$/ }).click();
  await page.getByRole('option', { name: /^Acceptance cycles/ }).click();
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await expect(result(page, 'ltl early')).toContainText('violated');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText('ltl low');
  await expect(answer).toContainText(/[1-9]\d?,\d{3}/);
}

test('a check whose worker ends keeps what is finished and what it had seen', async ({
  page,
  faults: _faults,
}) => {
  await killable(page);
  await begun(page);
  // A long search begins again, optimised.
  await kill(page, 'verify');
  const second = result(page, 'ltl low');
  await expect(second).toContainText('bounded', { timeout: 240_000 });
  await expect(second).toContainText('The worker stopped unexpectedly');
  await expect(second).toContainText(/[1-9][\d,]* states/);
  await expect(page.getByTestId('check-status')).toHaveText('violated');
});

test('a check that Escape, Cancel or a reload ends keeps what is finished', async ({
  page,
  faults: _faults,
}) => {
  await begun(page);
  await page.reload();
  await expect(result(page, 'ltl early')).toContainText('violated');
  await expect(page.getByTestId('check-status')).toHaveText('violated');
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText('ltl low');
  await expect(answer).toContainText(/[1-9]\d?,\d{3}/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(result(page, 'ltl low')).toContainText('It was stopped.');
  await expect(result(page, 'ltl low')).toContainText(/[1-9][\d,]* states/);
  await page.reload();
  await expect(result(page, 'ltl low')).toContainText('It was stopped.');
  await expect(result(page, 'ltl early')).toContainText('violated');
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await expect(answer).toContainText(/[1-9]\d?,\d{3}/);
  await page.keyboard.press('Escape');
  await expect(result(page, 'ltl low')).toContainText('It was stopped');
  await expect(page.getByTestId('check-status')).toHaveText('violated');
});
