import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { openNativeDoor, serveWithDoor } from '../cli/native-door.ts';
import { filesIn, serveSite } from '../cli/site-server.ts';
import { TOKEN_FRAGMENT } from '../src/checker/native/question.ts';
import { asUsual, expect, LONG, test as base } from './site.ts';
import { openText } from './views.ts';

const DIST = fileURLToPath(
  new URL(`../${process.env['OVERTIME_DIST'] ?? 'dist'}`, import.meta.url),
);

/** The site as `npm start` serves it, with the address that it prints. */
const test = base.extend<object, { readonly printed: string }>({
  printed: [
    // Playwright wants to see the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => use(await serveWithDoor(filesIn(DIST), 0)),
    { scope: 'worker' },
  ],
  baseURL: async ({ printed }, use) => use(new URL('/', printed).href),
});

const natively = (page: Page): Locator =>
  page.getByRole('switch', { name: 'Natively, on this machine' });
const help = (page: Page): Locator => page.getByTestId('native-help');
const check = (page: Page): Locator =>
  page.getByRole('button', { name: 'Check the model', exact: true });
const status = (page: Page): Locator => page.getByTestId('check-status');
const figures = (page: Page): Locator => page.locator('.model-check-figures');
const answer = (page: Page): Locator => page.getByRole('region', { name: 'Result', exact: true });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Promela model' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

/** Opens the page at an address, with a model of its own. */
async function opened(page: Page, address: string, text: string): Promise<void> {
  await asUsual(page);
  await page.goto(address);
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  await expect(page.locator('[data-editor=promela] .view-line').first()).toBeVisible();
  await write(page, text);
}

async function turnOn(page: Page): Promise<void> {
  await natively(page).locator('xpath=ancestor::label').click();
  await page.getByRole('button', { name: 'Search natively', exact: true }).click();
  await expect(natively(page)).toBeChecked();
}

/** Verifiers that the server of this process runs. */
const running = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return words.includes('overtime-native-') && parent === String(process.pid);
    } catch {
      return false;
    }
  });

const SMALL = `byte n; chan c = [2] of { byte };
active proctype p() { byte i; do :: i < 12 -> i++; c!i :: else -> break od; n++ }
active proctype q() { byte x, s; do :: c?x -> s = s + x; assert(s < 70) od }
ltl finishes { <> (n == 1) }
`;

/** A model with states of 8 KB, in the number asked for. */
const large = (most: number): string => `int a, b, c; byte room[8000];
active [2] proctype p() {
  room[7999] = 1;
end: do
  :: atomic { a < 50 -> a++; assert(room[a] == 0) }
  :: atomic { b < 60 -> b++ }
  :: atomic { c < ${most} -> c++ }
  od
}
`;

test(
  'without a compiler, or a machine that it knows, the page says what it lacks and does the rest',
  LONG,
  async ({ page, printed }) => {
    await opened(page, './', SMALL);
    await expect(help(page)).toContainText('open the address that it prints');
    await expect(natively(page)).toBeDisabled();
    await check(page).click();
    await expect(status(page)).toHaveText('violated');
    process.env['OVERTIME_CC'] = '/nowhere/cc';
    try {
      await page.goto(printed);
      await page.reload();
      await expect(help(page)).toContainText('/nowhere/cc cannot be started');
      await expect(natively(page)).toBeDisabled();
    } finally {
      delete process.env['OVERTIME_CC'];
    }
  },
);

test('the page asks once, searches natively with the same results, and says so', async ({
  page,
  printed,
}) => {
  await opened(page, printed, SMALL);
  expect(page.url()).not.toContain('native');
  await expect(help(page)).toContainText('The same searches by');
  await check(page).click();
  await expect(status(page)).toHaveText('violated');
  await expect(answer(page)).not.toContainText('natively');
  const exact = async () =>
    (await figures(page).allTextContents()).map((each) => each.replace(/, [^,]* MB.*/, ''));
  const there = await exact();
  expect(there).toHaveLength(2);

  await turnOn(page);
  await check(page).click();
  await expect(answer(page)).toContainText('Searched natively on this machine, compiled by');
  await expect(status(page)).toHaveText('violated');
  expect(await exact()).toEqual(there);
  // The run that was found is followed as ever.
  await expect(page.getByRole('button', { name: 'Its run is shown' })).toHaveCount(1);

  await page.reload();
  await expect(natively(page)).toBeChecked();
  await expect(answer(page)).toContainText('Searched natively on this machine');
  await write(page, 'byte x;\nc_code { int y; };\nactive proctype p() { x++ }\n');
  await check(page).click();
  await page.getByRole('button', { name: 'I have looked: run it' }).click();
  await expect(answer(page)).toContainText('its sandbox, since it has C of its own');
  await expect(status(page)).toHaveText('holds');
});

