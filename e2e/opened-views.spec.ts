import type { Page } from '@playwright/test';
import { seriousProblems, STRUCTURE } from './axe.ts';
import { expect, LONG, test } from './site.ts';
import { bareClasses } from './style-sheets.ts';

const WITHOUT_LAUNCH = `__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t == 0) out[blockIdx.x] = s[0] + n;
}
`;

/** Views that a first visitor opens beside the results, each with the way back. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<() => Promise<void>>>> = {
  'the machine': async (page) => {
    await page.getByRole('button', { name: /^Machine: / }).click();
    await expect(page.getByRole('region', { name: 'Platform' })).toBeVisible();
    return () => page.getByRole('button', { name: /^Machine: / }).click();
  },
  'the run': async (page) => {
    const strip = page.getByRole('button', { name: 'Open the run' });
    // A phone has no room for its strip.
    const tab = page.getByRole('tab', { name: 'Run', exact: true });
    await ((await strip.isVisible()) ? strip : tab).click();
    await expect(page.getByRole('region', { name: 'Counterexample' })).toBeVisible();
    return () => page.keyboard.press('Escape');
  },
  'the help': async (page) => {
    await page.getByRole('button', { name: 'Help and keys' }).click();
    await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible();
    return () => page.keyboard.press('Escape');
  },
  'a model': async (page) => {
    await page.goto('./#/model');
    await expect(page.getByTestId('check-status')).toBeVisible();
    await page.getByRole('button', { name: 'How it searches' }).click();
    await expect(page.getByRole('region', { name: 'Questions' })).toBeVisible();
    return () => page.goto('./#/tune').then(() => undefined);
  },
  'the form': async (page) => {
    await page.getByRole('textbox', { name: 'Kernel, OpenCL C' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(WITHOUT_LAUNCH);
    await page.getByRole('button', { name: /^What the text does not say/ }).click();
    await expect(page.getByRole('form', { name: 'What the text does not say' })).toBeVisible();
    return () => page.keyboard.press('Escape');
  },
};

const MODES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  light: () => Promise.resolve(),
  dark: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  'forced colours': (page) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }),
  'a phone': (page) => page.setViewportSize({ width: 390, height: 844 }),
};

for (const [mode, enter] of Object.entries(MODES))
  test(
    `axe finds nothing serious in what a first visitor opens: ${mode}`,
    mode === 'light' ? {} : LONG,
    async ({ page, faults: _faults }) => {
      await enter(page);
      await page.goto('./');
      const verdict = page.getByTestId('verdict-status');
      await expect(verdict).toHaveText('right');
      for (const [name, show] of Object.entries(VIEWS))
        await test.step(name, async () => {
          // Opened first, a view cannot lean on the style sheet of another.
          if (mode === 'light') await page.reload();
          await expect(verdict).toHaveText('right');
          const leave = await show(page);
          expect([name, ...(await bareClasses(page))]).toEqual([name]);
          // A tooltip under the pointer stands outside of all landmarks.
          await page.mouse.move(0, 0);
          await expect(page.getByRole('tooltip')).toHaveCount(0);
          expect([name, ...(await seriousProblems(page, 'html', STRUCTURE))]).toEqual([name]);
          await leave();
        });
    },
  );
