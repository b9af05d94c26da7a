import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, LONG, test, type Workbench } from './site.ts';

const sentence = (page: Page): Locator => page.getByTestId('trace-sentence');
const card = (page: Page): Locator => page.locator('.hover-card');
const chartOverTime = (page: Page): Locator =>
  page.getByRole('application', { name: /^Work and waits over model time/ });

/** The abstract kernel's fastest run for 8 elements, beside its variables. */
async function open(site: Workbench): Promise<Locator> {
  const { page } = site;
  await site.tuneEight();
  await expect(site.chart).toBeVisible();
  const variables = page.getByRole('tabpanel', { name: 'Variables' });
  const beside = page.getByRole('button', { name: 'Variables, events and simulation' });
  if (!(await variables.isVisible())) await beside.click();
  await expect(variables.getByRole('heading', { name: 'The whole model' })).toBeVisible();
  await site.chart.focus();
  return variables;
}

test('a trace is told in the words of kernel and machine, and its variables are right at every step', async ({
  site,
  page,
}) => {
  const variables = await open(site);
  const watched = (text: string): Locator =>
    variables.locator('dl > div').filter({ hasText: text }).locator('dd');
  for (const text of ['time', 'pex 0: wake - time', 'pex[5]:wake', 'pex 9: wake', 'nothing']) {
    await variables.getByRole('textbox', { name: 'Expression to watch' }).fill(text);
    await page.keyboard.press('Enter');
  }
  await expect(watched('pex[5]:wake')).toHaveText(
    'processes go by their names here, not by numbers: such as pex 0: wake',
  );
  await expect(watched('nothing')).toContainText('there is no nothing here');
  await site.chart.focus();
  // Each step has its values, even before the elements exist.
  const time = watched('time').first();
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('ArrowRight');
    const shown = (await page.getByTestId('tick-readout').textContent()) ?? '';
    await expect(time).toHaveText(/^tick (\d+)/.exec(shown)?.[1] ?? '?');
    await expect(variables).not.toContainText('Looking');
  }
  await page.keyboard.press(']');
  await expect(sentence(page)).toHaveText('all have reached the barrier, and pex 0 goes on');
  await expect(watched('pex 0: wake - time')).toHaveText(/^-?\d+$/);
  await expect(variables.getByRole('heading', { name: /^pex 1/ })).toContainText('at line');
  // Presses in the chart over time work too.
  const chart = await chartOverTime(page).boundingBox();
  if (!chart) throw new Error('the chart over time has no box');
  await page.mouse.click(chart.x + chart.width * 0.7, chart.y + chart.height * 0.6);
  await expect(variables).not.toContainText('Looking');
  await expect(time).toHaveText(/^\d+$/);

  await page.getByRole('searchbox').fill('u_pex go pex 3');
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toContainText('unit gives pex 3 ');
  // The model's own words appear on request, and at the next visit.
  await expect(page.getByText('u_pex!go')).toHaveCount(0);
  await site.chart.focus();
  await page.keyboard.press('p');
  await expect(page.locator('.trace-sentence .statement')).toContainText('u_pex!go');
  await page.reload();
  await site.ready();
  await expect(page.getByRole('button', { name: 'Show the Promela below the words' })).toHaveClass(
    /on/,
  );
});

test('a card tells of any bar, message or cell', async ({ site, page }) => {
  await open(site);
  const chart = chartOverTime(page);
  const time = await chart.boundingBox();
  if (!time) throw new Error('the chart over time has no box');
  // The last lane is an element's.
  await page.mouse.move(time.x + time.width * 0.8, time.y + 80);
  await expect(card(page)).toContainText(/tick \d+ to \d+, \d+ ticks?/);
  await expect(card(page)).toContainText(/pex|unit/);
  // The keyboard sees the same about the cursor.
  await site.chart.focus();
  await page.mouse.move(2, 2);
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.keyboard.press(']');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(card(page)).toContainText(/barrier.* → pex 0/);
  await expect(card(page)).toContainText(/line \d+: barrier/);
  const box = await card(page).boundingBox();
  const size = page.viewportSize();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= (size?.width ?? 0)).toBe(true);
  await page.mouse.move(2, 2);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(card(page)).toContainText(/tick \d+ to \d+/);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('a barrier lets go');
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('done, or arrived');
  // A cell of the map has the same card.
  const map = page.getByRole('application', { name: /^Map of/ });
  await map.focus();
  await expect(card(page)).toContainText('Click or Enter opens its trace');
});

test('a deadlock ends with who waits where and for whom', async ({ site, page }) => {
  await site.writeKernel(
    readFileSync(new URL('../examples/divergent.cl', import.meta.url), 'utf8'),
  );
  await site.choose('Semantics', 'OpenCL');
  await site.constant('size').fill('16');
  await site.tune.click();
  await expect(site.status).toHaveText('deadlock');
  await expect(site.chart).toBeVisible();
  await site.chart.focus();
  await page.keyboard.press('End');
  await expect(sentence(page)).toContainText(
    /^nobody can go on: .*wait.* for ever at the barrier of line \d+ for/,
  );
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('nobody can go on');
  await expect(page.getByRole('region', { name: 'Counterexample' })).not.toContainText(
    /takes \d+ ticks/,
  );
  await page.getByRole('button', { name: /^Show line \d+ of the kernel/ }).click();
  await expect(
    page.locator('[data-editor=opencl-c] .view-line').filter({ hasText: 'barrier' }).first(),
  ).toBeVisible();
});

test('the choices of a free simulation say who would do what', LONG, async ({ site, page }) => {
  await site.choose('Level', 'Free');
  await open(site);
  await page.getByRole('tab', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Choose myself' }).click();
  const choices = page.getByRole('list', { name: 'Steps that can be taken' }).getByRole('button');
  await expect(choices.first()).toBeVisible();
  for (const text of await choices.allInnerTexts()) {
    const [words = '', statement = ''] = text.split('\n');
    expect(words).toMatch(/^(host|clock|device|unit|barrier|pex)\b.* \w+/);
    expect(statement).not.toBe('');
  }
});
