import type { Locator, Page } from '@playwright/test';
import { LONG_SHAPES } from '../src/testing/long-kernels.ts';
import { expect, LONG, test, type Workbench } from './site.ts';
import { switchInKernel } from './views.ts';

const problems = (site: Workbench): Locator =>
  site.page.getByRole('list', { name: 'Problems of the kernel' }).getByRole('listitem');

/** Puts a text in as pasting does. */
async function paste(site: Workbench, text: string): Promise<void> {
  await site.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await site.page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await site.kernel.focus();
  await site.page.keyboard.press('Control+A');
  await site.page.keyboard.press('Control+V');
}

/** Milliseconds until letters first show, and until their text is read. */
const watch = (page: Page, letters: string): Promise<void> =>
  page.evaluate((wanted) => {
    const seen: { shown?: number; reading?: number; read?: number } = {};
    Object.assign(window, { seen });
    const look = (): void => {
      const lines = document.querySelector('[data-editor=opencl-c] .view-lines')?.textContent ?? '';
      if (lines.replaceAll('\u00a0', ' ').includes(wanted)) seen.shown ??= performance.now();
      const isReading = document.body.textContent.includes('Reading the kernel');
      if (isReading && seen.shown !== undefined) seen.reading ??= performance.now();
      if (!isReading && seen.reading !== undefined) seen.read ??= performance.now();
      requestAnimationFrame(look);
    };
    look();
  }, letters);

test('a name that was meant is offered with Ctrl+. and by a button, as one edit', async ({
  site,
  page,
}) => {
  await paste(
    site,
    `#pragma tuner param WG = pow2(4, size/2)
__kernel void k(__global int *a) {
  a[get_globl_id(0)] = 1;
}`,
  );
  await expect(problems(site).filter({ hasText: 'get_globl_id' })).toBeVisible();
  // A menu closes over late arrivals: the fix, and the kernel's kept name.
  const mend = page.getByRole('button', { name: 'Change get_globl_id to get_global_id' });
  await expect(mend).toBeVisible();
  await expect(page.getByRole('button', { name: /edited Kernel$/ })).toBeVisible();
  // By keys alone: to the problem, its menu and first entry.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.keyboard.press('Control+.');
  await expect(
    page.locator('.action-widget .monaco-list-row', { hasText: 'Change get_globl_id' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => site.kernelShown()).toContain('a[get_global_id(0)]');
  await expect(problems(site).filter({ hasText: 'get_globl_id' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Z');
  await expect.poll(() => site.kernelShown()).toContain('a[get_globl_id(0)]');
  await mend.click();
  await expect.poll(() => site.kernelShown()).toContain('a[get_global_id(0)]');
  await expect(site.tune).toBeEnabled();
});

test('CUDA is read as it is written; a missing bracket is told once and put in', async ({
  site,
  page,
}) => {
  await paste(
    site,
    `#pragma tuner param WG = pow2(4, size/2)
__global__ void k(float *a, float *b) {
  __shared__ float t[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[threadIdx.x] = a[i];
  __syncthreads();
  b[i] = t[threadIdx.x];
}`,
  );
  await expect(site.tune).toBeEnabled();

  await switchInKernel(page, 'Check with clang');
  await paste(
    site,
    `#pragma tuner param WG = pow2(4, size/2)
__kernel void k(__global int *a) {
  a[get_global_id(0) = 1;
  a[WG] = 2;
}`,
  );
  const bracket = page.getByRole('button', { name: "Insert ']' before '=' in line 3" });
  await expect(bracket).toBeVisible();
  // clang has its say, which would be several errors.
  await page.getByRole('button', { name: /^Text: / }).click();
  await expect(page.getByText('clang has checked the kernel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(problems(site)).toHaveCount(1);
  await bracket.click();
  await expect.poll(() => site.kernelShown()).toContain('a[get_global_id(0)]');
  await expect(site.tune).toBeEnabled();
});

test(
  'a long kernel is read beside the page, and what is too deep is said',
  LONG,
  async ({ site, page }) => {
    // Progress and button stay long enough for a press.
    await paste(site, LONG_SHAPES.loops(20_000));
    const texts = page.getByRole('region', { name: 'Texts' });
    await expect(texts.getByRole('progressbar', { name: 'Reading the kernel' })).toContainText(
      /\d % of 20,\d\d\d lines/,
    );
    await texts.getByRole('button', { name: 'Cancel reading' }).click();
    await expect(texts.getByText('The kernel has not been read.')).toBeVisible();
    await expect(page.getByTestId('obstacle')).toContainText('that was cancelled');
    await expect(site.tune).toBeDisabled();
    await texts.getByRole('button', { name: 'Read it' }).click();
    await expect(texts.getByRole('progressbar', { name: 'Reading the kernel' })).toBeVisible();
    // Another text takes its place.
    await paste(site, LONG_SHAPES.loops(2000));
    await expect.poll(() => site.kernelShown()).toContain('for (int i');
    await expect(texts.getByRole('progressbar')).toHaveCount(0);
    await expect(site.tune).toBeEnabled();
    await watch(page, '// a note');
    await site.kernel.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('// a note');
    const seen = () =>
      page.evaluate(() => {
        const { shown, read } = Reflect.get(window, 'seen');
        return read === undefined ? 'not read' : shown < read ? 'shown before' : 'shown after';
      });
    await expect.poll(seen).toBe('shown before');
    await expect(site.tune).toBeEnabled();

    await paste(site, LONG_SHAPES['else if'](2000));
    await expect(problems(site).filter({ hasText: 'nested too deeply' })).toHaveCount(1);
    await expect(problems(site).first()).toContainText('cut the chain in two');
  },
);
