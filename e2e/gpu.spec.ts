import { CHROMIUM_ARGUMENTS, chromiumPath } from './chromium.ts';
import { seriousProblems } from './axe.ts';
import { expect, test, workersNamed, type Workbench } from './site.ts';
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
  await site.tune.click();
  await expect(site.status).toHaveText('proved');
}

test('configurations are compared and timed on the GPU, and there after a reload', async ({
  site,
  page,
}) => {
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
});

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
