/** Makes docs/screenshots by real runs of the built site in the system's Chromium: `npm run -s
 * screenshots` */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { begin, readOptions } from '../cli/command.ts';
import { student, teacher } from '../e2e/walks.ts';
import { openSite } from './bench/site.ts';
import { openText, openView } from '../e2e/views.ts';

begin('screenshots');
const { only } = readOptions(
  `npm run -s screenshots [-- --only NAME]: the pictures in docs/screenshots, from real runs
  --only NAME  only the scene of this name, such as machine; walks: what a student and a teacher see; sizes: the
               page at four sizes`,
  { only: { type: 'string' } },
);
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
mkdirSync(folder, { recursive: true });
const site = await openSite();

interface View {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

/** The page with its editor; only a first visit has a run. */
async function open({ width, height, scheme }: View, isFirstVisit: boolean): Promise<Page> {
  const context = await site.browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (!isFirstVisit) {
    await page.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
  }
  await page.goto(site.address);
  await page.locator('.monaco-editor .view-line').first().waitFor();
  return page;
}

/** Waits for a run's end and its trace. */
async function ended(page: Page, status: string): Promise<void> {
  // A new verifier may have to be compiled first.
  await page.getByTestId('status').getByText(status).waitFor({ timeout: 180_000 });
  await page.getByTestId('trace-sentence').filter({ hasText: /./ }).waitFor();
}

async function tune(page: Page, status = 'proved'): Promise<void> {
  await page.getByRole('button', { name: 'Tune', exact: true }).click();
  await ended(page, status);
}

/** A first visit tunes the first example by itself. Stepped to some work on the tile. */
async function visited(view: View): Promise<Page> {
  const page = await open(view, true);
  await ended(page, 'proved');
  const words = page.getByTestId('trace-sentence');
  const forward = page.getByRole('button', { name: 'Step forward' });
  for (let step = 0; step < 60; step += 1) {
    if ((await words.textContent())?.includes('works in local memory')) break;
    await forward.click();
  }
  return page;
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`${field}$`) });
  const isFolded = !(await button.isVisible());
  if (isFolded) await page.getByRole('button', { name: /^How to tune/ }).click();
  await button.click();
  await page.getByRole('option', { name: option }).click();
  if (isFolded) await page.keyboard.press('Escape');
}

const setConstant = (page: Page, name: string, value: string): Promise<void> =>
  page
    .getByRole('group', { name: 'Constants of the platform' })
    .getByRole('textbox', { name: new RegExp(`^${name}\\b`) })
    .fill(value);

const mapOf = (page: Page) => page.getByRole('application', { name: /^Map/ });

/** Steps over so many barriers of the trace. */
async function passBarriers(page: Page, barriers: number): Promise<void> {
  await page.getByRole('group', { name: 'Messages of the run, in order of time' }).focus();
  for (let each = 0; each < barriers; each += 1) await page.keyboard.press(']');
}

async function openInspector(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  if (!(await tab.isVisible())) {
    await page.getByRole('button', { name: 'Variables, events and simulation' }).click();
  }
  await tab.click();
}

/** Opens an example model and checks everything it says. */
async function checkClassic(page: Page, name: string, status: string): Promise<void> {
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  await choose(page, 'Model', name);
  await page.getByRole('button', { name: 'Check the model', exact: true }).click();
  await page.getByTestId('check-status').getByText(status).waitFor({ timeout: 180_000 });
}

/** A large screen, a laptop, a projector, a phone. */
const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const;

