import { seriousProblems, STRUCTURE } from './axe.ts';
import { ABSTRACT, expect, test } from './site.ts';

test('three places, each with an address, and each as it was left', async ({ page, site }) => {
  await site.writeKernel(`${ABSTRACT}// mine\n`);

  // The classics are in the menu; Peterson's comes first.
  await site.goTo('Check a model');
  expect(new URL(page.url()).hash).toBe('#/model');
  await expect(page.getByRole('button', { name: /Model$/ })).toContainText('Peterson');
  await page.getByRole('button', { name: /Model$/ }).click();
  await page.getByRole('option', { name: 'Dining philosophers' }).click();
  await expect(page.locator('[data-editor=promela] .view-line').first()).toBeVisible();

  await site.goTo('Learn');
  expect(new URL(page.url()).hash).toBe('#/learn');
  await expect(page.getByRole('main', { name: 'Lessons' })).toBeVisible();
  expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);

  await site.goTo('Tune a kernel');
  await expect.poll(() => site.kernelShown()).toContain('// mine');
  await site.goTo('Check a model');
  await expect(page.getByRole('button', { name: /Model$/ })).toContainText('Dining philosophers');

  // An address and the browser's own way back open them too.
  await page.reload();
  await expect(page.getByRole('button', { name: /Model$/ })).toContainText('Dining philosophers');
  await page.goBack();
  await site.ready();
  await page.goto('./#/learn');
  await expect(page.getByRole('button', { name: /^Work-item/ })).toBeVisible();
});
