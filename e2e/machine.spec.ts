import { readFileSync } from 'node:fs';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';
import { openText, openView } from './views.ts';

const MATMUL = readFileSync(new URL('../examples/matmul.cl', import.meta.url), 'utf8');

test('a real machine is chosen, edited and kept, and wrong values are told', async ({
  page,
  site,
}) => {
  await site.choose('Semantics', 'Device');
  await site.choose('Machine', 'GTX 480');
  const table = page.getByRole('group', { name: 'Constants of the machine: GTX 480' });
  const latency = table.getByRole('textbox', { name: /^Latency of memory/ });
  await expect(latency).toHaveValue('600');
  await expect(table.getByRole('textbox', { name: /^Compute units/ })).toHaveValue('15');
  // Irrelevant constants of the abstract platform are hidden.
  await expect(page.getByRole('group', { name: 'Constants of the platform' })).toBeHidden();

  await latency.fill('many');
  await expect(table.getByText('memoryLatency must be a whole number of cycles')).toBeVisible();
  await expect(site.tune).toBeDisabled();
  await latency.fill('700');
  await expect(site.tune).toBeEnabled();
  await expect(table.getByText('not 600')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  await page.reload();
  await site.ready();
  await expect(latency).toHaveValue('700');
  await table.getByRole('button', { name: /^Reset latency of memory/ }).click();
  await expect(latency).toHaveValue('600');
});

test('a GPU without a preset is pasted, told, and used', async ({ page, site }) => {
  await site.choose('Semantics', 'Device');
  await page.getByRole('button', { name: 'Another GPU' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Another GPU' });
  const text = dialog.getByRole('textbox', { name: /^What nvidia-smi -q, clinfo/ });
  const use = dialog.getByRole('button', { name: 'Use it' });
  await text.fill('my graphics card');
  await expect(dialog.getByText(/^It says nothing of a GPU/)).toBeVisible();
  await expect(use).toBeDisabled();
  await text.fill(`Device 0: "NVIDIA GeForce RTX 4080"
  CUDA Capability Major/Minor version number:    8.9
  (076) Multiprocessors, (128) CUDA Cores/MP:    9728 CUDA Cores
  GPU Max Clock rate:                            2505 MHz (2.51 GHz)
  Memory Clock rate:                             11201 Mhz
  Memory Bus Width:                              256-bit`);
  const read = dialog.getByRole('list', { name: 'What was read' });
  await expect(read.getByRole('listitem')).toHaveText([/76 units/, /2\.505 GHz/, /716\.864 GB\/s/]);
  await expect(
    dialog.getByText(/^The rest is of the RTX 3090, its nearest relative/),
  ).toBeVisible();
  await expect(dialog.getByText(/^Nobody said the size of the second cache/)).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  // It is called as the text says, or as one likes.
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('NVIDIA GeForce RTX 4080');
  await name.fill('The card at home');
  await use.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^The card at home/ }).first()).toBeVisible();
  const table = page.getByRole('group', { name: 'Constants of the machine: RTX 3090' });
  await expect(table.getByRole('textbox', { name: /^Compute units/ })).toHaveValue('76');
  await expect(table.getByRole('textbox', { name: /^Clock of the units/ })).toHaveValue('2.505');
  await expect(table.getByRole('textbox', { name: /^Memory of the device/ })).toHaveValue(
    '716.864',
  );
  await expect(table.getByText('not 82')).toBeVisible();
});

test('what is resident, what bounds it, bank conflicts and latencies are seen', async ({
  page,
  site,
}) => {
  await site.writeKernel(MATMUL);
  await site.choose('Semantics', 'Device');
  await site.prove();

  // An engineer's units first; each figure leads to its evidence.
  await expect(site.minimum).toHaveText(/^[\d.,]+µs$/);
  await expect(page.getByText(/^[\d,]+ cycles$/)).toBeVisible();
  const figures = page.getByTestId('device-figures');
  await expect(figures).toContainText(/GFLOP\/s, .* % of peak/);
  await figures.getByRole('button', { name: /^bound by / }).click();
  const machine = page.getByRole('group', { name: 'Machine', exact: true });
  await expect(machine.getByTestId('occupancy')).toContainText('resident on a unit at once');
  await expect(machine.getByTestId('bound')).toContainText(/^Bound by .* % of the time/);
  const picture = machine.getByTestId('lanes-picture');
  await expect(picture).toHaveAccessibleName(/^Store to tileA, local memory: .* 2-way conflict\.$/);
  await machine.getByRole('button', { name: /load A/ }).click();
  await expect(picture).toHaveAccessibleName(/^Load from A, global memory: .* touch 2 lines\.$/);

  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend.getByText('latency, exposed')).toBeVisible();
  await openText(page, 'Cost');
  await expect(
    page.getByRole('group', { name: 'Accesses', exact: true }).getByTestId('lanes-picture'),
  ).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

test(
  'which constants of the machine matter is proved, one after the other',
  LONG,
  async ({ page, site }) => {
    await site.writeKernel(`#pragma tuner param WG = {32, 64}
#pragma tuner items 4096
#pragma tuner array a = 4096
__kernel void twice(__global float *a) { a[get_global_id(0)] *= 2.0f; }`);
    await site.choose('Semantics', 'Device');
    await openView(page, 'Sensitivity');
    await page.getByRole('button', { name: 'Halve and double each constant' }).click();
    const table = page.getByRole('group', { name: 'Constants of the machine by what they matter' });
    // The dearest first: this kernel waits for memory.
    await expect(page.getByText(/^(\d+) of \1 constants/)).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText('Latency');
    expect(await seriousProblems(page)).toEqual([]);
  },
);

test(
  'the configuration that is good on several machines is found, and what breaks the others',
  LONG,
  async ({ page, site }) => {
    await site.writeKernel(`#pragma tuner param WG = {16, 32, 64, 256}
#pragma tuner items 4096
#pragma tuner array a = 4096
__kernel void twice(__global float *a) { a[get_global_id(0)] *= 2.0f; }`);
    await site.choose('Semantics', 'Device');
    await openView(page, 'Sensitivity');
    await page.getByRole('radio', { name: 'Several platforms' }).click();
    await page.getByRole('checkbox', { name: 'GTX 480' }).press('Space');
    await page.getByRole('button', { name: 'Find the robust choice' }).click();
    await expect(page.getByTestId('robust')).toHaveText(
      /^WG \d+ is within [\d.]+ % of the best on each of these 4 platforms.* Proved: every configuration was searched on each\.$/,
    );
    const table = page.getByRole('group', { name: 'Configurations by their largest loss' });
    await expect(table.getByRole('row')).toHaveCount(5);
    expect(await seriousProblems(page)).toEqual([]);
  },
);

test('thousands of programs are made beside the page, and can be cancelled', async ({
  page,
  site,
}) => {
  await site.choose('Example', 'Convolution');
  await site.ready();
  await site.tune.click();
  await expect(page.getByTestId('stage')).toContainText('what the warps do');
  await site.cancel.click();
  await expect(site.status).toHaveText('cancelled');
});

test('on a phone the machine comes into view where it is chosen, and its choices can be read', async ({
  page,
  faults: _faults,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await page.getByRole('button', { name: /^Machine: / }).click();
  const platform = page.getByRole('region', { name: 'Platform' });
  await expect(platform).toBeInViewport({ ratio: 0.8 });
  const choice = platform.getByRole('button', { name: /Machine$/ });
  expect(await choice.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect((await choice.boundingBox())?.width).toBeGreaterThan(120);
});
