import { expect, test } from './site.ts';
import { openView } from './views.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a constant is dragged, and map, winner, reason and run move with the hand', async ({
  page,
  faults: _faults,
}) => {
  await page.goto('./');
  const [minimum, status] = [page.getByTestId('minimum'), page.getByTestId('status')];
  await expect(minimum).toHaveText('32ticks');
  await expect(page.getByTestId('verdict-status')).toHaveText('right');
  await page.getByRole('button', { name: /^Machine/ }).click();
  const slider = page.getByRole('slider', { name: /^Drag GMT/ });
  const field = page.getByRole('textbox', { name: /^GMT/ });
  const why = page.getByTestId('why');
  const run = page.getByRole('region', { name: 'The run', exact: true });

  await test.step('by the pointer, which stays on it', async () => {
    const box = await slider.boundingBox();
    if (!box) throw new Error('the slider is not in view');
    const to = (share: number) =>
      page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await to(0.3);
    await page.mouse.down();
    const answers: string[] = [];
    for (const share of [0.3, 0.5, 0.7]) {
      await to(share);
      const before = answers.at(-1) ?? '32ticks';
      await expect(minimum).not.toHaveText(before);
      const ticks = /\d+/.exec((await minimum.textContent()) ?? '')?.[0] ?? '';
      await expect(run).toContainText(`of ${ticks} ticks`);
      await expect(why).toContainText(`of its ${ticks} ticks`);
      await expect(status).toHaveText('proved');
      answers.push(`${ticks}ticks`);
    }
    await expect(page.getByTestId('verdict-status')).toHaveText('right');
    await page.mouse.up();
    // Views for looking at leisure.
    await expect(why).toContainText('would win with');
  });

  await test.step('by keys, to the same answer as Tune', async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(field).toHaveValue('1');
    for (const value of [2, 3, 4, 5]) {
      await page.keyboard.press('ArrowRight');
      await expect(field).toHaveValue(String(value));
    }
    await expect(minimum).toHaveText('37ticks');
    await expect(page.getByTestId('runner-up')).toHaveText('Next best: 42 ticks, WG 8, TS 2');
    await page.getByRole('button', { name: 'Tune', exact: true }).click();
    await expect(page.getByTestId('conclusion')).toContainText(/searches/);
    await expect(minimum).toHaveText('37ticks');
    await expect(page.getByTestId('runner-up')).toHaveText('Next best: 42 ticks, WG 8, TS 2');
  });

  await test.step('each time the hand was away is one step of Undo', async () => {
    await field.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+z');
    await expect(field).toHaveValue('4');
    await openView(page, 'Runs');
    await expect(
      page.getByRole('table').getByRole('button', { name: /sum/ }).first(),
    ).toBeVisible();
  });
});
