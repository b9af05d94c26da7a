import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';

const trial = (page: Page, id: string) => page.locator(`[data-trial="${id}"]`);

/** Pastes over the editor of lessons: typed lines would be indented. */
async function write(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.getByRole('textbox', { name: 'The lesson’s text' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

const LESSON = `---
overtime-lesson: 1
id: halves
title: Halves
language: en
summary: Every work-item halves an element.
chapter: indices
page:
  kernel: |
    #pragma tuner param WG = {2}
    #pragma tuner input a[i] = any(0, 3)
    #pragma tuner ensures forall i < size: out[i] == a[i] / 2
    __kernel void halves(__global const int *a, __global int *out) {
      int i = get_global_id(0);
      /*?*/ /*!*/
    }
  constants: { size: 2 }
  verifiedSize: 2
tasks:
  - id: solve
    kind: fill
    question: Write what is missing.
    solution: ['out[i] = a[i] / 2;']
    wrong:
      - shows: bounds
        fill: ['out[i + 2] = a[i] / 2;']
      - shows: result
        fill: ['out[i] = a[i] >> 1;']
---

Half of it.

{task: solve}
`;

test(
  'a lesson is written with its checks, given out, and begun from its link',
  LONG,
  async ({ site, page }) => {
    test.slow();
    await site.goTo('Learn');
    await page.getByRole('button', { name: 'Write a lesson' }).click();
    await page.getByRole('button', { name: 'Check all' }).click();
    for (const id of ['start', 'solution', 'wrong-1', 'right-1'].flatMap((each) => [
      each,
      `${each}-cuda`,
    ]))
      await expect(trial(page, `solve-${id}`)).toHaveAttribute('data-state', 'holds');
    await expect(page.getByText('8 of 8 as they should be')).toBeVisible();

    await write(page, LESSON.replace('{task: solve}', '{task: slove}'));
    await expect(page.locator('.author-problem')).toContainText('slove, which there is not');
    await write(page, LESSON);
    await expect(page.getByRole('heading', { name: 'Halves' })).toBeVisible();
    await page.getByRole('button', { name: 'Check all' }).click();
    // An answer listed as wrong is right: that is said.
    await expect(trial(page, 'solve-wrong-2')).toHaveAttribute('data-state', 'fails');
    await expect(trial(page, 'solve-wrong-1')).toHaveAttribute('data-state', 'holds');
    await expect(page.getByText('6 of 8 as they should be')).toBeVisible();
    await trial(page, 'solve-wrong-1').getByRole('button').click();
    await expect(page.locator('.author-stage')).toContainText('wrong result');
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Give it out' }).click();
    const link = await page.getByRole('textbox', { name: 'Give it out' }).inputValue();
    await page.getByRole('button', { name: 'All lessons' }).click();
    // The kernel that was open is open again, whatever was tried.
    await site.goTo('Tune a kernel');
    await expect(page.locator('.monaco-editor').first()).toContainText('The abstract kernel');

    await page.goto(link);
    await page.getByRole('button', { name: 'Begin this lesson' }).click();
    await page.getByRole('textbox', { name: 'Gap 1' }).fill('out[i] = a[i] / 2;');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(page.locator('.puzzle-task')).toHaveAttribute('data-state', 'right');
  },
);

test('a class is made of lessons in an order, and goes on from its link', async ({
  site,
  page,
}) => {
  await site.goTo('Learn');
  await page.getByRole('button', { name: 'Make a class' }).click();
  await page.getByRole('textbox', { name: 'Its name' }).fill('Week 1');
  for (const title of ['Histogram', 'Dot product']) {
    await page.getByRole('button', { name: /Add a lesson/ }).click();
    await page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
  }
  await page.getByRole('button', { name: 'Dot product earlier' }).click();
  await expect(page.locator('.class-order li')).toHaveText(['Dot product', 'Histogram']);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Give it out' }).click();
  const link = await page.getByRole('textbox', { name: 'Give it out' }).inputValue();
  await page.getByRole('button', { name: 'All lessons' }).click();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Week 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Begin this class' }).click();
  await page.getByRole('button', { name: 'Go on: Dot product' }).click();
  await expect(page.getByRole('heading', { name: 'Dot product' })).toBeVisible();
});
