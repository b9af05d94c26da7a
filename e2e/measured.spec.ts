import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { readShortlist } from '../src/exchange/shortlist-file.ts';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test, type Workbench } from './site.ts';
import { openView } from './views.ts';

/** A file as a user chooses one. */
interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const upload = (name: string, content: string | Buffer): Upload => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Milliseconds of WG and TS on a fictitious device that favours large groups. */
const TIMES = [
  { WG: 4, TS: 2, time: 8 },
  { WG: 8, TS: 2, time: 4.5 },
  { WG: 16, TS: 2, time: 2.25 },
  { WG: 16, TS: 4, time: 2 },
  { WG: 16, TS: 8, time: 2.125 },
  { WG: 4, TS: 4, time: 1 },
] as const;
const FAILED = { WG: 8, TS: 4, time: 'RuntimeFailedConfig' } as const;

const T4 = {
  metadata: { timeunit: 'miliseconds' },
  results: [...TIMES, FAILED].map(({ WG, TS, time }) => ({
    configuration: { WG, TS },
    invalidity: typeof time === 'string' ? 'runtime' : 'correct',
    measurements: [{ name: 'time', value: time, unit: '' }],
    objectives: ['time'],
  })),
};
const rows = TIMES.map(
  ({ WG, TS, time }) => `"${WG},${TS}": ${JSON.stringify({ wg: WG, ts: TS, time })}`,
);
// A tuner at work leaves the brackets open.
const CACHE = `{"device_name": "Some GPU", "tune_params_keys": ["wg", "ts"], "cache": {\n${rows.join(',\n')},\n"8,4": {"wg": 8, "ts": 4, "time": "RuntimeFailedConfig"},\n`;
const KTT = {
  Metadata: { TimeUnit: 'Microseconds', Device: 'Some GPU' },
  Results: [...TIMES, FAILED].map(({ WG, TS, time }) => ({
    Configuration: [
      { Name: 'LOCAL_SIZE', Value: WG },
      { Name: 'TILE_SIZE', Value: TS },
    ],
    ...(typeof time === 'string'
      ? { Status: 'ComputationFailed', TotalDuration: 0 }
      : { Status: 'Ok', TotalDuration: time * 1000 }),
  })),
};
const CSV = [
  'block_size;tile;time_us',
  ...[...TIMES, FAILED].map(({ WG, TS, time }) =>
    [WG, TS, typeof time === 'string' ? time : time * 1000].join(';'),
  ),
].join('\n');

/** Imports a file and accepts the guessed columns. */
async function importFile(page: Page, file: Upload): Promise<void> {
  await openView(page, 'Measured');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles(file);
  await expect(page.getByRole('dialog', { name: 'Measured times' })).toBeVisible();
}

const done = (page: Page): Promise<void> => page.getByRole('button', { name: 'Done' }).click();

async function tuned(site: Workbench): Promise<void> {
  await site.choose('Level', 'Accelerated');
  await site.tune.click();
  await site.expectProved('584', 'WG 16, TS 4 or 8');
}

const agreement = (page: Page): Locator => page.getByTestId('agreement');

test(
  'each format is imported, compared, and there after a reload',
  LONG,
  async ({ site, page }) => {
    await tuned(site);
    const files = [
      upload('hub-T4.json', JSON.stringify(T4)),
      upload('cache.json.gz', gzipSync(CACHE)),
      upload('ktt.json', JSON.stringify(KTT)),
      upload('table.csv', CSV),
    ];
    for (const file of files) {
      await importFile(page, file);
      await expect(page.getByTestId('measured-file')).toContainText(`${file.name} (`);
      await expect(page.getByTestId('measured-file')).toContainText('7 configurations, 1 failed');
      await done(page);
      // Ranks of the model 2 5 4 ... against 6 5 4 2 3 1: far from agreement, and said so.
      await expect(agreement(page)).toHaveText(/^Of 6 configurations with both times, the model/);
      await expect(page.getByText('1 failed when measured')).toBeVisible();
    }
    const words = await agreement(page).textContent();
    await page.reload();
    await expect(site.status).toHaveText('proved');
    await openView(page, 'Measured');
    await expect(agreement(page)).toHaveText(words ?? '');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('How well does the model rank')).toBeVisible();
    await page.reload();
    await openView(page, 'Measured');
    await expect(page.getByText('How well does the model rank')).toBeVisible();
  },
);

