import type { Route } from '@playwright/test';
import { ABSTRACT, altered, expect, LONG, test } from './site.ts';
import { openText } from './views.ts';

test('faults of a text and of a constant are told where they are', async ({ site, page }) => {
  await test.step('a syntax error is shown in place and the text is kept', async () => {
    const broken = ABSTRACT.replace('float result = 0;', 'float result = ;');
    await site.writeKernel(broken);
    const problems = page.getByRole('list', { name: 'Problems of the kernel' });
    const problem = problems.getByRole('button').first();
    await expect(problem).toContainText(/^21:/);
    await expect(site.tune).toBeDisabled();

    await problem.click();
    await expect(site.kernel).toBeFocused();
    await expect(page.locator('[data-editor=opencl-c] .squiggly-error')).not.toHaveCount(0);
    await expect.poll(() => site.kernelShown()).toContain('float result = ;');

    await openText(page, 'Promela');
    await expect(page.getByText('The kernel has errors. Mend them')).toBeVisible();

    await openText(page, 'Kernel');
    await site.writeKernel(ABSTRACT);
    await expect(site.tune).toBeEnabled();
  });
  await test.step('a constant out of range is told at its field', async () => {
    const field = site.constant('NP');
    await field.fill('0');
    await expect(page.getByText('NP must be from 1 to')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/NP must be from 1 to/);
    await expect(site.tune).toBeDisabled();
    await field.fill('four');
    await expect(page.getByTestId('obstacle')).toContainText(
      'NP four is not a whole number from 1',
    );
    await expect(page.getByText('NP must be a whole number')).toBeVisible();
    await field.fill('4');
    await expect(page.getByText('NP must be')).toHaveCount(0);
    await expect(site.tune).toBeEnabled();
  });
});

test('a second Tune while one runs starts nothing, and a run can be cancelled', async ({
  site,
  page,
}) => {
  // At level free a size of 64 has too many states to wait for.
  await site.choose('Level', 'Free');
  await site.constant('size').fill('64');
  await site.tune.click();
  await expect(site.cancel).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('readiness')).toContainText('Running');
  await expect(site.cancel).toBeVisible();

  await site.cancel.click();
  await expect(site.status).toHaveText('cancelled');
  await expect(site.tune).toBeVisible();

  await site.choose('Level', 'Baton');
  await site.tuneEight();
});

test('a compiler that cannot be fetched is told, and the page stays usable', async ({
  site,
  page,
  faults,
}) => {
  faults.expect(/Failed to load resource|net::ERR_FAILED/);
  await page.route(/llvm/, (route) => route.abort());
  await site.writeKernel(ABSTRACT.replace('cost f = GMT * TS', 'cost f = 3 * GMT * TS + 1'));
  await site.tune.click();
  await expect(site.failure).toBeVisible();
  await expect(site.failure).toContainText('The compiler could not be fetched');
  await expect(site.tune).toBeEnabled();
  await site.kernel.focus();
  await page.keyboard.press('Control+Home');
  await expect.poll(() => site.kernelShown()).toContain('cost f = 3 * GMT * TS + 1');

  await page.unroute(/llvm/);
  await site.writeKernel(ABSTRACT);
  await site.tuneEight();
});

test(
  'a worker that cannot start is told with its cause, and the page stays usable',
  LONG,
  async ({ unopened: site, page, faults }) => {
    faults.expect(/Failed to load|net::ERR_FAILED|MIME/);
    const script = /\/worker-[^/]*\.js/;
    const causes: readonly [(route: Route) => Promise<void>, string][] = [
      [(route) => route.abort(), 'the network is away'],
      [(route) => route.fulfill({ status: 404 }), 'the site has a newer version'],
      [
        (route) => route.fulfill({ contentType: 'text/javascript', body: 'const a = {' }),
        'damaged',
      ],
      [altered, 'is not as it was published'],
      [(route) => route.fulfill({ contentType: 'text/javascript', body: 'a.b()' }), 'too old'],
    ];
    for (const [act, why] of causes) {
      // Whole code that stops at its first steps is another one where nothing says what was published.
      if (why === 'too old')
        await page.addInitScript(() => {
          const forget = (): void => document.querySelector('#parts')?.remove();
          new MutationObserver(forget).observe(document, { childList: true, subtree: true });
        });
      await page.route(script, act);
      // The page prepares for a run unasked.
      await site.open();
      await site.tune.click();
      await expect(site.failure).toContainText('its code could not be fetched');
      await expect(site.failure).toContainText(why);
      await expect(site.tune).toBeEnabled();
      await page.unroute(script);
    }
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
  },
);

test('an error nobody caught is told and can be dismissed', async ({ site, page, faults }) => {
  faults.expect(/on purpose/);
  await expect(site.tune).toBeEnabled();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  const line = page.getByRole('alert').filter({ hasText: 'broken on purpose' });
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect(line).toHaveCount(0);
  await expect(site.tune).toBeEnabled();
});

test(
  'kept layouts that cannot be read do not keep the page from opening',
  LONG,
  async ({ site, page }) => {
    const groups = (): Promise<string[]> =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /resizable/.test(key)));
    // Kept a moment after the panes get their sizes.
    await expect.poll(groups).not.toEqual([]);
    const keys = await groups();
    for (const broken of ['{', 'null', '5', '[]', '{"a":1}', '{"a":"b"}', '{"a":-1,"b":1e999}']) {
      await page.addInitScript(
        ([names, text]) => names.forEach((name) => localStorage.setItem(name, text)),
        [keys, broken] as const,
      );
      await page.reload();
      await site.ready();
    }
  },
);