/** Views with a run of their own, by picture name. */
const SCENES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  // Two runs on the same ticks, and where they part.
  'two-traces': async (page) => {
    await tune(page);
    await page.getByRole('button', { name: 'Keep this run to compare others with' }).click();
    await mapOf(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByText('They part at').waitFor();
    await passBarriers(page, 2);
  },
  // A real machine: latency hidden and exposed, and a warp's banks.
  machine: async (page) => {
    await choose(page, 'Kernel', 'Matrix product');
    // Large enough for several warps per unit, and rows of a warp in the same banks.
    await page.getByRole('textbox', { name: 'Kernel, OpenCL C' }).focus();
    await page.keyboard.press('Control+Home');
    for (let line = 1; line < 5; line += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.keyboard.insertText('#define N 128\n#pragma tuner require TN == 8');
    await choose(page, 'Semantics', 'Device');
    await choose(page, 'Machine', 'GTX 480');
    await tune(page);
    await page.getByRole('radio', { name: 'Time', exact: true }).click();
    await openView(page, 'Machine');
    await page
      .getByRole('button', { name: /bank conflict$/ })
      .first()
      .click();
    // The warps' first steps, bar beside bar.
    await page.getByRole('application', { name: /^Work and waits over model time/ }).focus();
    for (let key = 0; key < 7; key += 1) await page.keyboard.press('w');
    for (let key = 0; key < 40; key += 1) await page.keyboard.press('a');
  },
  // The user chooses which step goes next.
  simulation: async (page) => {
    await choose(page, 'Level', 'Free');
    await setConstant(page, 'size', '8');
    await tune(page);
    await openInspector(page, 'Simulate');
    await page.getByRole('button', { name: 'Choose myself' }).click();
    const choices = page.getByRole('list', { name: 'Steps that can be taken' });
    for (let step = 1; step <= 60; step += 1) {
      await page.getByText(`Choice ${step}: which goes next?`).waitFor();
      await choices.getByRole('button').first().click();
    }
    await page.getByText('Choice 61: which goes next?').waitFor();
    await page.getByRole('button', { name: 'Last step' }).click();
  },
  // One element stands for its like, one round for its repeats.
  accelerated: async (page) => {
    await choose(page, 'Level', 'Accelerated');
    await setConstant(page, 'size', '4096');
    await setConstant(page, 'NP', '64');
    await tune(page);
    await passBarriers(page, 3);
  },
  // The non-axis parameter is everywhere at its best; lines along both axes.
  'three-parameters': async (page) => {
    await choose(page, 'Kernel', 'Matrix product');
    await tune(page);
    // The last cells are sampled after the proof.
    await page.waitForTimeout(3000);
    const results = page.getByRole('separator', { name: 'Height of the results' });
    await results.focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown');
    await mapOf(page).focus();
    await page.keyboard.press('n');
  },
  deadlock: async (page) => {
    await choose(page, 'Kernel', 'Divergent barrier');
    await tune(page, 'deadlock');
    await page.getByRole('button', { name: 'Last step' }).click();
  },
  // A handwritten model: a formula violated for ever, its cycle beside the automata.
  model: async (page) => {
    await checkClassic(page, 'Peterson', 'violated');
    await page.getByRole('button', { name: 'Start of cycle' }).click();
  },
  // Other classics: a liveness cycle, a deadlock, a proof, and lost messages.
  'classic-liveness': async (page) => {
    await checkClassic(page, 'A liveness error', 'violated');
    await page.getByRole('button', { name: 'Start of cycle' }).click();
  },
  'classic-philosophers': async (page) => {
    await checkClassic(page, 'Dining philosophers', 'violated');
    await page.getByRole('button', { name: 'Last step' }).click();
  },
  'classic-leader': async (page) => {
    await checkClassic(page, 'Leader election', 'holds');
    await page.getByRole('button', { name: 'Let SPIN choose' }).click();
    await page.getByTestId('trace-sentence').filter({ hasText: /./ }).waitFor({ timeout: 60_000 });
  },
  'classic-alternating-bit': async (page) => {
    await checkClassic(page, 'Alternating bit', 'violated');
    await page.getByRole('button', { name: 'Start of cycle' }).click();
  },
  swarm: async (page) => {
    await choose(page, 'Level', 'Free');
    await choose(page, 'Method', 'Swarm');
    await setConstant(page, 'size', '16');
    // The limit counts from the click, and may include compiling the verifier.
    await page.getByRole('button', { name: 'Limits' }).click();
    await page.getByRole('textbox', { name: 'Time of a swarm' }).fill('45');
    await page.keyboard.press('Escape');
    await tune(page, 'sampled');
    await openView(page, 'Search');
    await page.getByRole('radio', { name: 'trails' }).click();
    await page.locator('.recharts-surface').first().waitFor();
  },
};

async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  // The pointer rests on the product's name, so nothing is hovered.
  await page.mouse.move(60, 20);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage, animations: 'disabled' });
  console.log(`docs/screenshots/${name}.png`);
}

