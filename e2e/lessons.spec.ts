import type { Locator, Page } from '@playwright/test';
import { type LessonAnswer, type WalkedLesson, walkedLessons } from './lesson-answers.ts';
import { expect, test, type Workbench } from './site.ts';

const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Lessons' });

/** Answers a task whose page is set. */
async function give(
  site: Workbench,
  card: Locator,
  { filled, solution }: WalkedLesson['tasks'][number],
  answer: LessonAnswer,
): Promise<void> {
  const { page } = site;
  const press = (name: string | RegExp, within: Page | Locator = card): Promise<void> =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const cells = page.getByRole('group', { name: 'Configurations to pick from' });
  if (answer.cell !== undefined) {
    await cells.getByRole('button', { name: answer.cell, exact: true }).click();
    await press('Tune, and see');
  }
  if (answer.ticks !== undefined) {
    await card.getByRole('textbox', { name: 'Ticks' }).fill(String(answer.ticks));
    await page.keyboard.press('Enter');
  }
  if (answer.stop !== undefined) {
    const name = answer.stop === 'end' ? /its end/ : new RegExp(`line ${answer.stop}:`);
    await card.getByText(name).click();
    await press('Tune, and see');
  }
  const kernel = answer.fill ? filled(answer.fill) : answer.solution && solution;
  if (kernel !== undefined) await site.writeKernel(kernel);
  if (kernel !== undefined || answer.unchanged) await press('Check');
  for (const item of answer.order ?? []) {
    const steps = page.locator('.value-count');
    const before = (await steps.count()) > 0 ? await steps.textContent() : '';
    await press(new RegExp(`^item ${item}\\b`));
    await expect(steps).not.toHaveText(before ?? '');
  }
  if (answer.nobody) await press(/^Nobody can/);
  for (const [at, look] of (answer.looks ?? []).entries()) {
    await cells.getByRole('button', { name: look, exact: true }).click();
    await expect(card.getByTestId('par')).toContainText(`${at + 1} of `);
    await expect(card).not.toHaveAttribute('data-state', 'judging', { timeout: 90_000 });
  }
}

async function expectSaid(card: Locator, state: string, hint: string | undefined): Promise<void> {
  await expect(card).toHaveAttribute('data-state', state, { timeout: 90_000 });
  if (hint !== undefined) await expect(card.getByRole('status')).toContainText(hint);
}

for (const lesson of walkedLessons()) {
  test(`the lesson ${lesson.file}, each task with a wrong and a right answer`, async ({ site }) => {
    const { page } = site;
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    await pane(page)
      .getByRole('button', { name: new RegExp(`^${lesson.title}`) })
      .click();
    for (const task of lesson.tasks) {
      const card = page.locator(`[data-task="${task.id}"]`);
      await card.getByRole('button', { name: 'Begin', exact: true }).click();
      for (const answer of task.wrong) {
        await give(site, card, task, answer);
        await expectSaid(card, 'wrong', answer.hint);
        await card.getByRole('button', { name: 'Begin again' }).click();
      }
      await give(site, card, task, task.right);
      await expectSaid(card, 'right', task.right.hint);
      await expect(card).toContainText('done');
    }
    await page.getByRole('button', { name: 'Leave the lesson' }).click();
    // What was open before is open again.
    await expect(page.getByRole('button', { name: /Kernel$/ })).toContainText('Abstract kernel');
    const tasks = lesson.tasks.length;
    await expect(
      pane(page).getByRole('button', { name: new RegExp(`^${lesson.title}`) }),
    ).toContainText(`${tasks} of ${tasks}`);
  });
}
