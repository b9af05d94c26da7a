import { writeFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { asUsual, expect, LONG, SUM, test, Workbench } from './site.ts';
import { openText, openView } from './views.ts';

/** The link to the shown state, from its dialog. */
async function linkOf(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share what you see' });
  await expect(dialog.getByTestId('link-length')).toContainText('short enough for any chat');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return link;
}

const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click();

/** Opens a link in a new browser and dismisses the greeting. */
async function inAnother(browser: Browser, link: string, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await asUsual(page);
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(link);
  return page;
}

/** Counts plainly differing pixels: smoothing of edges varies, and centred text may lie a pixel
 * higher. */
const differing = (page: Page, shots: readonly Buffer[]): Promise<number> =>
  page.evaluate(
    async (sources) => {
      const pictures = await Promise.all(
        sources.map(async (source) => {
          const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes]));
          const { width, height } = picture;
          const canvas = new OffscreenCanvas(width, height).getContext('2d');
          canvas?.drawImage(picture, 0, 0);
          return { width, height, data: canvas?.getImageData(0, 0, width, height).data };
        }),
      );
      const [one, other] = pictures;
      if (!one?.data || !other?.data) return Infinity;
      if (one.width !== other.width || one.height !== other.height) return Infinity;
      const [shown, seen, bytes] = [one.data, other.data, one.width * 4];
      const ofRows = (row: number, beside: number): number => {
        let sum = 0;
        for (let at = 0; at < bytes; at++) {
          const difference = (shown[row * bytes + at] ?? 0) - (seen[beside * bytes + at] ?? 0);
          if (Math.abs(difference) > 64) sum++;
        }
        return sum;
      };
      const rows = Array.from({ length: one.height }, (_, row) =>
        Math.min(...[row, row - 1, row + 1].map((beside) => ofRows(row, beside))),
      );
      // Text a pixel higher loses a row at one edge and gains one at the other.
      rows.sort((a, b) => a - b);
      return rows.slice(0, -2).reduce((sum, row) => sum + row, 0);
    },
    shots.map((shot) => shot.toString('base64')),
  );

/** A moved cursor or letter is more than that. */
const MOST_DIFFERING = 30;

/** Compares a pane of two pages, without pointer or focus. */
async function expectSame(name: string, one: Page, other: Page): Promise<void> {
  const shots = () =>
    Promise.all(
      [one, other].map((page) => page.getByRole('region', { name, exact: true }).screenshot()),
    );
  for (const page of [one, other]) {
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  }
  try {
    await expect
      .poll(async () => differing(one, await shots()), { message: `${name} is another picture` })
      .toBeLessThan(MOST_DIFFERING);
  } catch (error) {
    for (const [at, body] of (await shots()).entries())
      writeFileSync(test.info().outputPath(`${name}-${at}.png`), body);
    throw error;
  }
}

/** Opens the dialog's link in a new browser and compares panes. */
async function compare(browser: Browser, page: Page, ...panes: readonly string[]): Promise<void> {
  const faults: string[] = [];
  const other = await inAnother(browser, await linkOf(page), faults);
  await expect(other.getByTestId('status')).toHaveText('proved');
  const minimum = (await page.getByTestId('minimum').textContent()) ?? '';
  await expect(other.getByTestId('minimum')).toHaveText(minimum);
  for (const pane of panes) await expectSame(pane, page, other);
  // A reload does not open it once more.
  expect(new URL(other.url()).hash).toBe('');
  expect(faults).toEqual([]);
  await other.context().close();
}

test('what one browser shows a link shows in another', async ({ browser, page, site }) => {
  // Three pages, each with a search of its own.
  // The model, a custom platform, swapped map axes, and a trace at its cursor beside its
  // comparison.
  await site.constant('GMT').fill('6');
  await site.constant('size').fill('16');
  await site.prove();
  await page.getByRole('button', { name: /across$/ }).click();
  await page.getByRole('option', { name: 'TS' }).click();
  await page.getByRole('button', { name: 'Keep this run to compare others with' }).click();
  await page.getByRole('application', { name: /^Map of model time/ }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/They part at tick/)).toBeVisible();
  await site.chart.focus();
  for (const key of [']', ']', 'ArrowRight']) await page.keyboard.press(key);
  await page.getByRole('radio', { name: 'By time' }).click();
  await openText(page, 'Promela');
  await share(page);
  await compare(browser, page, 'Texts', 'Platform', 'Results', 'Counterexample');

  // The platform over the whole window, where keys work too.
  const platform = page.getByRole('region', { name: 'Platform', exact: true });
  await platform.getByRole('button', { name: 'Fill the window' }).click();
  await page.keyboard.press('l');
  await compare(browser, page, 'Platform');
});

