import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    axe?: { run(within: ElementContext, options: RunOptions): Promise<AxeResults> };
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What readers of headings and landmarks find their way by; open popovers stand outside of it. */
export const STRUCTURE: readonly string[] = ['heading-order', 'landmark-unique', 'region'];

/** Serious and critical findings of axe, in words.
 * @param also rules of which every finding counts. */
export async function seriousProblems(
  page: Page,
  within = 'html',
  also: readonly string[] = [],
): Promise<string[]> {
  const run = () =>
    page.evaluate(
      // react-aria's announcements may name removed elements.
      (selector) =>
        window.axe?.run(
          { include: [selector], exclude: ['[data-live-announcer]'] },
          { resultTypes: ['violations'] },
        ),
      within,
    );
  // Colours on their way between two are neither.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Half a megabyte, so injected once per document.
  const results = (await run()) ?? (await page.evaluate(AXE), await run());
  if (!results) throw new Error('axe is not there');
  const { violations } = results;
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary ?? ''}`),
    );
}
