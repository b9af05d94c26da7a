import { expect, type Page } from '@playwright/test';
import { Workbench } from './site.ts';
import { openRun, openText, openView } from './views.ts';

/** Takes a picture of the page as it is. */
export type Seen = (name: string) => Promise<void>;

/** A configuration's cost per work-item, from the Cost tab. */
async function costOf(page: Page, configuration: string): Promise<number> {
  await page.getByRole('button', { name: /Configuration$/ }).click();
  await page.getByRole('option', { name: configuration, exact: true }).click();
  await expect(page.getByTestId('cost-configuration')).toHaveText('your choice');
  const total = await page
    .getByRole('group', { name: 'Costs of one work-item' })
    .locator('tfoot')
    .getByRole('cell')
    .nth(2)
    .textContent();
  return Number(total?.replaceAll(',', '').split('–').at(-1));
}

/** A student's first hour: predicts, tunes, reads why, and compares with the second best's run. */
export async function student(page: Page, seen: Seen): Promise<void> {
  const site = new Workbench(page);
  await expect(page.locator('[data-editor=opencl-c] .view-line').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Welcome' })).toBeVisible();
  await expect(site.status).toHaveText('proved');
  await seen('student-1-open');

  // The prediction: a work-item that sums one element only pays least.
  await site.choose('Example', 'Sum');
  await openText(page, 'Cost');
  const small = await costOf(page, 'WG 2, TS 1');
  const large = await costOf(page, 'WG 4, TS 4');
  expect(small).toBeLessThan(large);
  await seen('student-2-predict');

  // Wrong: that makes more groups, which run in sequence.
  await site.prove();
  await openRun(page);
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
  await openText(page, 'Kernel');
  const why = page.getByTestId('why');
  await expect(why).toContainText('The next best');
  await seen('student-3-why');

  // The second best's run beside it, and where they part.
  const next = /The next best, (WG \d+, TS \d+)/.exec((await why.textContent()) ?? '')?.[1] ?? '';
  expect(next).not.toBe('');
  // By keyboard: the middle of a clause across lines may be another's.
  await why.getByRole('link', { name: /^The next best/ }).press('Enter');
  await openRun(page);
  await expect(page.locator('.difference')).toContainText('They part at tick');
  await expect(page.getByTestId('opened')).toContainText(next);
  await openView(page, 'Time');
  await expect(page.getByTestId('difference')).toContainText('slower');
  await seen('student-4-second-best');

  // The step in the words of kernel and machine.
  await openRun(page);
  const words = page.getByTestId('trace-sentence');
  await words.click();
  await page.keyboard.press('Home');
  const told: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('ArrowRight');
    told.push((await words.textContent()) ?? '');
  }
  expect(told.join('\n')).toMatch(/unit \d.* gives pex \d.* work-item/);
  expect(told.join('\n')).toMatch(/barrier/);
  await page.getByRole('button', { name: /^Close it, back to/ }).click();
  await expect(page.getByTestId('opened')).toBeHidden();
  await seen('student-5-explained');
}

/** A teacher's tree reduction, lacking its parameter and the loop's barrier. */
const BROUGHT = `#pragma tuner input input[i] = i * i
#pragma tuner ensures forall g < size / WG: output[g] == sum(j < WG: input[g * WG + j])

__kernel void total(__global const int *input, __global int *output, __local int *partial) {
  int lid = get_local_id(0);
  partial[lid] = input[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s)
      partial[lid] += partial[lid + s];
  }
  if (lid == 0)
    output[get_group_id(0)] = partial[0];
}
`;

/** Replaces the kernel by pasting, with its indentation unchanged. */
async function paste({ kernel, page }: Workbench, text: string): Promise<void> {
  await kernel.focus();
  await page.keyboard.press('Control+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** A teacher prepares: brings a faulty kernel, mends, presents and prints it. */
export async function teacher(page: Page, seen: Seen): Promise<void> {
  const site = new Workbench(page);
  await site.ready();
  await paste(site, BROUGHT);
  const problems = page.getByRole('list', { name: 'Problems of the kernel' });
  await expect(problems).toContainText('No tuning parameter is declared');
  await expect(problems).toContainText('no barrier between');
  await expect(page.getByTestId('verdict-status')).toHaveText('wrong');
  await seen('teacher-1-faults');

  // Each fault by its offered fix.
  await problems.getByRole('button', { name: /^Add it: #pragma tuner param WG/ }).click();
  await expect(problems.getByText('No tuning parameter')).toHaveCount(0);
  await problems
    .getByRole('button', { name: /^Insert barrier/ })
    .first()
    .click();
  await expect(problems.getByText('no barrier between')).toHaveCount(0);
  await expect(page.getByTestId('verdict-status')).toHaveText('right');
  await site.prove();
  await expect(page.getByTestId('verdict-status')).toHaveText('right');
  await expect(page.getByTestId('why')).toContainText('The next best');
  await seen('teacher-2-mended');

  // On the projector: the run, and the view from the last row.
  await page.keyboard.press('Shift+F9');
  await expect(page.locator(':root')).toHaveAttribute('data-presentation', /.*/);
  await page.getByTestId('trace-sentence').click();
  for (let barrier = 0; barrier < 2; barrier += 1) await page.keyboard.press(']');
  await expect(site.minimum).toBeInViewport();
  await seen('teacher-3-presented');
  await page.keyboard.press('Escape');

  // On paper: the present kernel, and its answer.
  const minimum = ((await site.minimum.textContent()) ?? '').replace('ticks', '');
  await page.emulateMedia({ media: 'print' });
  const report = page.getByRole('article');
  await expect(report).toContainText('__kernel void total');
  await expect(report).toContainText(`${minimum} ticks`);
  await seen('teacher-4-printed');
  await page.emulateMedia({ media: null });
}