test(
  'a real machine and its constants go along with a link',
  LONG,
  async ({ browser, page, site }) => {
    await site.choose('Example', 'Matrix product');
    await site.choose('Semantics', 'Device');
    await page.getByRole('textbox', { name: /^Warp schedulers/ }).fill('2');
    await site.prove();
    await openView(page, 'Machine');
    await share(page);
    await compare(browser, page, 'Texts', 'Platform', 'Results', 'Counterexample');
  },
);

test('a kernel that came with a link is looked at before it runs', async ({
  browser,
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await site.writeKernel(`// theirs\n${SUM}`);
  await page.keyboard.press('Control+Home');
  await expect(site.tune).toBeEnabled();
  await page.keyboard.press('F1');
  await page.keyboard.type('share');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share what you see' });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const faults: string[] = [];
  const other = await inAnother(browser, new URL('./', link).href, faults);
  const theirs = new Workbench(other);
  await theirs.ready();
  await theirs.writeKernel('__kernel void mine() {}\n');
  await other.getByText('Live', { exact: true }).click();
  // The page is there already.
  await other.evaluate((hash) => location.assign(hash), new URL(link).hash);
  const bar = other.getByTestId('brought');
  await expect(bar).toContainText('This kernel came with a link: look at it, then Tune.');
  await expect.poll(() => theirs.kernelShown()).toContain('// theirs');
  expect(await seriousProblems(other)).toEqual([]);
  // Neither Live nor a reload runs it or checks values.
  await other.reload();
  await theirs.ready();
  await theirs.constant('GMT').fill('5');
  await expect(bar).toBeVisible();
  await expect(other.getByText('Press Tune to see the time of every configuration.')).toBeVisible();
  await openView(other, 'Values');
  await expect(
    other.getByText('Whether its result is right has not been asked yet.').first(),
  ).toBeVisible();
  // The earlier text is kept.
  await other.getByRole('button', { name: /Kernel$/ }).click();
  await expect(other.getByRole('option', { name: 'mine' })).toBeVisible();
  await other.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'I have looked: Tune' }).click();
  await expect(bar).toHaveCount(0);
  await expect(theirs.status).toHaveText('proved');
  // A damaged link changes nothing.
  await other.evaluate((hash) => location.assign(hash), `${new URL(link).hash.slice(0, 60)}`);
  await expect(other.getByTestId('besides')).toContainText('The link was not opened.');
  await expect.poll(() => theirs.kernelShown()).toContain('// theirs');
  expect(faults).toEqual([]);
  await other.context().close();
});

test(
  'inside of another page nothing runs before its reader wants it',
  LONG,
  async ({ page, site }) => {
    await site.constant('size').fill('8');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('radio', { name: 'Trace', exact: true }).click();
    const html = await page.getByRole('textbox', { name: 'HTML' }).inputValue();
    // Course pages are usually other sites; one of the same shows that nothing is kept.
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const course = `<!doctype html><html lang="en"><title>Lesson 3</title><main><h1>Lesson 3</h1>${html}</main>`;
    await page.route('**/course.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: course }),
    );
    await page.goto('./course.html');
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'abstract_kernel' })).toBeVisible();
    await expect(frame.getByText(/^Nothing has run yet/)).toBeVisible();
    await frame.getByRole('button', { name: 'Run it' }).click();
    await expect(frame.getByTestId('minimum')).toHaveText('44ticks');
    // The trace plays by itself.
    await expect(frame.getByTestId('tick-readout')).not.toHaveText('tick 0 of 44');
    await expect(frame.getByRole('textbox', { name: 'Kernel, OpenCL C' })).toHaveCount(0);
    expect(requests.filter((url) => /monaco|editor\.worker/.test(url))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe(kept);
    expect(await seriousProblems(page)).toEqual([]);
    const whole = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'Open in Overtime' }).click();
    const opened = await whole;
    await expect(opened.getByTestId('minimum')).toHaveText('44ticks');
    await opened.close();
  },
);
