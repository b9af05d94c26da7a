import type { Locator, Page } from '@playwright/test';
import { type LessonAnswer, type WalkedLesson, walkedLessons } from './lesson-answers.ts';
import { seriousProblems, STRUCTURE } from './axe.ts';
import { ABSTRACT, expect, LONG, test, type Workbench } from './site.ts';

/** The list of lessons, or the lesson beside the workbench. */
const pane = (page: Page): Locator => page.getByLabel('Lessons', { exact: true });

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
    await card.locator('label').filter({ hasText: name }).click();
    await press('Tune, and see');
  }
  const kernel = answer.fill ? filled(answer.fill) : answer.solution && solution;
  if (kernel !== undefined) await site.writeKernel(kernel);
  if (kernel !== undefined || answer.unchanged) await press('Check');
  for (const item of answer.order ?? []) {
    const steps = page.getByTestId('run-place');
    const before = (await steps.count()) > 0 ? await steps.textContent() : '';
    await press(new RegExp(`^item ${item}\\b`));
    await expect(steps).not.toHaveText(before ?? '');
  }
  if (answer.nobody) await press(/^Nobody can/);
  for (const [at, look] of (answer.looks ?? []).entries()) {
    await cells.getByRole('button', { name: look, exact: true }).click();
    await expect(card.getByTestId('par')).toContainText(`${at + 1} of `);
    await expect(card).not.toHaveAttribute('data-state', 'judging');
  }
}

async function expectSaid(card: Locator, state: string, hint: string | undefined): Promise<void> {
  await expect(card).toHaveAttribute('data-state', state);
  if (hint !== undefined) await expect(card.getByRole('status')).toContainText(hint);
}

/** Kernels are tuned with the text that was open before any lesson. */
async function expectBefore(site: Workbench): Promise<void> {
  await site.goTo('Tune a kernel');
  await expect(site.page.getByRole('button', { name: /Kernel$/ })).toContainText('Abstract kernel');
}

/** Goes through a lesson from the open list, and back to it.
 * @param waits goes elsewhere before it is left. */
async function walk(site: Workbench, lesson: WalkedLesson, waits: boolean): Promise<void> {
  const { page } = site;
  const entry = pane(page).getByRole('button', { name: new RegExp(`^${lesson.title}`) });
  await entry.click();
  for (const task of lesson.tasks) {
    const card = page.locator(`[data-task="${task.id}"]`);
    await card.getByRole('button', { name: 'Begin', exact: true }).click();
    for (const answer of task.wrong) {
      await give(site, card, task, answer);
      await expectSaid(card, 'wrong', answer.hint);
      // The fix isn't given away.
      await expect(page.locator('.diagnostic-fix')).toHaveCount(0);
      await card.getByRole('button', { name: 'Begin again' }).click();
    }
    await give(site, card, task, task.right);
    await expectSaid(card, 'right', task.right.hint);
    await expect(card).toContainText('done');
  }
  if (waits) {
    // Elsewhere the text from before is open again, and the lesson waits.
    await expectBefore(site);
    await site.goTo('Learn');
  }
  await page.getByRole('button', { name: 'Leave the lesson' }).click();
  const tasks = lesson.tasks.length;
  await expect(entry).toContainText(`${tasks} of ${tasks}`);
}

/** Few lessons that between them have each form of an answer. */
function ofEachForm(all: readonly WalkedLesson[]): readonly WalkedLesson[] {
  const left = all.map((lesson) => {
    const answers = lesson.tasks.flatMap(({ wrong, right }) => [...wrong, right]);
    return { lesson, forms: new Set(answers.flatMap((answer) => Object.keys(answer))) };
  });
  const chosen: WalkedLesson[] = [];
  for (;;) {
    const best = left.toSorted((a, b) => b.forms.size - a.forms.size)[0];
    if (best === undefined || best.forms.size === 0) return chosen;
    chosen.push(best.lesson);
    const seen = new Set(best.forms);
    for (const { forms } of left) for (const form of seen) forms.delete(form);
  }
}

/** Lessons that share a page, and so its compiler. */
const SHARING = 10;
/** `OVERTIME_LESSONS=all` plays every lesson, which takes five minutes. */
const isAll = process.env['OVERTIME_LESSONS'] === 'all';
const lessons = isAll ? walkedLessons() : ofEachForm(walkedLessons());

for (let first = 0; first < lessons.length; first += SHARING) {
  const some = lessons.slice(first, first + SHARING);
  const names = some.map(({ file }) => file.replace('.md', '')).join(', ');
  test(`each task of ${names}, with a wrong and a right answer`, async ({ site }) => {
    test.setTimeout(some.length * 360_000);
    await site.goTo('Learn');
    for (const [at, lesson] of some.entries())
      await test.step(lesson.file, () => walk(site, lesson, at === 0));
    // Whatever the last one set.
    await expectBefore(site);
  });
}

test('nothing gives an answer away before it is given, and the text goes on behind it', async ({
  site,
}) => {
  const { page } = site;
  await site.goTo('Learn');
  await pane(page)
    .getByRole('button', { name: /^Work-item/ })
    .click();
  const sealed = page.getByText('Not before you have answered');
  await expect(sealed).toBeVisible();
  await expect(site.minimum).toHaveCount(0);
  await expect(page.locator('[data-task="best"]')).toHaveCount(0);
  const card = page.locator('[data-task="four"]');
  await card.getByRole('button', { name: 'Begin', exact: true }).click();
  await card.getByRole('textbox', { name: 'Ticks' }).fill('16');
  await page.keyboard.press('Enter');
  await expectSaid(card, 'wrong', 'WG 4 takes 18 ticks');
  // The run that was asked about is looked at, and not the best one.
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 0 of 18');
  await expect(site.minimum).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Map' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Give up' }).click();
  await expect(page.locator('[data-task="best"]')).toBeVisible();
  await expect(sealed).toBeVisible();
  // Another place is as it was.
  await site.goTo('Tune a kernel');
  await expect(sealed).toHaveCount(0);
});

