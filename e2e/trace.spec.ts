import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, LONG, test, type Workbench } from './site.ts';
import { openText } from './views.ts';

/** The abstract kernel's fastest run for 8 elements, at its first step. */
async function walk(site: Workbench): Promise<void> {
  await site.tuneEight();
  await expect(site.chart).toBeVisible();
  await site.chart.focus();
}

const words = (page: Page) => page.getByTestId('trace-sentence');
const tickShown = (page: Page) => page.getByTestId('tick-readout');

test('a run is stepped by keys, from its lines, and saved', async ({ site, page }) => {
  await walk(site);
  await test.step('the keys step by process, by barrier and by tick', async () => {
    await page.keyboard.press(']');
    await expect(words(page)).toContainText('all have reached the barrier, and pex 0 goes on');
    const first = await tickShown(page).textContent();
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await expect(tickShown(page)).not.toHaveText(first ?? '');
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await expect(tickShown(page)).toHaveText(first ?? '');
    // Every message from here on belongs to the barrier.
    await page.keyboard.press('Shift+ArrowRight');
    await expect(words(page)).toContainText('barrier');
    await page.keyboard.press('Home');
    await page.keyboard.press('.');
    await expect(tickShown(page)).not.toHaveText('tick 0 of 44');
    await page.keyboard.press(',');
    await expect(tickShown(page)).toHaveText('tick 0 of 44');
    await tickShown(page).getByRole('button').click();
    await page.keyboard.type('44');
    await page.keyboard.press('Enter');
    await expect(tickShown(page)).toHaveText('tick 44 of 44');
  });
  await test.step('a press on a line goes to the steps that ran it', async () => {
    await site.chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press(']'); // the line stands above the barrier, which is shown now
    const line = page
      .locator('[data-editor=opencl-c] .view-line')
      .filter({ hasText: 'N_l[idx_l]' })
      .first();
    await line.click({ position: { x: 2, y: 6 } });
    await expect(words(page)).toContainText('works in global memory');
    await openText(page, 'Promela');
    const model = page.locator('[data-editor=promela]');
    await expect(model.locator('.step-line')).toBeVisible();
    // Setting a variable is no event: only the trail knows the step.
    const setting = model.locator('.view-line').filter({ hasText: /wake\s=\s-1;/ });
    await setting.first().click({ position: { x: 150, y: 6 } });
    await expect(model.locator('.view-line:has(.step-span)')).toContainText('-1');
  });
  await test.step('pictures, diagrams, events and the trail are saved', async () => {
    await site.chart.focus();
    await page.keyboard.press('Home');
    const svg = await saved(page, 'Picture, SVG');
    expect(svg.bytes.toString()).toMatch(/>pex 3(<\/text>.*>)? × 2<\/text>|>pex 3<\/text>/s);
    const png = await saved(page, 'Picture, PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    const plant = (await saved(page, 'PlantUML diagram')).bytes.toString();
    expect(plant).toMatch(/unit -> pex_0 : unit gives pex 0 a work-item\\ngo\(0\)/);
    expect(plant).toContain('note over pex_0 : global until');
    const shiviz = (await saved(page, 'ShiViz log')).bytes.toString();
    expect(shiviz).toMatch(/^pex_0 \{.*"unit":\d+.*\}\nreceive go 0 from unit at tick 0$/m);
    const json: unknown = JSON.parse((await saved(page, 'Events, JSON')).bytes.toString());
    expect(json).toMatchObject({ format: 'overtime-trace', endTick: 44 });

    // Native SPIN and verifier follow the trail to the same end.
    const { name, bytes } = await saved(page, "SPIN's trail with its model, ZIP");
    const folder = mkdtempSync(join(tmpdir(), 'overtime-trail-'));
    try {
      const run = (tool: string, ...given: string[]): string =>
        execFileSync(tool, given, { cwd: folder, encoding: 'utf8' });
      expect(name).toBe('overtime-trail.zip');
      writeFileSync(join(folder, name), bytes);
      run(
        'python3',
        '-c',
        `import zipfile; zipfile.ZipFile(${JSON.stringify(name)}).extractall(".")`,
      );
      expect(run('spin', '-t', '-g', 'simulation.pml')).toMatch(/\btime = 44\b/);
      const command = /^ {2}\.\/pan (.*)$/m.exec(readFileSync(join(folder, 'README.txt'), 'utf8'));
      run('spin', '-a', 'model.pml');
      run('gcc', '-w', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=32768', '-o', 'pan', 'pan.c');
      expect(run('./pan', ...(command?.[1] ?? '').split(' '))).toMatch(/\btime:\s+44\b/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('a run is filtered, watched and compared', LONG, async ({ site, page }) => {
  await walk(site);
  await test.step('messages are filtered, found, and told in words', async () => {
    const slider = page.getByRole('slider', { name: 'Step of the run' });
    const all = Number(await slider.getAttribute('max'));
    await page.getByRole('button', { name: 'Filter messages' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter messages' });
    await expect(
      filter.getByRole('checkbox', { name: 'wait nothing more now, waits, rest' }),
    ).toHaveCount(1);
    await filter.getByText('wait', { exact: true }).click();
    await expect.poll(async () => Number(await slider.getAttribute('max'))).toBeGreaterThan(all);
    await filter.getByRole('radio', { name: 'Class' }).click();
    await expect(filter.getByText('pex × 8')).toBeVisible();
    await filter.getByRole('radio', { name: 'Each' }).click();
    await filter.getByRole('textbox', { name: 'Only messages with' }).fill('done pex 1');
    await page.keyboard.press('Escape');
    const events = site.chart.getByRole('listitem');
    await expect(events.first()).toContainText('pex 1');
    for (const text of await events.allTextContents()) {
      expect(text).toMatch(/pex 1 (reaches|tells)|finished/);
    }
    await page.getByRole('button', { name: /^Filter messages/ }).click();
    await page.getByRole('button', { name: 'Show everything again' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('stop pex 3');
    await page.keyboard.press('Enter');
    await expect(words(page)).toContainText('tells pex 3 to stop');
  });
  await test.step('variables follow the cursor, with what changed and what is watched', async () => {
    await site.chart.focus();
    await page.keyboard.press('Home');
    const panel = page.getByRole('tabpanel', { name: 'Variables' });
    if (!(await panel.isVisible())) {
      await page.getByRole('button', { name: 'Variables, events and simulation' }).click();
    }
    const value = (name: string) =>
      panel.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    await expect(value('WG').first()).toContainText('4');
    await panel.getByRole('textbox', { name: 'Expression to watch' }).fill('time * 2 + 1');
    await page.keyboard.press('Enter');
    await expect(value('time * 2 + 1')).toContainText('1');
    await site.chart.focus();
    await page.keyboard.press(']');
    const tick = Number(/tick (\d+)/.exec((await tickShown(page).textContent()) ?? '')?.[1]);
    expect(tick).toBeGreaterThan(0);
    await expect(value('time').first()).toContainText(`0${tick}`);
    await expect(value('time').first()).toHaveClass('changed');
    await expect(value('time * 2 + 1')).toContainText(String(2 * tick + 1));
  });
  await test.step('two runs are compared on the same ticks', async () => {
    await site.chart.focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Keep this run to compare others with' }).click();
    await expect(page.getByText('is kept. Open another run')).toBeVisible();
    const panel = page.getByRole('tab', { name: 'Simulate' });
    if (!(await panel.isVisible())) {
      await page.getByRole('button', { name: 'Variables, events and simulation' }).click();
    }
    await panel.click();
    await page.getByRole('button', { name: 'Let SPIN choose' }).click();
    // Time does not depend on the order of steps.
    await expect(page.getByText('Both take 44 ticks.')).toBeVisible();
    await expect(tickShown(page)).toContainText('of 44');
  });
});

test('the user chooses what goes next', async ({ site, page }) => {
  await site.choose('Level', 'Free');
  await site.tuneEight();
  await expect(site.chart).toBeVisible();
  const tab = page.getByRole('tab', { name: 'Simulate' });
  if (!(await tab.isVisible())) {
    await page.getByRole('button', { name: 'Variables, events and simulation' }).click();
  }
  await tab.click();
  await page.getByRole('button', { name: 'Choose myself' }).click();
  const choices = page.getByRole('list', { name: 'Steps that can be taken' });
  await expect(choices.getByRole('button').first()).toBeVisible();
  for (let step = 1; step <= 3; step += 1) {
    await expect(page.getByText(`Choice ${step}: which goes next?`)).toBeVisible();
    await choices.getByRole('button').last().click();
  }
  await expect(page.getByText('Choice 4: which goes next?')).toBeVisible();
  await page.getByRole('button', { name: 'Take the last one back' }).click();
  await expect(page.getByText('Choice 3: which goes next?')).toBeVisible();
});

/** The menu's download of a name. */
async function saved(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
