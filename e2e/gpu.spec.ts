import type { Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, chromiumPath } from './chromium.ts';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test, type Workbench, workersNamed } from './site.ts';
import { openView } from './views.ts';

/** WebGPU on Chromium's software adapter. */
test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGUMENTS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  },
});

async function tunedSum(site: Workbench): Promise<void> {
  await site.choose('Example', 'Sum');
  await site.prove();
}

test(
  'configurations are compared and timed on the GPU, and there after a reload',
  LONG,
  async ({ site, page }) => {
    await tunedSum(site);
    await openView(page, 'On this GPU');
    expect(await workersNamed(page, /^gpu$/)).toEqual([]);
    const measure = page.getByRole('button', { name: 'Measure on this GPU' });
    // Enough of them that it can be stopped on its way.
    await page.getByRole('radio', { name: '20' }).click();
    await measure.click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(measure).toBeVisible();
    expect(await workersNamed(page, /^gpu$/)).toEqual([]);

    await page.getByRole('radio', { name: 'best 5' }).click();
    await measure.click();
    await expect(page.getByText('20 of 20 rounds')).toBeVisible();
    await expect(page.getByText('a software adapter, not your GPU')).toBeVisible();
    const found = page.getByTestId('on-gpu');
    await expect(found).toContainText('a launch');
    const table = page.getByRole('group', { name: 'Configurations by their time on this GPU' });
    await expect(table.getByText('fastest', { exact: true })).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(6);
    expect(await seriousProblems(page)).toEqual([]);
    const words = await found.textContent();
    await page.reload();
    await openView(page, 'On this GPU');
    await expect(found).toHaveText(words ?? '');
    await expect(page.getByText(/Begun \d/)).toBeVisible();
  },
);

test('what WGSL cannot say is refused at its line, and nothing is timed', async ({
  site,
  page,
}) => {
  await site.choose('Example', 'Sum');
  await site.writeKernel(`#pragma tuner param WG = {4, 8}
#pragma tuner items size
__kernel void k(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  out[i] = (int)((long)in[i] * 3);
}`);
  await openView(page, 'On this GPU');
  await page.getByRole('button', { name: 'Measure on this GPU' }).click();
  await expect(page.getByText('Line 5: long takes 64 bits').first()).toBeVisible();
  await expect(page.getByTestId('on-gpu')).not.toContainText('a launch');
});

