/** Makes docs/screenshots by real runs of the built site in the system's Chromium: `npm run -s
 * screenshots` */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { begin, readOptions } from '../cli/command.ts';
import { Workbench } from '../e2e/site.ts';
import { openView } from '../e2e/views.ts';
import { student, teacher } from '../e2e/walks.ts';
import { openSite } from './bench/site.ts';

begin('screenshots');
const { only, dark } = readOptions(
  `npm run -s screenshots [-- --only NAME] [--dark]: the pictures in docs/screenshots, from real runs
  --only NAME  only the scene of this name, such as machine; walks: what a student and a teacher see
  --dark       the dark theme, in files that end in -dark: to be looked at, and not kept`,
  { only: { type: 'string' }, dark: { type: 'boolean' } },
);
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
mkdirSync(folder, { recursive: true });
const site = await openSite();
const LARGE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The page with its editor; only a first visit has a run. */
async function open(at: string, viewport = LARGE, isFirstVisit = false): Promise<Page> {
  const context = await site.browser.newContext({
    viewport,
    colorScheme: dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  if (!isFirstVisit) {
    await page.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
  }
  await page.goto(new URL(at, site.address).href);
  return page;
}

const slow = expect.configure({ timeout: 180_000 });

/** A first visit tunes and verifies the first example by itself. */
async function visited(viewport = LARGE): Promise<Page> {
  const page = await open('', viewport, true);
  await slow(page.getByTestId('status')).toHaveText('proved');
  await slow(page.getByTestId('verdict-status')).toHaveText('right');
  await slow(page.getByRole('application', { name: /^Map/ })).toBeVisible();
  return page;
}

/** Checks the model that the page opens with, or another. */
async function checked(name?: string): Promise<Page> {
  const page = await open('#/model');
  if (name !== undefined) {
    await page.getByRole('button', { name: /Model$/ }).click();
    await page.getByRole('option', { name }).click();
  }
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await slow(page.getByTestId('check-status')).toHaveText('violated');
  await page.getByRole('button', { name: 'Start of cycle' }).click();
  return page;
}

/** The page with an example, not yet tuned. */
async function withExample(name: string): Promise<Workbench> {
  const bench = new Workbench(await open(''));
  await bench.ready();
  await bench.choose('Example', name);
  return bench;
}

/** A page as it is to be seen, by picture name. */
const SCENES: Readonly<Record<string, () => Promise<Page>>> = {
  overtime: () => visited(),
  // The run takes the screen, at its first barrier.
  run: async () => {
    const page = await visited();
    await page.getByRole('button', { name: 'Open the run' }).click();
    await page.getByRole('group', { name: 'Messages of the run, in order of time' }).focus();
    await page.keyboard.press(']');
    return page;
  },
  // A real machine, in microseconds, and what bounds it.
  machine: async () => {
    const bench = await withExample('Matrix product');
    await bench.choose('Semantics', 'Device');
    await bench.tune.click();
    await slow(bench.status).toHaveText('proved');
    await openView(bench.page, 'Machine');
    return bench.page;
  },
  // A race, with the way to it.
  wrong: async () => {
    const { page } = await withExample('Data race');
    await slow(page.getByTestId('verdict-status')).toHaveText('wrong');
    await openView(page, 'Values');
    return page;
  },
  model: () => checked(),
  'classic-liveness': () => checked('A liveness error'),
  // A wrong answer to a puzzle, refused with a run of it.
  puzzle: async () => {
    const page = await open('#/learn');
    await page.getByRole('button', { name: /Histogram/ }).click();
    await page.getByRole('textbox', { name: 'Gap 1' }).fill('bins[a[i]]++;');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await slow(page.locator('.puzzle-task')).toHaveAttribute('data-state', 'wrong');
    return page;
  },
  phone: () => visited(PHONE),
};

async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  // The pointer rests on the product's name, so nothing is hovered.
  await page.mouse.move(60, 20);
  await page.waitForTimeout(1000);
  const path = `${folder}/${name}${dark === true ? '-dark' : ''}.png`;
  await page.screenshot({ path, fullPage, animations: 'disabled' });
  console.log(path);
}

for (const [name, play] of Object.entries(SCENES)) {
  if (only !== undefined && only !== name) continue;
  const page = await play();
  await shoot(page, name, name === 'phone');
  await page.context().close();
}

// The walks of a newcomer, and of somebody with a kernel.
if (only === undefined || only === 'walks') {
  for (const [walk, isFirstVisit] of [
    [student, true],
    [teacher, false],
  ] as const) {
    const page = await open('', LARGE, isFirstVisit);
    await walk(page, (name) => shoot(page, name, name.endsWith('printed')));
    await page.context().close();
  }
}

await site.close();
