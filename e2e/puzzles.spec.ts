import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';
import { seriousProblems } from './axe.ts';
import { walkedPuzzles } from './puzzle-answers.ts';

const task = (page: Page) => page.locator('.puzzle-task');

async function prove(page: Page, fill: string, state: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Gap 1' }).fill(fill);
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(task(page)).toHaveAttribute('data-state', state);
}

const toAll = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /: all puzzles$/ }).click();

test('solved puzzles come out as a file, and grading finds the same by itself', async ({
  site,
  page,
}) => {
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
});

/** `OVERTIME_PUZZLES=all` plays every puzzle, which takes a quarter of an hour. */
const isAll = process.env['OVERTIME_PUZZLES'] === 'all';
const walked = walkedPuzzles().filter(({ id }) => isAll || id === 'shuffles');

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