for (const scheme of ['light', 'dark'] as const) {
  const end = scheme === 'light' ? '' : '-dark';
  if (only === undefined) await shootTour(scheme, end);
  for (const [name, play] of Object.entries(SCENES)) {
    if (only !== undefined && only !== name) continue;
    const scene = await open({ width: 1440, height: 900, scheme }, false);
    await play(scene);
    await shoot(scene, `${name}${end}`);
    await scene.context().close();
  }
}

async function shootTour(scheme: View['scheme'], end: string): Promise<void> {
  const page = await visited({ width: 1440, height: 900, scheme });
  // The picture in the README is the light one.
  await mapOf(page).waitFor();
  await shoot(page, `overtime${end}`);

  // The second best time beside the best.
  await mapOf(page).focus();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await openView(page, 'Time');
  await page.getByTestId('difference').getByText('slower').waitFor();
  await shoot(page, `time${end}`);

  await openView(page, 'Search');
  await openText(page, 'Promela');
  await page.locator('[data-editor=promela] .view-line').first().waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await shoot(page, `search-and-promela${end}`);

  await openText(page, 'SPIN');
  await openView(page, 'Sensitivity');
  await page.getByRole('button', { name: 'Sweep', exact: true }).click();
  await page.getByText(/of 100, all proved/).waitFor({ timeout: 120_000 });
  await shoot(page, `sensitivity-and-spin${end}`);

  await openView(page, 'Runs');
  await shoot(page, `runs${end}`);
  await page.keyboard.press('F1');
  await shoot(page, `commands${end}`);
  await page.context().close();
}

for (const scheme of only === undefined ? (['light', 'dark'] as const) : []) {
  const small = await visited({ width: 390, height: 844, scheme });
  await shoot(small, scheme === 'light' ? 'phone' : 'phone-dark', true);
  await small.context().close();
}

// The walks of a newcomer, and of somebody with a kernel.
if (only === undefined || only === 'walks') {
  for (const [walk, isFirstVisit] of [
    [student, true],
    [teacher, false],
  ] as const) {
    const page = await open({ width: 1440, height: 900, scheme: 'light' }, isFirstVisit);
    await walk(page, (name) => shoot(page, name, name.endsWith('printed')));
    await page.context().close();
  }
}

// After a run: four sizes, both themes and high contrast.
if (only === undefined || only === 'sizes') {
  mkdirSync(`${folder}/sizes`, { recursive: true });
  for (const mode of ['light', 'dark', 'contrast'] as const) {
    const context = await site.browser.newContext({
      colorScheme: mode === 'dark' ? 'dark' : 'light',
      forcedColors: mode === 'contrast' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
    await page.goto(site.address);
    await page.locator('.monaco-editor .view-line').first().waitFor();
    await tune(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.mouse.move(60, 20);
      await page.waitForTimeout(600);
      const name = `sizes/after-${width}-${mode}.jpg`;
      await page.screenshot({
        path: `${folder}/${name}`,
        type: 'jpeg',
        quality: 72,
        fullPage: width < 400,
        animations: 'disabled',
      });
      console.log(`docs/screenshots/${name}`);
    }
    await context.close();
  }
}

await site.close();
