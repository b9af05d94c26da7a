import { seriousProblems } from './axe.ts';
import { MATRIX_PRODUCT } from '../src/testing/matrix-product.ts';
import { expect, LONG, test } from './site.ts';
import type { Page } from '@playwright/test';

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.getByRole('textbox', { name: 'Kernel, OpenCL C' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

test('a product of matrices is pasted, asked about once by one form, and tuned by Enter', async ({
  site,
  page,
}) => {
  await paste(page, MATRIX_PRODUCT);
  const form = page.getByRole('form', { name: 'What the text does not say' });
  const first = form.getByRole('textbox', { name: 'M', exact: true });
  await expect(first).toBeFocused();
  await expect(first).toHaveValue('size');
  await expect(form.getByRole('textbox', { name: 'block in x' })).toHaveValue('TILE');
  await expect(form.getByRole('textbox', { name: 'threads in x' })).toHaveValue('N');
  await expect(form.getByRole('button', { name: 'TILE 8', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(form.getByRole('group', { name: 'K', exact: true })).toContainText(
    'how often a loop runs',
  );
  await expect.poll(() => seriousProblems(page, '.missing')).toEqual([]);

  // A mistake is told at its field, and nothing is tuned.
  await first.fill('rows');
  await expect(form.getByText('rows is not known in this pragma.')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Tune with these/ })).toBeDisabled();
  await first.fill('size');
  // Escape leaves it for later; the chip opens it again.
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  const chip = page.getByRole('button', { name: 'What the text does not say: M, N and K' });
  await expect(site.tune).toBeDisabled();
  await chip.press('Enter');
  await expect(first).toBeFocused();
  // 32 would be the whole matrix.
  await form.getByRole('button', { name: 'TILE 32', exact: true }).press('Space');
  await expect(form.getByRole('button', { name: /^Tune 3 configurations/ })).toBeEnabled();
  await first.press('Enter');

  await expect(form).toHaveCount(0);
  await expect(chip).toHaveCount(0);
  // It is being tuned; the verifiers of this text would have to be compiled here.
  await site.cancel.click();
  await expect.poll(() => site.kernelShown()).toContain('#pragma tuner param TILE = {4, 8, 16}');
  // One edit, undone at once.
  await site.kernel.focus();
  await page.keyboard.press('Control+Z');
  await expect.poll(() => site.kernelShown()).toMatch(/^#define TILE 16/);
});

/** So long that it is read beside the page. */
const PROGRAM = `${'// Every element is doubled, one by each thread of a block.\n'.repeat(120)}#define BLOCK 16
__global__ void scale(float *a, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) a[i] = 2 * a[i];
}
int main() {
  int n = 100;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  scale<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, n);
}
`;

test(
  'of a pasted program what can be tuned is offered, and Enter tunes it',
  LONG,
  async ({ site, page }) => {
    await paste(page, PROGRAM);
    const form = page.getByRole('form', { name: 'What the text does not say' });
    await expect(form.getByRole('button', { name: /^Tune 4 configurations/ })).toBeFocused();
    await form.getByRole('button', { name: 'Tune as it stands' }).click();
    await expect(site.status).toHaveText('proved');
    // One time has no map.
    await page.getByRole('button', { name: 'What can be tuned?' }).click();
    await expect(form.getByRole('button', { name: /^Tune 4 configurations/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => site.kernelShown())
      .toContain('#pragma tuner param BLOCK = {4, 8, 16, 32}');
    await site.cancel.click();
  },
);

test(
  'a pasted text that is wrong is told so beside the form, and Tune shows its answer',
  LONG,
  async ({ site, page }) => {
    await paste(
      page,
      `__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
`,
    );
    const form = page.getByRole('form', { name: 'What the text does not say' });
    await expect(form.getByTestId('verdict-status')).toHaveText('wrong');
    await form.getByTestId('verdict-status').click();
    await page.getByRole('button', { name: 'What was checked, and found' }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Results', exact: true })).toContainText(
      /s\[.*\]/,
    );
    await page.getByRole('button', { name: /^What the text does not say/ }).click();
    await expect(form).toBeVisible();
    await site.tune.click();
    await expect(form).toHaveCount(0);
    await expect(site.status).toHaveText('proved');
  },
);
