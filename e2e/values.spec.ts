import { readFileSync } from 'node:fs';
import { expect, test } from './site.ts';
import { openView } from './views.ts';

const example = (name: string): string =>
  readFileSync(new URL(`../examples/${name}.cl`, import.meta.url), 'utf8');

test('a race is found while one types, shown where it is, and step by step', async ({
  site,
  page,
}) => {
  await site.writeKernel(example('racy'));
  const verdict = page.getByTestId('verdict-status');
  await expect(verdict).toHaveText('wrong');
  await openView(page, 'Values');
  const finding = page.getByTestId('finding').first();
  await expect(finding).toContainText('race in local memory');
  await expect(finding).toContainText('tile[1]');
  await finding.getByRole('button', { name: 'line 12' }).click();
  await expect(page.getByRole('button', { name: 'Text: Kernel' })).toBeVisible();

  await page.getByRole('button', { name: 'Verify with SPIN' }).click();
  await expect(verdict).toHaveText('wrong');
  await finding.getByRole('button', { name: 'Show how' }).click();
  const way = page.getByRole('region', { name: 'How it goes wrong' });
  const now = way.getByTestId('trace-sentence');
  await expect(now).toContainText('tile[1]');
  await page.getByRole('slider', { name: 'Step' }).press('Home');
  await expect(now).toHaveText('Nothing has happened yet');
  await page.getByRole('slider', { name: 'Step' }).press('End');
  await expect(now).toContainText('tile[1]');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(way).toBeHidden();
});

test('the minimum is right for all inputs, and wrong with a barrier less', async ({
  site,
  page,
}) => {
  const text = example('minimum');
  await site.writeKernel(text);
  await expect(page.getByTestId('verdict-status')).toHaveText('right');
  await site.writeKernel(text.replace('barrier(CLK_LOCAL_MEM_FENCE);', ''));
  await expect(page.getByTestId('verdict-status')).toHaveText('wrong');
  await openView(page, 'Values');
  await page.getByTestId('finding').first().getByRole('button', { name: 'Show how' }).click();
  await expect(page.getByTestId('trace-sentence')).toContainText('loc[1]');
});

test('what depends on something that nobody states is asked, and settled by one press', async ({
  site,
  page,
}) => {
  await site.writeKernel(
    '__kernel void differences(__global int *out, __global const int *in) { out[get_global_id(0)] = in[get_global_id(0) + 1]; }',
  );
  const verdict = page.getByTestId('verdict-status');
  await expect(verdict).toHaveText('depends');
  await openView(page, 'Values');
  const finding = page.getByTestId('finding').first();
  await expect(finding).toContainText('Wrong only if in has 32 elements: is it?');
  await finding.getByRole('button', { name: 'It is not', exact: true }).click();
  await expect(page.locator('.view-lines').first()).toContainText(/array.in.=.size.\+.1/);
  await expect(page.getByTestId('verdict')).not.toContainText('in has 32 elements');
  await expect(page.getByTestId('finding')).toHaveCount(0);
});

test('a warp is judged in lockstep by one press', async ({ site, page }) => {
  await site.writeKernel(
    '#pragma tuner ensures forall i < 32: o[i] == 31 - i\n__global__ void k(int *o) { __shared__ int s[32]; int t = threadIdx.x; s[t] = t; o[t] = s[31 - t]; }\nint main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }',
  );
  const verdict = page.getByTestId('verdict-status');
  await expect(verdict).toHaveText('wrong');
  await openView(page, 'Values');
  await expect(page.getByTestId('finding').first()).toContainText('relies on lockstep');
  const lockstep = page.getByRole('checkbox', { name: 'Warps in lockstep' });
  await expect(lockstep).not.toBeChecked();
  await lockstep.press('Space');
  await expect(page.locator('.view-lines').first()).toContainText(/pragma.tuner.lockstep/);
  await expect(verdict).toHaveText('right');
  await expect(page.getByText('By the older convention')).toBeVisible();
  await lockstep.press('Space');
  await expect(verdict).toHaveText('wrong');
});

test('one of several launches is verified, or all in their order', async ({ site, page }) => {
  await site.writeKernel(
    '__global__ void put(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\nint main() { int *a; cudaMalloc(&a, 256);\nput<<<2, 32>>>(a);\nput<<<3, 32>>>(a); }',
  );
  const verdict = page.getByTestId('verdict-status');
  await openView(page, 'Values');
  const second = page.getByTestId('finding').first();
  await expect(second).toContainText('This is launch 2 of 2');
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /Launch/ }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('The launch in line 3');
  await expect(verdict).toHaveText('right, if');
  await choose('The launch in line 4');
  await expect(verdict).toHaveText('wrong');
  await choose('All 2 launches');
  await expect(second).toContainText('This is launch 2 of 2');
  await choose('Its usual launch');
  await expect(second).toContainText('This is launch 2 of 2');
});

test('how it goes wrong is opened where the run is folded, as on a first visit', async ({
  site,
  page,
}) => {
  await page.addInitScript(() => {
    const folded = { state: { machine: false, run: false }, version: 0 };
    localStorage.setItem('overtime-layout', JSON.stringify(folded));
  });
  await page.reload();
  await site.ready();
  await site.writeKernel(example('racy'));
  await page.getByRole('tab', { name: /^Right\?/ }).click();
  await page.getByTestId('finding').first().getByRole('button', { name: 'Show how' }).click();
  const way = page.getByRole('region', { name: 'How it goes wrong' });
  await expect(way.getByTestId('trace-sentence')).toContainText('tile[1]');
});