test('columns are guessed and can be chosen, and a bad file is refused in a sentence', async ({
  site,
  page,
}) => {
  await tuned(site);
  await importFile(page, upload('odd.csv', 'a,b,time_ms\n16,4,1\n16,8,2\n4,2,4\n'));
  await expect(page.getByText('guessed: no column is like it').first()).toBeVisible();
  for (const [parameter, column] of [
    ['WG', 'a'],
    ['TS', 'b'],
  ] as const) {
    await page.getByRole('button', { name: `Column of ${parameter}` }).click();
    await page.getByRole('option', { name: column, exact: true }).click();
  }
  await done(page);
  await expect(agreement(page)).toHaveText(/^Of 3 configurations with both times/);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles(upload('bad.json', '{"results": 1}'));
  await expect(page.getByText('bad.json: It is JSON, but not of measurements')).toBeVisible();
  await expect(agreement(page)).toHaveText(/^Of 3 configurations with both times/);
});

test('a file that is dropped on the page is imported', async ({ site, page }) => {
  await tuned(site);
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.csv'));
    return data;
  }, CSV);
  const editor = page.locator('[data-editor=opencl-c]');
  await editor.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(
    page.getByText(
      'Drop a kernel, a Promela model, a workbench, a lesson, measured times or a run folder here',
    ),
  ).toBeVisible();
  await editor.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByTestId('measured-file')).toContainText('dropped.csv (CSV)');
  await done(page);
  await expect(agreement(page)).toBeVisible();
  await expect(
    page.getByText(
      'Drop a kernel, a Promela model, a workbench, a lesson, measured times or a run folder here',
    ),
  ).toBeHidden();
});

test('the scatter plot is walked by keys, and the worst disagreement opens its trace', async ({
  site,
  page,
}) => {
  await tuned(site);
  await importFile(page, upload('table.csv', CSV));
  expect(await seriousProblems(page)).toEqual([]);
  await done(page);
  await expect(agreement(page)).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  const plot = page.getByRole('application', { name: 'Model time against measured time' });
  await plot.focus();
  const words = plot.getByRole('status');
  await expect(words).toHaveText('WG 4, TS 4, measured 1 ms, model 730 ticks');
  await page.keyboard.press('ArrowRight');
  await expect(words).toHaveText('WG 16, TS 4, measured 2 ms, model 584 ticks');
  await page.keyboard.press('End');
  await expect(words).toHaveText(/^WG 4, TS 2, measured 8 ms/);
  // Back to the first of the disagreements.
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Shift+N');
  await expect(words).toHaveText(/^WG 4, TS 4/);
  const worst = page.getByRole('list', { name: 'Worst disagreements' }).getByRole('button').first();
  await expect(worst).toHaveText('WG 4, TS 4');
  await worst.click();
  await expect(page.getByTestId('tick-readout')).toHaveText('tick 0 of 730');
});

test('a shortlist is proved, exported and read back', LONG, async ({ site, page }) => {
  await tuned(site);
  await openView(page, 'Shortlist');
  const claim = page.getByTestId('shortlist-claim');
  await page.getByRole('slider', { name: 'within' }).fill('1.05');
  await expect(claim).toHaveText(
    /^4 configurations of \d+ within 5.0 % of 584 ticks: proved, no other is\./,
  );
  const wanted = [
    { WG: 16, TS: 4 },
    { WG: 16, TS: 8 },
    { WG: 16, TS: 2 },
    { WG: 16, TS: 16 },
  ];
  for (const [label, format] of [
    ['T1', 't1'],
    ['Kernel Tuner', 'kernel-tuner'],
    ['CSV', 'csv'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export the shortlist, ${label}` }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(readShortlist(format, text)).toEqual({ ok: true, value: wanted });
  }
  // The user's choice stays.
  await page.getByRole('slider', { name: 'within' }).fill('1');
  await expect(claim).toHaveText(/^2 configurations/);
  await page.reload();
  await openView(page, 'Shortlist');
  await expect(claim).toHaveText(/^2 configurations/);
});

test('the map shows what was measured, and how far it is from the model', async ({
  site,
  page,
}) => {
  await tuned(site);
  await importFile(page, upload('table.csv', CSV));
  await done(page);
  await openView(page, 'Map');
  const map = page.getByRole('application', { name: /^Map of/ });
  const words = map.getByRole('status');
  await page.getByRole('radio', { name: 'Measured', exact: true }).click();
  await map.focus();
  await expect(words).toHaveText(/^WG 4, TS 4, 730 ticks, measured time 1 ms, the fastest here/);
  await page.getByRole('radio', { name: 'Ratio', exact: true }).click();
  await map.focus();
  // The device runs it fastest; in the model it takes a quarter more than the best.
  await expect(words).toHaveText(/^WG 4, TS 4, 730 ticks, measured to model 0.8 times/);
});
