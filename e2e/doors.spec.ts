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

test("is Peterson's algorithm safe: its answer is there as one looks, and with fairness one press away", async ({
  page,
  faults: _faults,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('./#/model');
  const conclusion = page.getByTestId('check-conclusion');
  await expect(conclusion).toHaveText('1 of 3 checks violated: acceptance cycle (ltl enters).');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText(
    'What holds: assertions and invalid end states and ltl exclusive.',
  );
  // All that it says of itself is in view, without the ways to search.
  for (const check of await page.getByTestId('check').all()) await expect(check).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Questions' })).toHaveCount(0);
  await page.getByRole('button', { name: 'How it searches' }).click();
  const fairness = page.getByRole('switch', { name: 'Weak fairness' });
  await expect(fairness).not.toBeChecked();
  await answer.getByRole('button', { name: 'check with weak fairness' }).click();
  await expect(conclusion).toHaveText('No run breaks any of the 3 checks.');
  await expect(fairness).toBeChecked();
  // Its verifiers came with the site.
  expect(fetched.filter((url) => url.includes('clang'))).toEqual([]);
});