/** Lets the worker that has the GPU begin with this. */
async function begunWith(page: Page, script: string): Promise<void> {
  await page.route(/gpu-worker-[^/]*\.js/, async (route) => {
    // The page compares it with what was published.
    if (route.request().resourceType() === 'fetch') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
}

/** Destroys the first device of a worker in the middle of its submissions. */
const LOSES = `const [ask, submit] = [GPUAdapter.prototype.requestDevice, GPUQueue.prototype.submit];
let [doomed, count] = [undefined, 0];
GPUAdapter.prototype.requestDevice = async function (...about) {
  const device = await ask.apply(this, about);
  doomed ??= device;
  return device;
};
GPUQueue.prototype.submit = function (...commands) {
  count += 1;
  if (count === 150) doomed.destroy();
  return submit.apply(this, commands);
};`;

const measured = (page: Page) => page.getByTestId('measured-so-far');

/** Presses the button, and waits until rounds are under way. */
async function underWay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Measure on this GPU' }).click();
  await expect(page.getByTestId('gpu-progress')).toHaveText(/^Round \d/);
}

test('three rounds of five are proposed, timed and learnt: frozen, lost, stopped and left in the middle', async ({
  site,
  page,
  faults,
}) => {
  faults.expect(/GPU|device|context|lost/i);
  await begunWith(page, LOSES);
  await tunedSum(site);
  await openView(page, 'Next');
  await expect(measured(page)).toHaveText('0 measured');
  const asked: string[] = [];
  // Another list may be chosen until they are measured.
  const proposed = async (): Promise<void> => {
    const names = await page
      .getByRole('textbox', { name: /^Time of/ })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    asked.push(...names);
  };

  // A tab that nobody sees is frozen at times.
  await underWay(page);
  await proposed();
  const tab = await page.context().newCDPSession(page);
  await tab.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await tab.send('Page.setWebLifecycleState', { state: 'active' });
  // One whose time drowns in that of a launch has failed.
  await expect(measured(page)).toHaveText(/^[2-5] measured$/);

  await underWay(page);
  await proposed();
  await expect(measured(page)).toHaveText(/^([6-9]|10) measured$/);
  const before = await measured(page).textContent();
  await openView(page, 'On this GPU');
  await expect(page.getByText('The device was lost once, and opened again.')).toBeVisible();
  await openView(page, 'Next');

  // Left in the middle: what has an interval is learnt when somebody comes back.
  await underWay(page);
  await proposed();
  await expect(page.getByTestId('gpu-progress')).toHaveText(/^Round (7|8|9|1\d) /);
  await page.reload();
  await expect(site.status).toHaveText('proved');
  await openView(page, 'Next');
  await expect
    .poll(async () => Number.parseInt((await measured(page).textContent()) ?? '', 10))
    .toBeGreaterThan(Number.parseInt(before ?? '', 10));
  // The kernel has no more of them, and none was asked for twice.
  expect(asked).toHaveLength(14);
  expect(new Set(asked).size).toBe(14);
  expect(await seriousProblems(page)).toEqual([]);
});

const WORDS = [
  {
    where: 'without WebGPU',
    script: "Object.defineProperty(navigator, 'gpu', { value: undefined });",
    words: 'This browser has no WebGPU',
  },
  {
    where: 'without an adapter',
    script: 'GPU.prototype.requestAdapter = async () => null;',
    words: 'The browser finds no GPU',
  },
  {
    where: 'without timestamps',
    script: `const features = new Set();
Object.defineProperty(GPUAdapter.prototype, 'features', { get: () => features });`,
    words: 'It has no timestamps: these are times of the host',
  },
] as const;

for (const [at, { where, script, words }] of WORDS.entries())
  test(`${where} the page says so`, at === 0 ? {} : LONG, async ({ site, page }, info) => {
    await begunWith(page, script);
    await tunedSum(site);
    await openView(page, 'On this GPU');
    await page.getByRole('button', { name: 'Measure on this GPU' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await page.screenshot({ path: info.outputPath('times.png') });
    await page
      .getByRole('button', { name: 'Stop' })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await page.getByRole('radio', { name: 'Constants' }).click();
    await page.getByRole('button', { name: 'Measure on this GPU' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await page.screenshot({ path: info.outputPath('constants.png') });
  });

test(
  'the paper’s Table 2 stands beside the model’s order and this GPU’s',
  LONG,
  async ({ site, page }, info) => {
    await site.choose('Example', 'Sum');
    await openView(page, 'On this GPU');
    await page.getByRole('radio', { name: 'Paper’s Table 2' }).click();
    const table = page.getByRole('group', { name: 'Table 2 of the paper' });
    await expect(table.getByRole('row')).toHaveCount(13);
    await expect(table.getByText('93 ms')).toBeVisible();
    await page.getByRole('button', { name: 'Open its kernel' }).click();
    await page.getByRole('button', { name: 'Ask the model' }).click();
    const order = page.getByTestId('paper-order');
    await expect(order).toContainText('The model has the launches in the paper’s order with rho');
    await page.getByRole('button', { name: 'Measure on this GPU' }).click();
    await expect(order).toContainText('This GPU has the launches');
    await expect(page.getByText('a software adapter, not your GPU')).toBeVisible();
    await page.screenshot({ path: info.outputPath('paper.png') });
    expect(await seriousProblems(page)).toEqual([]);
  },
);

test('constants are probed with the page at hand, and a software adapter is no machine', async ({
  site,
  page,
}, info) => {
  await site.choose('Example', 'Sum');
  await openView(page, 'On this GPU');
  await page.getByRole('radio', { name: 'Constants' }).click();
  expect(await workersNamed(page, /^gpu$/)).toEqual([]);
  await page.getByRole('button', { name: 'Measure on this GPU' }).click();
  const table = page.getByRole('group', { name: 'Constants of this GPU' });
  await expect(table.getByText('4 lanes')).toBeVisible();
  await expect(page.getByText('a software adapter, not your GPU')).toBeVisible();
  await expect(table.getByRole('row')).not.toHaveCount(2);
  await page.screenshot({ path: info.outputPath('probes.png') });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('what was found stays')).toBeVisible();
  await expect(table.getByText('4 lanes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tune for this machine' })).toHaveCount(0);
  expect(await seriousProblems(page)).toEqual([]);
});
