import { expect, test } from './site.ts';
import { openView, tab } from './views.ts';

test('a first visit says what this is for and shows around, by the keyboard, and never again', async ({
  page,
  faults: _faults,
}) => {
  await page.goto('./');
  // The answer to a kernel that is whole, right, and warns of nothing.
  await expect(page.getByTestId('status')).toHaveText('proved');
  await expect(page.getByTestId('minimum')).toHaveText('32ticks');
  await expect(page.getByTestId('verdict-status')).toHaveText('right');
  await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  const welcome = page.getByRole('complementary', { name: 'Welcome' });
  await expect(welcome).toContainText('proves which one finishes first');
  // Painted before the page is there, it waits for it.
  const show = welcome.getByRole('button', { name: /^Show me/ });
  await expect(show).toBeEnabled();
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(welcome).toHaveCount(0);
  const stops = ['The kernel', 'The machine', 'Tune', 'The answer', 'Every choice', 'The run'];
  for (const [at, title] of stops.entries()) {
    const card = page.getByRole('dialog', { name: new RegExp(`^${title}.*${at + 1} of 6$`) });
    await expect(card).toBeVisible();
    // Its subject is framed and in view, the card inside the window.
    await expect(page.locator('[data-toured]')).toBeInViewport();
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole('button', { name: /^(Next|Done)$/ })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('[data-toured]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('status')).toHaveText('proved');
  await expect(welcome).toHaveCount(0);

  // Only on request; and it blocks nobody from the page.
  await page.keyboard.press('F1');
  await page.keyboard.type('show me around');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^The kernel/ })).toBeVisible();
  await openView(page, 'Time');
  await expect(tab(page, 'Time')).toHaveAttribute('aria-selected', 'true');
  await page
    .getByRole('dialog', { name: /^The kernel/ })
    .getByRole('button', { name: 'Next' })
    .focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
