import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { ABSTRACT, drop, expect, LONG, test, Workbench } from './site.ts';
import { openView } from './views.ts';

const kernelButton = (page: Page) => page.getByRole('button', { name: /Kernel$/ });
const unsaved = (page: Page) => page.getByTestId('unsaved');

/** Another tab of the same browser. */
async function newTab(page: Page): Promise<Workbench> {
  const other = await page.context().newPage();
  await other.goto('./');
  const site = new Workbench(other);
  await site.ready();
  return site;
}

test('each tab has its own text, and that of a closed one is found again', async ({
  site,
  page,
}) => {
  await site.writeKernel(`// of the first tab\n${ABSTRACT}`);
  const other = await newTab(page);
  await expect.poll(() => other.kernelShown()).toContain('// of the first tab');
  await other.choose('Kernel', 'Sum');
  await other.constant('GMT').fill('9');
  await page.reload();
  await site.ready();
  await expect.poll(() => site.kernelShown()).toContain('// of the first tab');
  await expect(site.constant('GMT')).toHaveValue('4');

  // Both write on, and neither over the other.
  await other.choose('Kernel', 'Abstract kernel, edited');
  await other.writeKernel(`// of the second tab\n${ABSTRACT}`);
  await expect(kernelButton(other.page)).toContainText('Abstract kernel, edited');
  await site.writeKernel(`// of the first tab, later\n${ABSTRACT}`);
  await expect(kernelButton(page)).toContainText('Abstract kernel, edited (2)');
  await page.close();
  await other.choose('Kernel', 'Abstract kernel, edited (2)');
  await expect.poll(() => other.kernelShown()).toContain('// of the first tab, later');
  await other.choose('Kernel', 'Abstract kernel, edited');
  await expect.poll(() => other.kernelShown()).toContain('// of the second tab');
});

test(
  'a run that one tab has named stays, whatever the other keeps',
  LONG,
  async ({ site, page }) => {
    await site.tune.click();
    await site.expectProved('584', 'WG 16, TS 4 or 8');
    const other = await newTab(page);
    const runs = (tab: Page) => tab.getByTestId('runs').getByRole('row');
    for (const tab of [page, other.page]) {
      await openView(tab, 'Runs');
      await expect(runs(tab)).toHaveCount(2);
    }
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.keyboard.type('for the lecture');
    await page.keyboard.press('Enter');
    await expect(runs(other.page)).toContainText(['name', 'for the lecture']);
    await other.tune.click();
    await expect(runs(other.page)).toHaveCount(3);
    await expect(runs(page)).toHaveCount(3);
    await expect(runs(page)).toContainText(['name', 'abstract', 'for the lecture']);
  },
);

test('one field that cannot be read takes nothing with it', async ({ site, page }) => {
  const size = '1'.repeat(41);
  await site.writeKernel(`// stays\n${ABSTRACT}`);
  await site.constant('size').fill(size);
  await page.reload();
  await expect(site.constant('size')).toHaveValue(size);
  await expect.poll(() => site.kernelShown()).toContain('// stays');

  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) {
      const kept = storage.getItem('overtime.settings.1') ?? '';
      storage.setItem('overtime.settings.1', kept.replace('"level":"auto"', '"level":"perfect"'));
    }
  });
  await page.reload();
  await expect.poll(() => site.kernelShown()).toContain('// stays');
  await expect(page.getByText('Some old settings could not be read')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Save what could not be read' }).click();
  expect((await saved).suggestedFilename()).toBe('overtime-unreadable.txt');
});

