import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';
import { type Seen, student, teacher } from './walks.ts';

/** Everything seen must be accessible; printing is tested as its own page. */
const forEveryone =
  (page: Page): Seen =>
  async (name) => {
    if (!name.endsWith('printed')) expect([name, ...(await seriousProblems(page))]).toEqual([name]);
  };

test(
  'the walk of a student: open, predict, tune, why, the second best, explain',
  LONG,
  async ({ page, faults: _faults }) => {
    await page.goto('./');
    await student(page, forEveryone(page));
  },
);

test('the walk of a teacher: an own kernel, its faults mended, presented, printed', async ({
  page,
  site: _site,
}) => {
  await teacher(page, forEveryone(page));
});