const MINE = `---
overtime-lesson: 1
id: mine
title: A lesson of mine
language: en
summary: It has one task.
page:
  kernel: |
    #pragma tuner param WG = pow2(1, size)
    #pragma tuner input input[i] = i
    #pragma tuner ensures forall i < size: output[i] == 2 * input[i]

    __kernel void twice(__global const int *input, __global int *output) {
      int i = get_global_id(0);
      output[i] = 2 * input[i];
    }
  constants: { size: 16 }
  level: baton
tasks:
  - id: best
    kind: predict
    ask: best
    question: Which is best?
---

Look at [the index](do:line/get_global_id) and set [GMT to 7](do:set/GMT=7). <script>alert(1)</script>
`;

const file = (text: string) => ({
  name: 'mine.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

test(
  'a lesson from a file and by a link, and what was open before it comes back',
  LONG,
  async ({ site, browser, faults: _faults }) => {
    const { page } = site;
    await site.writeKernel(`${ABSTRACT}// a remark of mine\n`);
    await site.goTo('Learn');
    const input = page.locator('input[type=file]');
    await input.setInputFiles(file(MINE.replace('kind: predict', 'kind: guess')));
    const offered = page.getByRole('region', { name: 'The lesson that came' });
    await expect(offered).toContainText('Line 21: tasks, number 1, kind has to be one of predict');
    await offered.getByRole('button', { name: 'Close' }).click();

    await input.setInputFiles(file(MINE));
    await expect(offered).toContainText('nothing of it has been run');
    await expect(offered).toContainText('__kernel void twice');
    await expect(offered).toContainText('HTML is not read');
    await offered.getByRole('button', { name: 'Begin this lesson' }).click();
    await expect.poll(() => site.kernelShown()).toContain('twice');
    await pane(page).getByRole('button', { name: 'GMT to 7' }).click();
    await expect(site.constant('GMT')).toHaveValue('7');
    await pane(page).getByRole('button', { name: 'Give this lesson out' }).click();
    const link = await pane(page)
      .getByRole('textbox', { name: 'Give this lesson out' })
      .inputValue();
    expect(link.length).toBeLessThan(2000);

    // By the keyboard alone, and over a reload.
    const card = page.locator('[data-task="best"]');
    await card.getByRole('button', { name: 'Begin' }).focus();
    await page.keyboard.press('Enter');
    await expect(site.constant('GMT')).toHaveValue('4');
    await page.reload();
    await site.ready();
    await page.getByRole('button', { name: 'WG 8', exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(card).toContainText('You say WG 8');
    expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);
    await page.getByRole('button', { name: 'Leave the lesson' }).click();
    await expect(pane(page)).toContainText('From files and links');
    await site.goTo('Tune a kernel');
    await expect.poll(() => site.kernelShown()).toContain('The abstract kernel');
    await site.kernel.focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => site.kernelShown()).toContain('// a remark of mine');

    // Elsewhere the link shows the lesson, and runs nothing.
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(link);
    const arrived = elsewhere.getByRole('region', { name: 'The lesson that came' });
    await expect(arrived).toContainText('It came with a link');
    expect(new URL(elsewhere.url()).hash).toBe('#/learn');
    await arrived.getByRole('button', { name: 'Begin this lesson' }).click();
    await expect(pane(elsewhere)).toContainText('Which is best?');
  },
);

test('progress is given away as a code, and a code is read', async ({ site }) => {
  const { page } = site;
  await page.evaluate(() =>
    localStorage.setItem(
      'overtime-progress',
      JSON.stringify({
        state: { version: 1, lessons: { items: { best: { tries: 3, done: true } } } },
        version: 0,
      }),
    ),
  );
  await page.reload();
  await site.ready();
  // From the palette.
  await page.keyboard.press('F1');
  await page.keyboard.insertText('Learn');
  await page.keyboard.press('Enter');
  await expect(pane(page).getByRole('button', { name: /^Work-item/ })).toContainText('1 of 2');
  await pane(page).getByText('Progress', { exact: true }).click();
  await page.getByRole('button', { name: 'Show the code' }).click();
  const code = (await page.getByTestId('progress-code').textContent()) ?? '';
  expect(code).toMatch(/^OT1 items:best=3 \w{3}$/);
  const read = page.getByRole('textbox', { name: /^Read a code/ });
  await read.fill(code.replace('3', '4'));
  await expect(pane(page)).toContainText('a letter of it was lost');
  await read.fill(code.replace('items', 'tiles'));
  await expect(pane(page)).toContainText('a letter of it was lost');
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(pane(page).getByRole('button', { name: /^Work-item/ })).toContainText('0 of 2');
  await read.fill(code);
  await expect(pane(page).getByRole('row', { name: /best yes 3/ })).toBeVisible();
  await page.getByRole('button', { name: 'Go on from it in this browser' }).click();
  await expect(pane(page).getByRole('button', { name: /^Work-item/ })).toContainText('1 of 2');
});