test('what is not saved is said to be, until it is', async ({ page, faults: _faults }) => {
  await page.addInitScript(() => {
    // A browser whose storage is full.
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { setItem } = Storage.prototype;
    const { put } = IDBObjectStore.prototype;
    let isFull = localStorage.getItem('has-room') === null;
    Storage.prototype.setItem = function set(...item) {
      return isFull ? full() : setItem.apply(this, item);
    };
    IDBObjectStore.prototype.put = function write(...item) {
      return isFull ? full() : put.apply(this, item);
    };
    addEventListener('has-room', () => {
      isFull = false;
      setItem.call(localStorage, 'has-room', 'yes');
    });
  });
  await page.goto('./');
  const site = new Workbench(page);
  await site.ready();
  await site.writeKernel(`// not saved\n${ABSTRACT}`);
  await expect(unsaved(page)).toHaveText('Not saved: your kernel and settings');
  // Leaving would lose it: the browser asks.
  const asked = page.waitForEvent('dialog');
  const left = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await left;
  await page.evaluate(() => dispatchEvent(new Event('has-room')));
  await page.getByRole('button', { name: /^Machine: / }).click();
  await site.constant('GMT').fill('9');
  await expect(unsaved(page)).toHaveCount(0);
  await page.reload();
  await expect.poll(() => site.kernelShown()).toContain('// not saved');

  // Over a million characters, in a browser with room.
  await drop(page, 'long.cl', `${ABSTRACT}${`// ${'0123456789'.repeat(12)}\n`.repeat(10_000)}`);
  await expect.poll(() => site.kernelShown()).not.toContain('// not saved');
  await expect(kernelButton(page)).toContainText('long.cl');
  await expect(unsaved(page)).toHaveCount(0);
  await page.reload();
  await expect(kernelButton(page)).toContainText('long.cl');
  // The editor takes the place of a plain field, which forgets where one was.
  await expect.poll(() => site.kernelShown()).toContain('The abstract kernel');
  await expect(site.kernel).toHaveCount(1);
  await site.kernel.press('Control+End');
  await expect.poll(() => site.kernelShown()).toContain('0123456789');
});

test('choosing an example loses no text, and own kernels are kept in order', async ({
  site,
  page,
}) => {
  await site.writeKernel(`// mine\n${ABSTRACT}`);
  await site.choose('Kernel', 'Sum');
  await expect.poll(() => site.kernelShown()).toContain('a group its partial sums');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => site.kernelShown()).toContain('// mine');
  await expect(page.getByTestId('undone')).toHaveText('Undone: open Sum');
  await site.choose('Kernel', 'Sum');
  await site.choose('Kernel', 'Abstract kernel, edited');
  await expect.poll(() => site.kernelShown()).toContain('// mine');

  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Own kernels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Own kernels' });
  await dialog.getByRole('button', { name: 'Rename Abstract kernel, edited' }).click();
  await page.keyboard.type('lecture');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Copy lecture' }).click();
  await expect(dialog.getByRole('row')).toContainText(['name', 'lecture, copy', 'lecture']);
  await dialog.getByRole('button', { name: 'Delete lecture', exact: true }).click();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(3);
  // The shared history has the deletion after the dialog closes.
  await dialog.getByRole('button', { name: 'Delete lecture', exact: true }).click();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await site.tune.focus();
  await page.keyboard.press('Control+Z');
  await expect(page.getByTestId('undone')).toHaveText('Undone: delete lecture');

  // Settings and the choice of kernel are undone outside the editor, typing inside.
  await site.choose('Kernel', 'Stencil');
  await site.constant('GMT').fill('12');
  await site.tune.focus();
  await page.keyboard.press('Control+Z');
  await expect(site.constant('GMT')).toHaveValue('4');
  await page.keyboard.press('Control+Z');
  await expect.poll(() => site.kernelShown()).toContain('// mine');
  await page.keyboard.press('Control+Y');
  await expect.poll(() => site.kernelShown()).not.toContain('// mine');
  await page.keyboard.press('Control+Shift+Z');
  await expect(site.constant('GMT')).toHaveValue('12');
  await page.getByRole('button', { name: 'File' }).click();
  await expect(page.getByRole('menuitem', { name: /^Undo: GMT 4 → 12/ })).toBeVisible();
});

