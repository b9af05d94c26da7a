import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';
import { dropFile, openText, openView, tab } from './views.ts';

/** Opens the export by keyboard and saves the folder with so many shards. */
async function exported(page: Page, shards: string, change = async (): Promise<void> => undefined) {
  await page.keyboard.press('F1');
  await page.keyboard.type('Export for other machines');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export for other machines' });
  await dialog.getByRole('textbox', { name: 'Shards' }).fill(shards);
  await change();
  expect(await seriousProblems(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the folder' }).click(),
  ]);
  await expect(dialog.getByRole('status')).toContainText('is saved');
  await page.keyboard.press('Escape');
  return unzipSync(readFileSync(await download.path()));
}

/** Unpacks a folder, builds it and runs its shards here. */
async function ran(files: Record<string, Uint8Array>, shards: readonly number[]): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'overtime-shards-'));
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(parent, name)), { recursive: true });
    await writeFile(join(parent, name), bytes);
  }
  const cwd = join(parent, Object.keys(files)[0]?.split('/')[0] ?? '');
  execFileSync('make', ['CFLAGS=-O0 -w'], { cwd, stdio: 'ignore' });
  for (const shard of shards)
    execFileSync('sh', ['run-shard', String(shard)], { cwd, stdio: 'ignore' });
  return cwd;
}

/** Zips a folder after its run, without the machines' private files. */
function packed(folder: string): string {
  const files: Zippable = {};
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    const inside = path.slice(folder.length + 1);
    if (name.isFile() && !inside.startsWith('work/')) files[`f/${inside}`] = readFileSync(path);
  }
  return Buffer.from(zipSync(files)).toString('base64');
}

test('a kernel goes to other machines, and what they find is a run of the history', async ({
  site,
  page,
}) => {
  const files = await exported(page, '3');
  const folder = await ran(files, [1, 3]);
  try {
    // An incomplete folder is not merged; the message says what to run.
    await dropFile(page, 'early.zip', packed(folder));
    const notice = page.getByTestId('notice');
    await expect(notice).toContainText('early.zip was not merged.');
    await expect(notice).toContainText('Run again: shards 2.');
    execFileSync('sh', ['run-shard', '2'], { cwd: folder });

    await dropFile(page, 'all.zip', packed(folder));
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    await expect(notice).toBeHidden();
    await expect(site.chart).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
    await expect(site.conclusion).toContainText('Cannot finish within 583 ticks');
    await openView(page, 'Runs');
    await expect(page.getByTestId('runs').locator('tbody tr')).toContainText([
      'abstract_kernel, size 32',
    ]);

    // The folder itself does as well.
    await site.constant('size').fill('8');
    await page.keyboard.press('F1');
    await page.keyboard.type('Merge what other machines');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.keyboard.press('Enter'),
    ]);
    await chooser.setFiles(folder);
    await expect(site.constant('size')).toHaveValue('32');
    await site.expectProved('584', 'WG 16, TS 4 or 8');
  } finally {
    rmSync(dirname(folder), { recursive: true, force: true });
  }
});

/** Drops a local folder on the page, as the browser would. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await browser.detach();
}

test(
  'the folder of a swarm is dropped on the page, and is a sample',
  LONG,
  async ({ site, page }) => {
    const files = await exported(page, '2', async () => {
      await page.getByRole('radio', { name: 'Swarm', exact: true }).click();
      await page.getByRole('textbox', { name: 'Seeds' }).fill('4');
    });
    const folder = await ran(files, [1, 2]);
    try {
      await dropFolder(page, folder);
      await expect(site.status).toHaveText('sampled');
      await expect(page.getByTestId('notice')).toBeHidden();
    } finally {
      rmSync(dirname(folder), { recursive: true, force: true });
    }
  },
);

test(
  'any Promela model goes to other machines, and comes back with its map and its run',
  LONG,
  async ({ site: _site, page }) => {
    await openText(page, 'Promela');
    await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
    await page.getByRole('button', { name: /Model$/ }).click();
    await page.getByRole('option', { name: /^A model to be tuned/ }).click();
    const files = await exported(page, '3');
    const folder = await ran(files, [1, 2]);
    try {
      await dropFolder(page, folder);
      const notice = page.getByTestId('notice');
      await expect(notice).toContainText('Run again: shards 3.');
      execFileSync('sh', ['run-shard', '3'], { cwd: folder });

      // Back at the kernel: the folder brings the model with it.
      await page.getByRole('button', { name: 'Back to the kernel' }).click();
      await dropFolder(page, folder);
      await expect(page.getByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
      await expect(notice).toBeHidden();
      await expect(page.locator('[data-editor=promela]')).toContainText('packer');
      await tab(page, 'Search').click();
      await page.getByRole('radio', { name: 'Table', exact: true }).click();
      await page.getByRole('radio', { name: 'shards', exact: true }).click();
      const shards = page.getByRole('group', { name: 'Table of shards' });
      await expect(shards.locator('tbody tr')).toHaveCount(3);
      expect(await seriousProblems(page)).toEqual([]);
    } finally {
      rmSync(dirname(folder), { recursive: true, force: true });
    }
  },
);
