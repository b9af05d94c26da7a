import { seriousProblems, STRUCTURE } from './axe.ts';
import { expect, test } from './site.ts';

test('the guide opens in the page, leads from page to page, and names whose work is built in', async ({
  page,
  site,
}) => {
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  const shown = guide.getByRole('article');
  await expect(shown.getByRole('heading', { level: 2 }).first()).toHaveText("User's guide");
  expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);

  // Links and contents lead within it, and mark the shown part.
  await shown.getByRole('link', { name: 'Semantics' }).first().click();
  await expect(shown.getByRole('heading', { name: 'Semantics', level: 2 })).toBeVisible();
  await expect(shown.getByRole('table').first()).toContainText('published');
  const entry = (name: string) => guide.getByRole('button', { name, exact: true });
  await expect(entry('Semantics')).toHaveAttribute('aria-current', 'page');
  await entry('Language reference').focus();
  await page.keyboard.press('Enter');
  await expect(shown).toContainText('#pragma tuner');
  await expect(shown.getByRole('cell', { name: 'GMT', exact: true })).toHaveCount(1);

  // Third-party parts and their terms.
  await entry('Licences of what is built in').click();
  await shown.getByText('SPIN', { exact: true }).click();
  await expect(shown.getByText('Gerard J. Holzmann')).toBeVisible();
  expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);

  // Closing leaves the page unchanged; it reopens where it was.
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(site.tune).toBeEnabled();
  await page.keyboard.press('F1');
  await page.keyboard.type('Guide');
  await page
    .getByRole('menuitem', { name: /^Guide/ })
    .first()
    .click();
  await expect(shown).toContainText('Licences of what is built in');
});