test('files are opened, saved back and dropped, and what is none is refused', async ({
  site,
  page,
}) => {
  // The browser's pickers return a file of its own, just as real.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('scale.cl', { create: true });
    const writable = await handle.createWritable();
    await writable.write(
      '#pragma tuner param WG = pow2(4, size/2)\r\n__kernel void scale(__global int *a) {\r\n  a[get_global_id(0)] = 2;\r\n}\r\n',
    );
    await writable.close();
    Object.assign(window, {
      showOpenFilePicker: async () => [handle],
      showSaveFilePicker: undefined,
    });
  });
  const inFile = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      return (await (await root.getFileHandle('scale.cl')).getFile()).text();
    });
  await site.tune.focus();
  await page.keyboard.press('Control+O');
  await expect.poll(() => site.kernelShown()).toContain('void scale');
  await expect(page.getByTestId('file')).toHaveText('scale.cl');
  await expect(site.tune).toBeEnabled();
  await site.kernel.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('// changed\n');
  await expect(page.getByTestId('file')).toHaveText('scale.cl, modified');
  await page.keyboard.press('Control+S');
  await expect(page.getByTestId('file')).toHaveText('scale.cl');
  expect(await inFile()).toMatch(/^\/\/ changed\r\n#pragma[^\n]*\r\n/);

  // A project has the settings too.
  await site.constant('GMT').fill('9');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: /^Save as a project/ }).click();
  const project = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of project) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  await site.choose('Kernel', 'Sum');
  await expect(site.constant('GMT')).toHaveValue('4');

  await drop(page, 'scale.overtime.json', text);
  await expect.poll(() => site.kernelShown()).toContain('// changed');
  await expect(site.constant('GMT')).toHaveValue('9');

  const notice = page.getByTestId('notice');
  await drop(page, 'blob.cl', [0x7f, 0x45, 0x4c, 0x46, 0, 0, 255, 254]);
  await expect(notice).toContainText('blob.cl was not opened. It is no text');
  await drop(page, 'empty.cl', []);
  await expect(notice).toContainText('It is empty.');
  await drop(page, 'other.overtime.json', '{"format":"overtime project"');
  await expect(notice).toContainText('It ends early');
  await expect.poll(() => site.kernelShown()).toContain('// changed');
});

test(
  'two kernels stand side by side: their texts, settings and times',
  LONG,
  async ({ site, page }) => {
    await site.writeKernel(ABSTRACT.replace('pow2(4, size/2)', 'pow2(2, 4)'));
    await site.constant('GMT').fill('6');
    await page.keyboard.press('F1');
    await page.keyboard.type('compare two');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Two kernels side by side' });
    await expect(dialog.getByTestId('diff')).toHaveText('The texts differ in one place.');
    await expect(dialog.getByRole('button', { name: /Left$/ })).toContainText('Abstract kernel');
    await expect(dialog.getByRole('button', { name: /Right$/ })).toContainText('What is open');
    const settings = dialog.getByRole('table', { name: 'Settings that differ' });
    await expect(settings.getByRole('row')).toContainText(['setting', 'GMT46']);
    await dialog.getByRole('button', { name: 'Compare the times' }).click();
    const difference = dialog.getByTestId('kernels-difference');
    await expect(difference).toContainText(/^Right against left: .* slower/);
    const bars = dialog.getByRole('img', { name: 'Where the time goes, as bars' });
    await expect(bars).toContainText('Left, Abstract kernel');
    await expect(bars).toContainText('Right, What is open');
    expect(await seriousProblems(page)).toEqual([]);

    await dialog.getByRole('button', { name: /Right$/ }).click();
    await page.getByRole('option', { name: 'Abstract kernel, edited' }).click();
    await expect(dialog.getByTestId('diff')).toHaveText('The texts differ in one place.');
    await expect(dialog.getByRole('button', { name: 'Compare the times' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(kernelButton(page)).toContainText('Abstract kernel, edited');
  },
);

test('examples are in OpenCL and in CUDA, by one switch', async ({ site, page }) => {
  await kernelButton(page).click();
  await expect(page.getByRole('option', { name: 'Softmax', exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'CUDA' }).click();
  await expect(page.getByRole('option', { name: 'Maximum', exact: true })).toHaveCount(0);
  await page.getByRole('option', { name: 'Softmax', exact: true }).click();
  await expect.poll(() => site.kernelShown()).toContain('Softmax of the rows of a matrix');
  await expect(kernelButton(page)).toContainText('Softmax');
  // The list of the open example's language.
  await kernelButton(page).click();
  await expect(page.getByRole('radio', { name: 'CUDA' })).toBeChecked();
  await page.getByRole('radio', { name: 'OpenCL' }).click();
  await page.getByRole('option', { name: 'Maximum', exact: true }).click();
  await expect(kernelButton(page)).toContainText('Maximum');
});

test('a kernel is copied in the other language, with what was found best', async ({
  site,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await site.choose('Kernel', 'Maximum');
  await site.prove();
  await page.keyboard.press('F1');
  await page.keyboard.insertText('Copy as CUDA');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied, with the parameters put in.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/#pragma tuner local_size \d+\n/);
  expect(copied).toContain('__global__ void');
});
