import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';

/** A menu's download. */
async function saved(page: Page, menu: string, item: string | RegExp): Promise<Download> {
  await page.getByRole('button', { name: menu }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return download;
}

const textOf = async (download: Download): Promise<string> =>
  readFile(await download.path(), 'utf8');

/** Drops a file on the page. */
const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([file, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], file));
      const target = document.querySelector('main') ?? document.body;
      const options = { dataTransfer, bubbles: true, cancelable: true };
      target.dispatchEvent(new DragEvent('drop', options));
    },
    [name, text] as const,
  );

test('a workbench file opens elsewhere, not checked, and its proof is checked at a press', async ({
  site,
  page,
  browser,
}) => {
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  const download = await saved(page, 'File', /^Save the workbench/);
  expect(download.suggestedFilename()).toBe('abstract_kernel.overtime.json');
  const text = await textOf(download);
  expect(JSON.parse(text)).toMatchObject({ answer: { minTime: '584' }, evidence: {} });

  const context = await browser.newContext();
  const other = await context.newPage();
  const faults: string[] = [];
  other.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  other.on('pageerror', (error) => faults.push(error.message));
  await other.addInitScript(() => localStorage.setItem('overtime.visited', 'yes'));
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Tune', exact: true })).toBeEnabled();
  // A kernel that somebody else has written.
  const theirs = JSON.parse(text);
  theirs.state.kernel += '// theirs\n';
  await drop(other, 'theirs.overtime.json', JSON.stringify(theirs));
  const status = other.getByTestId('status');
  await expect(status).toContainText('proved');
  await expect(other.getByTestId('minimum')).toContainText('584');
  const caveat = other.getByTestId('caveat-from-file');
  await expect(caveat).toHaveText('from a file, not checked here');
  expect(await seriousProblems(other)).toEqual([]);
  await other.reload();
  await expect(caveat).toHaveText('from a file, not checked here');

  // With the keyboard alone.
  const check = other.getByRole('button', { name: 'Check the proof again' });
  await check.focus();
  await other.keyboard.press('Enter');
  const rechecked = other.getByTestId('rechecked');
  await expect(rechecked).toHaveText('The proof and the run hold; hashes agree');
  await expect(caveat).toHaveText('from a file, checked here');
  await rechecked.getByRole('button').click();
  const list = other.getByRole('dialog', { name: 'What was checked of theirs.overtime.json' });
  await expect(list).toContainText('No run finishes within 583 ticks');
  await expect(list).toContainText('The trail was followed, and leads to 584 ticks');
  expect(await seriousProblems(other)).toEqual([]);
  await other.keyboard.press('Escape');

  // A lie is found out, and a wrong file refused in words.
  theirs.answer.minTime = '500';
  await drop(other, 'lies.overtime.json', JSON.stringify(theirs));
  await expect(caveat).toHaveText('from a file, not checked here');
  await check.click();
  await expect(rechecked).toHaveText('The run does not hold; hashes agree');
  await expect(caveat).toHaveText('from a file, and does not hold here');
  await drop(other, 'broken.overtime.json', text.slice(0, -40));
  await expect(other.getByTestId('notice')).toContainText('broken.overtime.json was not opened.');
  expect(faults).toEqual([]);
  await context.close();
});

test(
  'a report carries what native SPIN needs to find the same',
  LONG,
  async ({ site, page, browser }) => {
    // A verifier is compiled natively at -O2.
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    const download = await saved(page, 'File', 'Save a report as one page');
    const folder = await mkdtemp(join(tmpdir(), 'overtime-report-'));
    const html = join(folder, 'report.html');
    await download.saveAs(html);
    const context = await browser.newContext({ offline: true, acceptDownloads: true });
    const report = await context.newPage();
    await report.goto(pathToFileURL(html).href);
    const section = report.getByRole('region', { name: 'How to check this again' });
    const evidence = section.getByRole('table', { name: 'Evidence' });
    await expect(evidence).toContainText('The program cannot finish within 583 ticks.');
    await expect(evidence).toContainText(/clang \S+ -O[02] -DSAFETY -DNOREDUCE -DVECTORSZ=32768/);
    const model = await evidence.getByRole('row', { name: /SHA-256 of the model/ }).textContent();

    // The page hands over its files without a script.
    for (const name of ['model.pml', 'model.pml.trail']) {
      const [file] = await Promise.all([
        report.waitForEvent('download'),
        section.getByRole('link', { name, exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(name);
      await file.saveAs(join(folder, name));
    }
    const commands = (await section.getByLabel('Commands for native SPIN').textContent()) ?? '';
    await context.close();
    await writeFile(join(folder, 'check.sh'), commands);
    const bytes = await readFile(join(folder, 'model.pml'));
    expect(model).toContain(createHash('sha256').update(bytes).digest('hex'));
    const output = execFileSync('bash', ['-e', 'check.sh'], { cwd: folder, encoding: 'utf8' });
    expect(output).toContain('@finish time=584 ');
    expect(output).toMatch(/errors: 0\n/);
    expect(output).not.toMatch(/Search not completed|max search depth too small/);
    await rm(folder, { recursive: true });
  },
);

test(
  'search spaces and results go to other tools and come from them',
  LONG,
  async ({ site, page }) => {
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    const results = await saved(page, 'Export the configurations', /^T4/);
    expect(results.suggestedFilename()).toBe('abstract_kernel.T4.json');
    const found = JSON.parse(await textOf(results));
    expect(found).toMatchObject({ schema_version: '1.0.0', metadata: { timeunit: 'ticks' } });
    expect(found.results.length).toBeGreaterThan(5);

    const space = await saved(page, 'Export the configurations', /^T1/);
    expect(space.suggestedFilename()).toBe('abstract_kernel.T1.json');
    const written = JSON.parse(await textOf(space));
    const [first] = written.ConfigurationSpace.TuningParameters;
    expect(first).toMatchObject({ Name: 'WG', Values: '[4, 8, 16]' });
    first.Values = '[8, 16]';
    written.ConfigurationSpace.Conditions = [
      { Expression: 'WG // 2 == TS', Parameters: ['WG', 'TS'] },
    ];
    await drop(page, 'narrow.json', JSON.stringify(written));
    await expect.poll(() => site.kernelShown()).toContain('#pragma tuner param WG = {8, 16}');
    expect(await site.kernelShown()).toContain('#pragma tuner require WG / 2 == TS');
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 8');
    // The editor's own undo restores the kernel's space.
    await site.kernel.focus();
    await page.keyboard.press('Control+Z');
    await expect.poll(() => site.kernelShown()).toContain('#pragma tuner param WG = pow2');
    // A kernel that can't be expressed is refused in words.
    written.ConfigurationSpace.Conditions = [{ Expression: 'sqrt(WG) > 2', Parameters: ['WG'] }];
    await drop(page, 'roots.json', JSON.stringify(written));
    await expect(page.getByTestId('notice')).toContainText(
      'roots.json was not taken. The condition sqrt(WG) > 2 cannot be taken: sqrt() has no counterpart',
    );
  },
);
