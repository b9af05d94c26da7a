import { ABSTRACT, expect, test, type Workbench } from './site.ts';
import { openText, switchInKernel } from './views.ts';

const problems = (site: Workbench) =>
  site.page.getByRole('list', { name: 'Problems of the kernel' }).getByRole('button');
const faultLines = (site: Workbench) => site.page.locator('[data-editor=opencl-c] .fault-line');

test('faults are told at their lines, until the text is another', async ({ site, page }) => {
  // The editor draws only lines that are in view.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await test.step('barrier divergence is reported, with the line where elements wait', async () => {
    await site.choose('Example', 'Divergent barrier');
    await expect(site.tune).toBeEnabled();
    await expect(faultLines(site)).toHaveCount(0);
    await site.tune.click();
    await expect(site.status).toHaveText('deadlock');
    const problem = problems(site).filter({ hasText: 'Barrier divergence with WG' });
    await expect(problem).toContainText(/^10:/);
    await expect(problem).toContainText(
      'here for ever, since other work-items of the work-group never come',
    );
    await expect(faultLines(site)).toHaveCount(1);
    await expect(site.page.locator('[data-editor=opencl-c] .squiggly-error')).not.toHaveCount(0);

    // It was true of the text that ran.
    await site.choose('Example', 'Abstract kernel');
    await expect(faultLines(site)).toHaveCount(0);
  });
  await test.step('a data race is reported, with the lines of both accesses', async () => {
    await site.choose('Example', 'Data race');
    const problem = problems(site).filter({ hasText: 'with no barrier between' });
    // Found by running the items, which supersedes reading the text.
    await expect(problem).toContainText(/^12:/);
    await expect(problem).toContainText('writes it in line 10');
    await expect(problems(site).filter({ hasText: 'does not hold' })).toBeVisible();
    await expect(faultLines(site)).toHaveCount(2);
  });
  await test.step('the line that a message names is put in with a press', async () => {
    await site.writeKernel(`#pragma tuner param WG = pow2(4, size/2)
__kernel void graph(__global const int *first, __global int *cost) {
  for (int e = first[0]; e < first[1]; e++) cost[e] = 1;
}`);
    await expect(problems(site).filter({ hasText: 'How often this loop runs' })).toBeVisible();
    await page.getByRole('button', { name: 'Add it: #pragma tuner trips 16' }).click();
    await expect.poll(() => site.kernelShown()).toContain('#pragma tuner trips 16');
    await expect(problems(site).filter({ hasText: 'How often this loop runs' })).toHaveCount(0);
    await expect(site.tune).toBeEnabled();
  });
});

test('what is typed is completed, judged by clang and chosen from', async ({ site, page }) => {
  await test.step('a pragma is completed, with a place for each of its parts', async () => {
    await site.kernel.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('#pragma tuner para');
    const offered = page.locator('.suggest-widget').getByRole('option', { name: /^param/ });
    await expect(offered).toBeVisible();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => site.kernelShown())
      .toContain('#pragma tuner param WG = pow2(4, size/2)');
  });
  await test.step('clang says what it thinks once it is asked, told apart', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await site.writeKernel(
      ABSTRACT.replace('float result = 0;', 'float result = 0; int *place = idx_l;'),
    );
    await expect(site.tune).toBeEnabled();
    expect(requests.filter((url) => url.includes('llvm'))).toEqual([]);
    await switchInKernel(page, 'Check with clang');
    const problem = problems(site).filter({ hasText: 'clang' });
    await expect(problem).toContainText(/^21:/);
    await expect(problem).toContainText('pointer');
    // Clang's opinion must not prevent model checking.
    await expect(site.tune).toBeEnabled();
    await site.writeKernel(ABSTRACT);
    await expect(problem).toHaveCount(0);
  });
  await test.step('of several kernels one is chosen', async () => {
    await site.writeKernel(`#pragma tuner param WG = pow2(2, size/2)
__kernel void first(__global int *a) { a[0] = 1; }
__kernel void second(__global int *a) { a[0] = 1; a[1] = 2; }
`);
    await site.choose('Kernel to tune', 'second');
    await openText(page, 'Promela');
    await expect(page.locator('[data-editor=promela]')).toContainText('second,');
  });
});

test('costs are explained in the kernel and in a table', async ({ site, page }) => {
  await test.step('built-in functions are explained where the pointer rests', async () => {
    await site.kernel.focus();
    await page.keyboard.press('Control+End');
    const call = page.locator('[data-editor=opencl-c] .view-line span', { hasText: /^barrier$/ });
    await call.last().hover();
    await expect(page.locator('.monaco-hover').first()).toContainText(
      'All work-items of the group wait here',
    );
  });
  await test.step('costs stand in the kernel, and can be hidden', async () => {
    await site.kernel.focus();
    await page.keyboard.press('Control+End');
    for (let line = 0; line < 14; line += 1) await page.keyboard.press('ArrowUp');
    const shown = page.locator('[data-editor=opencl-c]');
    await expect(shown).toContainText('global,\u00a0GMT\u00a0×\u00a0TS\u00a0=\u00a08\u00a0ticks');
    await switchInKernel(page, 'Show costs');
    await expect(shown).not.toContainText('GMT\u00a0×\u00a0TS');
  });
  // 8 tiles of 4 elements: loads of 16 ticks and a result of 4; 4 local steps a tile; 2 barriers a
  // tile.
  await test.step('the cost table of the abstract kernel', async () => {
    await openText(page, 'Cost');
    await expect(page.getByTestId('cost-configuration')).toHaveText(
      'WG 4, TS 2, the first that can run',
    );
    await site.choose('Configuration', 'WG 16, TS 4');
    const table = page.getByRole('group', { name: 'Costs of one work-item' });
    await expect(table.getByRole('row', { name: /^one work-item/ })).toHaveText(
      'one work-item1323216416',
    );
    await site.choose('Semantics', 'OpenCL');
    await expect(table.getByRole('row', { name: /^one work-item/ })).toHaveText(
      'one work-item1324017216',
    );
    await table.getByRole('button', { name: 'Go to line 23' }).click();
    await expect(site.kernel).toBeFocused();
  });
  await test.step('arithmetic takes time where AT says so, and is said to be free otherwise', async () => {
    await openText(page, 'Cost');
    const total = page
      .getByRole('group', { name: 'Costs of one work-item' })
      .getByRole('row', { name: /^one work-item/ });
    await expect(total).toHaveText('one work-item1324017216');
    await expect(page.getByText('Arithmetic is free: AT is 0.')).toBeVisible();
    await site.constant('AT').fill('1');
    // 8 tiles of 3 operations, 4 rounds of 2 and a last comparison each; a last comparison of 2.
    await expect(total).toHaveText('one work-item132409827016');
    await expect(page.getByText('Arithmetic is free: AT is 0.')).toHaveCount(0);
  });
});
