import { expect, test } from './site.ts';

test('a link points at a moment of a run, and its tick can be changed by hand', async ({
  site,
  page,
}) => {
  await site.tuneEight();
  const tick = page.getByTestId('tick-readout');
  const words = page.getByTestId('trace-sentence');
  await site.chart.focus();
  for (let barrier = 0; barrier < 2; barrier += 1) await page.keyboard.press(']');
  const [, at = ''] = /tick (\d+) of 44/.exec((await tick.textContent()) ?? '') ?? [];
  expect(Number(at)).toBeGreaterThan(0);
  const told = (await words.textContent()) ?? '';

  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(new RegExp(`&at=${at}$`));
  await page.keyboard.press('Escape');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(tick).toHaveText(`tick ${at} of 44`);
  await expect(words).toHaveText(told);
  await page.goto('about:blank');
  await page.goto(link.replace(/at=\d+$/, 'at=44'));
  await expect(tick).toHaveText('tick 44 of 44');
  await expect(words).toContainText('finished');
});

test('an address opens the first run at a tick', async ({ page, faults: _faults }) => {
  await page.goto('./#/tune&at=17');
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 17 of 32');
  await expect(page.getByRole('region', { name: 'The machine at the cursor' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/tune&at=17');
});