test('a model is tuned natively', LONG, async ({ page, printed }) => {
  const text =
    'byte size, time;\nactive proctype p() { select (size : 1 .. 6); time = (size - 4) * (size - 4) + 3 }\n';
  await opened(page, printed, text);
  await turnOn(page);
  await page.getByRole('radio', { name: 'Tune', exact: true }).click();
  for (const name of ['WG', 'TS', 'size'])
    await page.getByRole('checkbox', { name, exact: true }).press(' ');
  await page.getByRole('textbox', { name: 'Objective' }).fill('time');
  await page.getByRole('textbox', { name: 'When' }).fill('time > 0');
  await page.getByRole('button', { name: 'Tune the model' }).click();
  await expect(page.getByTestId('status')).toHaveText('proved');
  await expect(answer(page)).toContainText('size 4');
  await expect(answer(page)).toContainText('Searched natively on this machine');
});

test('a native search that Escape ends keeps what was known, its process ends, and it is asked for again', async ({
  page,
  printed,
}) => {
  await opened(page, printed, large(400));
  await turnOn(page);
  await page.getByRole('textbox', { name: 'Memory' }).fill('1500');
  await check(page).click();
  await expect.poll(running).not.toEqual([]);
  await expect(answer(page)).toContainText(/[1-9][\d,]{4,}/);
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('bounded');
  await expect(page.getByTestId('check').first()).toContainText('It was stopped.');
  await expect(figures(page)).toContainText(/^[1-9][\d,]{4,} states/);
  await expect.poll(running).toEqual([]);
  await write(page, large(1));
  await check(page).click();
  await expect(status(page)).toHaveText('holds');
  await expect(answer(page)).toContainText('Searched natively');
});

test(
  'a native search whose server ends keeps what was known, and the page goes on by itself',
  LONG,
  async ({ page }) => {
    const door = openNativeDoor();
    const server = await serveSite(filesIn(DIST), { port: 0, door });
    await opened(page, server.address + TOKEN_FRAGMENT + door.token, large(400));
    // The page fetches all that WebAssembly needs before the server goes.
    await check(page).click();
    await expect(answer(page)).toContainText(/[1-9][\d,]{4,}/);
    await page.keyboard.press('Escape');
    await expect(status(page)).toHaveText('bounded');
    await turnOn(page);
    await check(page).click();
    await expect.poll(running).not.toEqual([]);
    await expect(answer(page)).toContainText(/[1-9][\d,]{4,}/);
    await server.close();
    door.close();
    await expect(status(page)).toHaveText('bounded');
    await expect(page.getByTestId('check').first()).toContainText(
      /The server on this machine does not answer any more/,
    );
    await expect(figures(page)).toContainText(/^[1-9][\d,]{4,} states/);
    await expect.poll(running).toEqual([]);
    await natively(page).locator('xpath=ancestor::label').click();
    await write(page, 'byte x; active proctype p() { x = 1; assert(x == 1) }\n');
    await check(page).click();
    await expect(status(page)).toHaveText('holds');
  },
);

test('a search of more than 4 GB is cancelled once, and then made to its end', async ({
  page,
  printed,
}) => {
  test.skip(process.env['OVERTIME_LARGE'] === undefined, 'it needs 5 GB');
  test.setTimeout(900_000);
  await opened(page, printed, large(58));
  await turnOn(page);
  await page.getByRole('textbox', { name: 'Memory' }).fill('5000');
  await check(page).click();
  await expect(answer(page)).toContainText(/[1-9]\d,\d{3}/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(status(page)).toHaveText('bounded');
  console.log('cancelled:', await figures(page).textContent());
  await check(page).click();
  await expect(status(page)).toHaveText('holds', { timeout: 600_000 });
  const found = await figures(page).textContent();
  console.log('made to its end:', found);
  expect(Number(/([\d,]+) MB/.exec(found ?? '')?.[1]?.replaceAll(',', ''))).toBeGreaterThan(4096);
});
