import { expect, test } from './site.ts';
import { openView } from './views.ts';

test('a line that says what the result should be is begun, and a real machine is one press away', async ({
  site,
  page,
}) => {
  await site.writeKernel(`#pragma tuner param WG = {2, 4}
__kernel void scale(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  out[i] = 2.0f * in[i];
}
`);
  await site.prove();
  await openView(page, 'Values');
  await page.getByRole('button', { name: 'Verify with SPIN' }).click();
  const add = page.getByRole('button', { name: 'Add a line that says it' });
  await expect(add).toBeVisible();
  await add.click();
  await expect.poll(() => site.kernelShown()).toContain('out[i] == expected');
  await expect(site.kernel).toBeFocused();
  await expect(add).toHaveCount(0);
  await page.keyboard.type('2 * in[i]');
  await expect.poll(() => site.kernelShown()).toContain('out[i] == 2 * in[i]');
  await openView(page, 'Machine');
  await page.getByRole('button', { name: 'Choose a GPU' }).click();
  await expect(page.getByText('This tab shows a real machine')).toHaveCount(0);
});
