import { type Locator, type Page } from '@playwright/test';
import { kill, killable } from './injected.ts';
import { asUsual, expect, LONG, test } from './site.ts';
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

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Promela model' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

async function opened(page: Page, text: string): Promise<void> {
  await asUsual(page);
  await page.goto('./');
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  await expect(page.locator('[data-editor=promela] .view-line').first()).toBeVisible();
  await write(page, text);
}

/** Begins the check, and waits until the second search tells of its states. */
async function begun(page: Page): Promise<void> {
  await opened(page, MODEL);
  await page.getByRole('button', { name: /Check$/ }).click();
  await page.getByRole('option', { name: /^Acceptance cycles/ }).click();
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await expect(result(page, 'ltl early')).toContainText('violated');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText('ltl low');
  await expect(answer).toContainText(/[1-9]\d?,\d{3}/);
}

test(
  'a check whose worker ends keeps what is finished and what it had seen',
  LONG,
  async ({ page, faults: _faults }) => {
    await killable(page);
    await begun(page);
    // A long search begins again, optimised.
    await kill(page, 'verify');
    const second = result(page, 'ltl low');
    await expect(second).toContainText('bounded', { timeout: 240_000 });
    await expect(second).toContainText('The worker stopped unexpectedly');
    await expect(second).toContainText(/[1-9][\d,]* states/);
    await expect(page.getByTestId('check-status')).toHaveText('violated');
  },
);

test(
  'a check that Escape, Cancel or a reload ends keeps what is finished',
  LONG,
  async ({ page, faults: _faults }) => {
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
  },
);

/** Its best is 4, at WG = 2: found at once, and proved by many states. */
const tuned = (most: number): string => `int time; bool FIN; byte WG, TS, x, y, z, room[40];
active proctype main() {
  select(WG : 0 .. 6);
  time = 8 + (WG - 2) * (WG - 2) - 4;
  do :: x < ${most} -> x++ :: y < ${most} -> y++ :: z < ${most} -> z++ :: x + y + z >= 60 -> break od;
  FIN = true
}
`;

test('a tuning that Escape, Cancel, a reload or the end of its worker ends keeps its best', async ({
  page,
  faults: _faults,
}) => {
  await killable(page);
  await opened(page, tuned(120));
  await page.getByRole('radio', { name: 'Tune', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  const tune = page.getByRole('button', { name: 'Tune the model' });
  const searching = async (): Promise<void> => {
    await tune.click();
    await expect(answer).toContainText(/[1-9]\d{2,},\d{3}/);
  };
  const status = page.getByTestId('status');
  const kept = async (as: string, why: string): Promise<void> => {
    await expect(status).toHaveText(as);
    await expect(answer).toContainText(`${why}. The minimum lies at or below 8. So far: `);
    await expect(answer).toContainText(/[1-9][\d,]+ states in all\./);
  };
  await searching();
  await page.keyboard.press('Escape');
  await kept('cancelled', 'The search was cancelled');
  await page.reload();
  await kept('cancelled', 'The search was cancelled');
  await searching();
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await kept('cancelled', 'The search was cancelled');
  await searching();
  // A long search begins again, optimised.
  await kill(page, 'verify');
  await kept('bounded', 'The worker stopped unexpectedly: it has ended');
  await page.reload();
  await kept('bounded', 'The worker stopped unexpectedly: it has ended');
});

/** States of 8 KB each. */
const WIDE = `int a, b, c; byte room[8000];
active [2] proctype p() {
  room[7999] = 1;
end: do
  :: atomic { a < 50 -> a++; assert(room[a] == 0) }
  :: atomic { b < 60 -> b++ }
  :: atomic { c < 90 -> c++ }
  od
}
`;

test(
  'a check that runs out of memory keeps what it had seen',
  LONG,
  async ({ page, faults: _faults }) => {
    await opened(page, WIDE);
    await page.getByRole('textbox', { name: 'Memory' }).fill('64');
    await page.getByRole('button', { name: 'Check the model', exact: true }).click();
    await expect(page.getByTestId('check-status')).toHaveText('out of memory');
    await expect(page.getByTestId('check').first()).toContainText(/[1-9][\d,]* states/);
    await page.reload();
    await expect(page.getByTestId('check-status')).toHaveText('out of memory');
    await expect(page.getByTestId('check').first()).toContainText(/[1-9][\d,]* states/);
  },
);
