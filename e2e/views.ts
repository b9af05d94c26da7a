import type { Locator, Page } from '@playwright/test';

/** The views of the results by the tab that holds them, in their order. */
const GROUPS = {
  Map: ['Map'],
  Why: ['Time', 'Machine', 'Sensitivity'],
  'Right?': ['Values', 'Schedules'],
  Measure: ['Next', 'Measured', 'Shortlist', 'On this GPU'],
  Search: ['Search', 'Level check', 'Runs'],
} as const;

export type ViewName = (typeof GROUPS)[keyof typeof GROUPS][number];

/** Views that are always there. */
export const RESULT_VIEWS = [
  'Map',
  'Time',
  'Machine',
  'Search',
  'Sensitivity',
  'Values',
  'Next',
  'Measured',
  'Shortlist',
  'On this GPU',
  'Runs',
] as const satisfies readonly ViewName[];

export const TEXTS = ['Kernel', 'Promela', 'SPIN', 'Cost'] as const;

const results = (page: Page): Locator => page.getByRole('region', { name: 'Results', exact: true });

/** A tab of the results, or one inside of it. */
export const tab = (page: Page, name: string): Locator =>
  results(page).getByRole('tab', { name, exact: true });

/** Shows a view of the kernel's results. */
export async function openView(page: Page, name: ViewName): Promise<void> {
  const [group, views] =
    Object.entries(GROUPS).find(([, all]) => all.some((view) => view === name)) ?? [];
  if (group === undefined || !views) throw new Error(`no tab holds ${name}`);
  // The answer's own line opens these.
  if (group === 'Search') {
    const words = name === 'Runs' ? 'Earlier runs' : 'The search';
    await page.getByRole('button', { name: words, exact: true }).click();
    if (name === 'Level check') await tab(page, name).click();
    return;
  }
  await results(page)
    .getByRole('tablist', { name: 'Results' })
    .getByRole('tab', { name: group })
    .click();
  const inside = results(page).getByRole('tablist', { name: group, exact: true });
  if (await inside.isVisible()) await inside.getByRole('tab', { name, exact: true }).click();
}

/** Shows the run, where it is not in view anyway. */
export async function openRun(page: Page): Promise<void> {
  const run = tab(page, 'Run');
  if (await run.isVisible()) await run.click();
}

/** Shows a text: the kernel, its model, SPIN's messages, or the costs as a table. */
export async function openText(page: Page, name: (typeof TEXTS)[number]): Promise<void> {
  await pressInTexts(page, 'menuitemradio', name);
}

/** Switches what is written into the kernel. */
export const switchInKernel = (
  page: Page,
  name: 'Show costs' | 'Check with clang',
): Promise<void> => pressInTexts(page, 'menuitemcheckbox', name);

async function pressInTexts(
  page: Page,
  role: 'menuitemradio' | 'menuitemcheckbox',
  name: string,
): Promise<void> {
  await page.getByRole('button', { name: /^Text: / }).click();
  await page.getByRole(role, { name }).click();
  await page.keyboard.press('Escape');
}

/** Drops a file on the page. */
export const dropFile = (page: Page, name: string, base64: string) =>
  page.evaluate(
    ([file, content]) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], file));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      const target = document.querySelector('main') ?? document.body;
      target.dispatchEvent(new DragEvent('drop', options));
    },
    [name, base64] as const,
  );
