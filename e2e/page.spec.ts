import { ABSTRACT, expect, test } from './site.ts';

test('the page opens ready, on a screen and on a phone', async ({ site, page }) => {
  await test.step('is there at once, with the first example, ready to tune', async () => {
    await expect(page).toHaveTitle('Overtime');
    await expect(site.tune).toBeEnabled();
    await expect(page.getByTestId('readiness')).toHaveText('Ready');
    await site.ready();
    await expect
      .poll(() => site.kernelShown())
      .toContain('#pragma tuner param WG = pow2(4, size/2)');
    // Nothing scrolls sideways or down at this size.
    const overflow = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      return { x: scrollWidth - clientWidth, y: scrollHeight - clientHeight };
    });
    expect(overflow).toEqual({ x: 0, y: 0 });
  });
  await test.step('is readable on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = (): Promise<number> =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect(site.constant('size')).toBeVisible();
    // The editor follows the new width a frame or two later.
    await expect.poll(overflow).toBe(0);
    await site.tuneEight();
    await expect(site.chart).toBeVisible();
    await expect.poll(overflow).toBe(0);
  });
});

test('forbids itself to talk to anybody else', async ({ page, site: _site, faults }) => {
  faults.expect(/Content Security Policy/);
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) =>
          resolve(event.violatedDirective),
        );
        const image = new Image();
        image.src = 'http://192.0.2.1/leak.png';
      }),
  );
  expect(refused).toBe('img-src');
});

test('a reload keeps what was chosen', async ({ site, page }) => {
  await test.step('a reload keeps the text, the constants and the choices', async () => {
    await site.writeKernel(`// kept over a reload\n${ABSTRACT}`);
    await site.constant('GMT').fill('7');
    await site.choose('Method', 'Sweep');
    await page.reload();
    await site.ready();
    await expect.poll(() => site.kernelShown()).toContain('// kept over a reload');
    await expect(site.constant('GMT')).toHaveValue('7');
    await expect(site.how).toContainText('Sweep');
  });
  await test.step('the dark theme is dark, and is remembered', async () => {
    const lightness = (): Promise<number> =>
      page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d');
        if (!canvas) throw new Error('no canvas');
        canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
        return (red + green + blue) / 3;
      });
    await site.ready();
    await expect.poll(lightness).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(lightness).toBeLessThan(50);
    await page.reload();
    await site.ready();
    await expect.poll(lightness).toBeLessThan(50);
    await expect(page.locator('.monaco-editor.vs-dark').first()).toBeVisible();
  });
});

test('on a phone one thing is shown at a time, and the rest a press away', async ({
  page,
  faults: _faults,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await expect(page.getByTestId('minimum')).toHaveText('32ticks');
  const run = page.getByRole('region', { name: 'Counterexample' });
  const machine = page.getByRole('region', { name: 'Platform' });
  await expect(run).toBeHidden();
  await expect(machine).toBeHidden();
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  await expect(run).toBeVisible();
  await expect(page.getByRole('application', { name: /^Map of/ })).toBeHidden();
  await page.getByRole('button', { name: /^Machine: / }).click();
  await expect(machine).toBeInViewport();
  await machine.getByRole('button', { name: 'Back to the text' }).click();
  await expect(machine).toBeHidden();
});
