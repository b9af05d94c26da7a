import { expect, test } from './site.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a run in the full window, by the keyboard alone', async ({ page, faults: _faults }) => {
  const { keyboard } = page;
  await page.goto('./');
  await expect(page.getByTestId('minimum')).toHaveText('32ticks');
  const run = page.getByRole('region', { name: 'Counterexample' });
  await expect(run).toBeHidden();

  await test.step('its key opens it, with the keyboard inside', async () => {
    await keyboard.press('r');
    await expect(run).toBeVisible();
    const box = await run.boundingBox();
    expect(box?.width).toBe(1440);
    expect(box?.height).toBeGreaterThanOrEqual(760);
    const isInside = () =>
      run.evaluate((node) => {
        const on = document.activeElement;
        return on !== null && on !== document.body && (on.contains(node) || node.contains(on));
      });
    await expect.poll(isInside).toBe(true);
  });

  const tick = page.getByTestId('tick-readout');
  await test.step('steps, ticks, barriers, and play', async () => {
    await keyboard.press('ArrowRight');
    await expect(page.getByTestId('trace-sentence')).toContainText('device gives unit 0');
    await keyboard.press('.');
    await expect(tick).toHaveText('tick 1 of 32');
    await keyboard.press(']');
    await expect(page.getByTestId('trace-sentence')).toContainText('barrier');
    await keyboard.press('End');
    await expect(tick).toHaveText('tick 32 of 32');
    await keyboard.press('Home');
    await expect(tick).toHaveText('tick 0 of 32');
    await keyboard.press(' ');
    await expect(tick).not.toHaveText('tick 0 of 32');
    await keyboard.press(' ');
  });

  await test.step('WASD zooms and moves', async () => {
    const chart = page.getByRole('application', { name: /^Work and waits over model time/ });
    const seen = (): Promise<string> =>
      chart.screenshot().then((picture) => picture.toString('base64'));
    for (let stop = 0; stop < 40; stop += 1) {
      if (await chart.evaluate((node) => node === document.activeElement)) break;
      await keyboard.press('Tab');
    }
    await expect(chart).toBeFocused();
    const all = await seen();
    await keyboard.press('w');
    await keyboard.press('w');
    await expect.poll(seen).not.toBe(all);
    const zoomed = await seen();
    await keyboard.press('d');
    await expect.poll(seen).not.toBe(zoomed);
    await keyboard.press('a');
    await keyboard.press('s');
    await keyboard.press('0');
    await expect.poll(seen).toBe(all);
  });

  await test.step('M measures from the cursor on', async () => {
    const measured = page.getByTestId('measured-ticks');
    await keyboard.press('Home');
    await keyboard.press('.');
    await keyboard.press('m');
    await expect(measured).toHaveText('0 ticks from tick 1');
    await keyboard.press('.');
    const [, now = ''] = /tick (\d+)/.exec((await tick.textContent()) ?? '') ?? [];
    await expect(measured).toHaveText(`${Number(now) - 1} ticks from tick 1`);
    await keyboard.press('m');
    await expect(measured).toHaveCount(0);
  });

  await test.step('Escape leaves it', async () => {
    await keyboard.press('Escape');
    await expect(run).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Map', exact: true })).toBeVisible();
  });
});
