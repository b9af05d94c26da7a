import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, LONG, test } from './site.ts';
import { seriousProblems, STRUCTURE } from './axe.ts';
import { layoutFaults } from './layout.ts';
import { walkedPuzzles } from './puzzle-answers.ts';
import { isAll } from '../src/testing/amounts.ts';

const task = (page: Page) => page.locator('.puzzle-task');

async function prove(page: Page, fill: string, state: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Gap 1' }).fill(fill);
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(task(page)).toHaveAttribute('data-state', state);
}

const toAll = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /: all puzzles$/ }).click();

test(
  'solved puzzles come out as a file, and grading finds the same by itself',
  LONG,
  async ({ site, page }) => {
    // Grading searches all of it again.
    test.slow();
    await site.goTo('Learn');
    await page.getByRole('button', { name: /Histogram/ }).click();
    await prove(page, 'bins[a[i]]++;', 'wrong');
    await prove(page, 'atomic_add(&bins[a[i]], 1);', 'right');
    expect(await seriousProblems(page)).toEqual([]);
    await toAll(page);
    await page.getByRole('button', { name: /The last element/ }).click();
    await page.locator('.line-choice').filter({ hasText: 'next = a[i + 1]' }).click();
    await page.getByRole('button', { name: 'It is this line' }).click();
    await expect(task(page)).toHaveAttribute('data-state', 'right');
    await toAll(page);
    await page.getByText('Progress', { exact: true }).press('Enter');
    await page.getByRole('textbox', { name: /^Your name/ }).fill('=Ada');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my work' }).click();
    const folder = mkdtempSync(join(tmpdir(), 'overtime-work-'));
    await (await saved).saveAs(join(folder, 'ada.json'));
    const words = ['--import', 'tsx', 'scripts/grade.mjs', '--csv', folder];
    const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const rows = stdout.trim().split('\n');
    expect(rows).toEqual([
      'file,student,puzzle,language,holds,states,why',
      expect.stringMatching(/^ada\.json,'=Ada,histogram,opencl,yes,\d+,$/),
      "ada.json,'=Ada,bug-edge,opencl,yes,,",
    ]);
    expect(status).toBe(0);
  },
);

test('the stage is stepped by the keyboard alone, and each step is said', async ({
  site,
  page,
}) => {
  await site.goTo('Learn');
  await expect(page.getByRole('navigation', { name: 'Chapters' })).toBeVisible();
  expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /Reverse in place/ }).click();
  // It is set before anybody has answered.
  await page.getByRole('group', { name: 'Stage', exact: true }).focus();
  const said = page.locator('.stage-foot').getByRole('status');
  await expect(said).toHaveText('Nothing has happened yet');
  await page.keyboard.press('3');
  await expect(said).toHaveText('work-item 3 reads 2 from a[0], line 8');
  await page.keyboard.press('0');
  await expect(said).toHaveText('work-item 0 reads 2 from a[3], line 8');
  await page.keyboard.press('3');
  await expect(said).toHaveText('work-item 3 ends');
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText('work-item 3 writes 2 to a[3], line 9');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(said).toHaveText('work-item 0 reads 2 from a[3], line 8');
  await page.keyboard.press('a');
  await expect(page.getByTestId('run-place')).not.toHaveText('step 4 of 4');
  await page.keyboard.press('Home');
  await expect(said).toHaveText('Nothing has happened yet');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('work-item 3 begins, line 6');
  expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
});

test('the input of a run is chosen on the stage, and what is wanted follows', async ({
  site,
  page,
}) => {
  await site.goTo('Learn');
  await page.getByRole('button', { name: /^1 Map/ }).click();
  const wanted = page.locator('.stage-wanted').filter({ hasText: /\d/ });
  const input = page.getByRole('button', { name: /^Input a\[0\]: \d/ });
  const value = async () => Number(await input.textContent());
  const before = await value();
  await expect(wanted.first()).toContainText(String(before + 10));
  await input.focus();
  await page.keyboard.press('Enter');
  const next = (before + 1) % 4;
  await expect(input).toHaveText(String(next));
  await expect(input).toBeFocused();
  await expect(wanted.first()).toContainText(String(next + 10));
  await expect(page.locator('[data-cell="0 0"]')).toHaveText(String(next));
  // The order stays as it was chosen.
  await page.getByRole('textbox', { name: 'Gap 1' }).fill('out[i] = a[i] + 10;');
  await page.getByRole('button', { name: 'Be the scheduler' }).click();
  await page.getByRole('button', { name: 'Random order' }).click();
  await expect(page.locator('[data-cell="1 0"]')).toHaveText(String(before + 10));
  await input.click();
  await expect(page.locator('[data-cell="1 0"]')).toHaveText(String(next + 10));
  expect(await seriousProblems(page)).toEqual([]);
});

test(
  'the fastest run of an answer is played in time, and each step says its ticks',
  LONG,
  async ({ site, page }) => {
    await site.goTo('Learn');
    await page.getByRole('button', { name: /Read it once/ }).click();
    await page.getByRole('button', { name: 'Prove it' }).click();
    await expect(task(page)).toHaveAttribute('data-state', 'wrong');
    await expect(page.locator('.puzzle-stage[data-run=timed]')).toBeVisible();
    const place = page.getByTestId('run-place');
    await expect(place).toContainText('tick 0 of 17, step 0 of');
    await page.getByRole('group', { name: 'Stage', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    const said = page.locator('.stage-foot').getByRole('status');
    await expect(said).toHaveText('pex 0 works in global memory for 16 ticks, until tick 17');
    await expect(page.locator('.stage-now').first()).toHaveText(
      'works in global memory tick 1 to 17',
    );
    expect(await seriousProblems(page, 'html', STRUCTURE)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.keyboard.press('End');
    await expect(place).toContainText('tick 17 of 17');
    await page.getByRole('radio', { name: 'An order of your own' }).click();
    await expect(page.locator('.puzzle-stage[data-run=chosen]')).toBeVisible();
  },
);

/** `OVERTIME_PUZZLES=all` plays every puzzle, which takes a quarter of an hour. */
const all = isAll('PUZZLES');
const walked = walkedPuzzles().filter(({ id }) => all || id === 'shuffles');

for (const { id, entry, solution, wrong } of walked)
  test(`${id}: its solution is right, and each wrong answer is refused with a run of it`, async ({
    site,
    page,
  }) => {
    test.slow();
    await site.goTo('Learn');
    await page
      .getByRole('button', { name: new RegExp(`^${entry}`) })
      .first()
      .click();
    if (typeof solution === 'string') {
      await page.locator('.line-choice').filter({ hasText: solution }).first().click();
      await page.getByRole('button', { name: 'It is this line' }).click();
      await expect(task(page)).toHaveAttribute('data-state', 'right');
      await expect(page.locator('.puzzle-stage[data-run=found] .stage-frame')).toBeVisible();
      return;
    }
    const give = async (fill: readonly string[], state: string): Promise<void> => {
      for (const [at, text] of fill.entries())
        await page.getByRole('textbox', { name: `Gap ${at + 1}` }).fill(text);
      await page.getByRole('button', { name: 'Prove it' }).click();
      await expect(task(page)).not.toHaveAttribute('data-state', 'judging');
      await expect(task(page)).toHaveAttribute('data-state', state);
    };
    for (const { fill, shows } of wrong) {
      await give(fill, 'wrong');
      if (shows !== 'slow')
        await expect(page.locator('.puzzle-stage[data-run=found] .stage-frame')).toBeVisible();
    }
    await give(solution, 'right');
    await expect(page.getByText('The text goes on when you have solved this.')).toHaveCount(0);
  });
