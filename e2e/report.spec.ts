import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { seriousProblems } from './axe.ts';
import { ABSTRACT, expect, test } from './site.ts';

/** Would be a script where it is not escaped. */
const HOSTILE =
  '</pre></style><script>document.title = "broken"</script><img src=x onerror=alert(1)>&amp;';

test('a report is saved as one page that opens offline, with what the page says', async ({
  site,
  page,
  browser,
}, testInfo) => {
  await site.writeKernel(`// ${HOSTILE}\n${ABSTRACT}`);
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
  const why = page.getByTestId('why');
  await expect(why).toContainText('is 24 ticks slower');
  // Its words and pictures are those of now: all that they need has to be there.
  await expect(page.getByRole('region', { name: 'Why this one is best' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
  const conclusion = (await site.conclusion.textContent()) ?? 'a conclusion';
  const said = (await why.textContent()) ?? '';

  await page.getByRole('button', { name: 'File' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save a report as one page' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('abstract_kernel-report.html');
  const file = testInfo.outputPath('report.html');
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en" data-theme="light">/);
  expect(text.match(/<script/g)).toBeNull();

  const context = await browser.newContext({ offline: true });
  const requests: string[] = [];
  const opened = await context.newPage();
  opened.on('request', (request) => requests.push(request.url()));
  opened.on('console', (message) => requests.push(message.text()));
  await opened.goto(pathToFileURL(file).href);
  await expect(opened).toHaveTitle('abstract_kernel: Overtime report');
  expect(requests).toEqual([pathToFileURL(file).href]);
  const report = opened.getByRole('article');
  await expect(report).toContainText('584 ticks');
  await expect(report).toContainText(conclusion);
  await expect(report).toContainText(said.slice(0, said.indexOf('. ')));
  await expect(report).toContainText(`1  // ${HOSTILE}`);
  await expect(report).toContainText('npm run -s tune -- --kernel kernel.cl --semantics published');
  for (const name of [/^Model time of all configurations/, /^Where the time goes/, /^How it ends/])
    await expect(report.getByRole('img', { name })).toBeVisible();
  await expect(report.getByRole('img', { name: /^Model time/ })).toContainText('584');
  expect(await seriousProblems(opened)).toEqual([]);
  await context.close();
});

test('what is printed is the report and not the page', async ({ site, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await site.choose('Example', 'Data race');
  await site.prove();
  await expect(page.getByTestId('verdict-status')).toHaveText('wrong');
  await page.emulateMedia({ media: 'print' });
  const report = page.locator('.printed .report');
  await expect(report).toBeVisible();
  await expect(page.locator('.app')).toBeHidden();
  await expect(report).toContainText(
    (await site.minimum.textContent())?.replace('ticks', ' ticks') ?? '',
  );
  // Caveats are printed with the answer.
  await expect(report.getByRole('region', { name: 'Answer' })).toContainText(
    /Is it right\? wrong: .*with no barrier between/,
  );
  // Light, whatever the theme.
  await expect(report).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const pdf = await page.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(20_000);
  await page.emulateMedia({ media: null });
  await expect(report).toHaveCount(0);
  await expect(site.tune).toBeVisible();
});
