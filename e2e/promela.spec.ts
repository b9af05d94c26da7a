import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { kill, killable } from './injected.ts';
import { expect, LONG, test } from './site.ts';
import { openText } from './views.ts';

const example = (id: string): string =>
  readFileSync(new URL(`../examples/promela/${id}.pml`, import.meta.url), 'utf8');

/** A model, in its user's words. */
class Model {
  readonly page: Page;
  readonly text: Locator;
  readonly check: Locator;
  readonly status: Locator;
  readonly conclusion: Locator;

  constructor(page: Page) {
    this.page = page;
    this.text = page.getByRole('textbox', { name: 'Promela model' });
    this.check = page.getByRole('button', { name: 'Check the model', exact: true });
    this.status = page.getByTestId('check-status');
    this.conclusion = page.getByTestId('check-conclusion');
  }

  async write(text: string): Promise<void> {
    await this.text.focus();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  async openExample(name: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: /Model$/ }).click();
    await this.page.getByRole('option', { name }).click();
  }

  async ask(what: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: /Check$/ }).click();
    await this.page.getByRole('option', { name: what }).click();
  }

  result(what: string): Locator {
    return this.page.getByTestId('check').filter({ hasText: what });
  }
}

async function detached(page: Page): Promise<Model> {
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  const model = new Model(page);
  await expect(page.locator('[data-editor=promela] .view-line').first()).toBeVisible();
  return model;
}

test('the model is detached, written with help, kept over a reload, and the kernel is as it was', async ({
  site,
  page,
}) => {
  // The list below decides how many lines fit.
  const kernel = async (): Promise<string[]> => (await site.kernelShown()).split('\n').slice(0, 8);
  const before = await kernel();
  expect(before).toHaveLength(8);
  const model = await detached(page);
  // A generated model is whole: its parameters' names are known.
  await page.getByRole('radio', { name: 'Tune', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'WG', exact: true })).toBeChecked();
  await expect(site.tune).toBeEnabled();

  await model.write('byte x;\nactive proctype p() {\n  x = 1;\n  y = 2\n}\n');
  const problems = page.getByRole('list', { name: 'Problems of the model' });
  await expect(problems).toContainText('`y` is not declared');
  await expect(page.locator('[data-editor=promela] .squiggly-error')).toHaveCount(1);
  await problems.getByRole('button').first().press('Enter');
  await expect(model.text).toBeFocused();
  // The caret is at the statement.
  // The editor offers words at a word's end only.
  await page.keyboard.type(' ');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('ass');
  // A list that opens while problems arrive is closed by the editor: one types on.
  await expect(async () => {
    if (!(await page.locator('.suggest-widget').isVisible())) {
      await page.keyboard.press('Backspace');
      await page.keyboard.type('s');
    }
    // A try is short, or the test's patience is spent on one list that was closed.
    await expect(page.locator('.suggest-widget')).toContainText('assert', { timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const line = page.locator('[data-editor=promela] .view-line', { hasText: 'proctype' });
  await expect(async () => {
    // A mouse that rests where it was asks for nothing.
    await page.mouse.move(0, 0);
    await line.hover({ position: { x: 90, y: 8 } });
    const hover = page.locator('.monaco-hover').first();
    await expect(hover).toContainText('A type of process', { timeout: 5_000 });
  }).toPass();

  await page.reload();
  await expect(
    page.locator('[data-editor=promela] .view-line', { hasText: 'ass y = 2' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Back to the kernel' }).click();
  await site.ready();
  await expect.poll(kernel).toEqual(before);
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Back to abstract_kernel.pml' }).click();
  await expect(
    page.locator('[data-editor=promela] .view-line', { hasText: 'ass y = 2' }),
  ).toBeVisible();
});

test('the classics are checked: what holds, what is violated, and how native SPIN does the same', async ({
  site: _site,
  page,
}) => {
  const model = await detached(page);
  await model.openExample(/^Peterson/);
  await model.check.click();
  await expect(model.status).toHaveText('violated');
  await expect(model.conclusion).toHaveText(
    '1 of 3 checks violated: acceptance cycle (ltl enters).',
  );
  await expect(model.result('ltl exclusive').getByTestId('check-word')).toHaveText('holds');
  // What is violated stands first, with what it claims.
  await expect(page.getByTestId('check').first()).toContainText('[] (wants[0] ->');
  await expect(page.getByRole('button', { name: 'Its run is shown' })).toBeVisible();

  // With weak fairness everybody enters.
  await model.ask(/^ltl enters/);
  for (const name of ['Weak fairness', 'Unreached statements'])
    await page.getByRole('switch', { name }).press(' ');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(model.conclusion).toHaveText('No run breaks it: ltl enters.');
  const run = page.getByRole('region', { name: 'Run of the model' });
  await expect(run.getByTestId('outdated')).toHaveText('Found by an earlier check.');
  await model.result('ltl enters').getByText('The same with native SPIN').click();
  const commands = page.getByLabel('Commands for native SPIN');
  await expect(commands).toContainText('spin -a peterson.pml');
  await expect(commands).toContainText('./pan -a -f -N enters');

  // A statement that no run has reached is a line of the model.
  await page
    .getByText(/^Statements not reached: \d+$/)
    .first()
    .click();
  const place = page.getByRole('button', { name: /^Show line \d+ of the model: / }).first();
  const line = /\d+/.exec((await place.textContent()) ?? '')?.[0] ?? 'none';
  await place.click();
  await expect(page.locator('[data-editor=promela] .active-line-number').first()).toHaveText(line);

  expect(await seriousProblems(page)).toEqual([]);

  // A formula of one's own, and a text changed meanwhile.
  await model.ask(/^A formula of your own/);
  const formula = page.getByRole('textbox', { name: 'Formula' });
  await formula.fill('[] (inside == ');
  await model.check.click();
  await expect(page.getByTestId('failure')).toContainText('SPIN rejects the formula');
  await expect(model.result('ltl enters').getByTestId('check-word')).toHaveText('holds');
  await formula.fill('[] (inside == 0)');
  await model.check.click();
  await expect(model.conclusion).toContainText('1 of 1 check violated');
  await expect(run.getByTestId('outdated')).toBeHidden();
  await model.write(example('philosophers'));
  await expect(page.getByTestId('stale')).toBeVisible();
  await model.ask(/^All that the model says/);
  await model.check.click();
  await expect(model.conclusion).toContainText('invalid end state');
  await expect(page.getByTestId('stale')).toBeHidden();
});

test('what was found of a model is there after a reload: a check with its run, a tuning that was stopped', async ({
  site,
  page,
}) => {
  const model = await detached(page);
  await model.openExample(/^Dining philosophers/);
  await model.check.click();
  const pane = page.getByRole('region', { name: 'Run of the model' });
  await expect(pane.getByTestId('trace-sentence')).not.toBeEmpty();
  await expect(model.conclusion).toContainText('invalid end state');
  const said = (await model.conclusion.textContent()) ?? '';
  const [before] = await pane.getByTestId('run-place').allTextContents();

  await page.reload();
  await expect(model.conclusion).toHaveText(said);
  await expect(model.status).toHaveText('violated');
  await expect(pane.getByTestId('run-place')).toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: 'Its run is shown' })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  // Stopped with findings: neither lost nor overstated.
  await model.write(STOPPED);
  await page.getByRole('radio', { name: 'Tune', exact: true }).click();
  await page.getByRole('checkbox', { name: 'n', exact: true }).press(' ');
  await page.getByRole('textbox', { name: 'Objective' }).fill('cost');
  await page.getByRole('textbox', { name: 'When' }).fill('done');
  await site.tune.click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/cost \d|n \d/).first()).toBeVisible();
  await result.getByRole('button', { name: 'Cancel' }).click();
  await expect(site.status).toHaveText('cancelled');
  const best = (await site.minimum.textContent()) ?? '';
  await page.reload();
  await expect(site.status).toHaveText('cancelled');
  await expect(site.minimum).toHaveText(best);

  // Both stand among the runs.
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const runs = page.getByTestId('runs');
  await expect(runs.getByRole('row', { name: /cancelled/ })).toBeVisible();
  await page.getByRole('button', { name: 'Open philosophers.pml', exact: true }).click();
  await expect(model.conclusion).toHaveText(said);
  await expect(runs.getByRole('row', { name: /violated/ })).toContainText(
    '1 of 1: assertions and invalid end states',
  );
  await expect(pane.getByTestId('trace-sentence')).not.toBeEmpty();
});

/** Finds something at once, and never ends. */
const STOPPED = `int cost, n;
bool done;
byte a, b, c;
active proctype chooser() { select(n : 1 .. 9); cost = n; done = true }
active [2] proctype walker() { do :: a++ :: b++ :: c++ od }
`;

test('C of an opened model is said before it runs, and files are given along', async ({
  site: _site,
  page,
}) => {
  const model = new Model(page);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const text =
      '#include "types.h"\nsmall x;\nactive proctype p() { c_code { now.x = N; }; assert(x == 3) }\n';
    transfer.items.add(new File([text], 'with-c.pml'));
    return transfer;
  });
  await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('It includes types.h')).toBeVisible();
  const included = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['#define small byte\n'], 'types.h'));
    return transfer;
  });
  await page.locator('body').dispatchEvent('drop', { dataTransfer: included });
  await expect(page.getByText('It includes types.h')).toBeHidden();
  await page.getByRole('textbox', { name: /^Macros/ }).fill('N=4');
  await model.check.click();
  const dialog = page.getByRole('dialog', { name: 'This model has C of its own' });
  await expect(dialog).toContainText('c_code { now.x = 4; }');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(model.status).toBeHidden();
  await model.check.click();
  await dialog.getByRole('button', { name: 'I have looked: run it' }).click();
  await expect(model.status).toHaveText('violated');
  await expect(page.getByText('The model has C of its own: it runs inside')).toBeVisible();
});

test(
  'a model is tuned for an expression of its own, with map, search and proof',
  LONG,
  async ({ site, page }) => {
    const model = await detached(page);
    await model.openExample(/^A model to be tuned/);
    // The name of a range is no label.
    const colour = (line: RegExp, word: string): Promise<string> =>
      page
        .locator('[data-editor=promela] .view-line', { hasText: line })
        .locator('span > span', { hasText: word })
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    await expect(async () => {
      const declared = await colour(/int\swidth/, 'width');
      // A line that is drawn anew meanwhile has none.
      expect(declared).not.toBe('');
      expect(await colour(/select\(width/, 'width')).toBe(declared);
    }).toPass();
    await page.getByRole('radio', { name: 'Tune', exact: true }).click();
    await page.getByRole('textbox', { name: 'Objective' }).fill('boxes * 2');
    await page.getByRole('textbox', { name: 'When' }).fill('nothing');
    await expect(page.getByText('The model has no global variable `nothing`.')).toBeVisible();
    await page.getByRole('textbox', { name: 'When' }).fill('packed');
    await page.getByRole('radio', { name: 'largest' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(site.status).toHaveText('proved');
    await expect(site.minimum).toHaveText('192boxes * 2');
    await expect(site.optima).toHaveText('width 2, height 2');
    await expect(site.conclusion).toContainText('No run has a larger boxes * 2: proved by');
    await expect(page.getByRole('application', { name: /Map of boxes \* 2/ })).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Search', exact: true }).click();
    const searches = page.getByTestId('search-table');
    await expect(searches).toContainText('boxes * 2 at least');
    await expect(searches).toContainText('there is none');

    // The map opens configurations' runs: here the one below the best.
    await page.getByRole('tab', { name: 'Map', exact: true }).click();
    const map = page.getByRole('application', { name: /Map of boxes \* 2/ });
    await map.press('n');
    await map.press('Enter');
    const pane = page.getByRole('region', { name: 'Run of the model' });
    await expect(pane.getByRole('heading').first()).toHaveText(
      /^boxes \* 2 = (?!192)\d+ at width \d, height \d$/,
    );
    await expect(pane.getByTestId('trace-sentence')).not.toBeEmpty();

    // A reload keeps everything, and the proof can be rechecked.
    await page.reload();
    await expect(site.minimum).toHaveText('192boxes * 2');
    await expect(page.getByRole('radio', { name: 'Tune', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'Check the proof again' }).click();
    await expect(page.getByTestId('rechecked')).toContainText('The proof and the run hold');
    await page.getByRole('tab', { name: 'Map', exact: true }).click();
    await expect(map).toBeVisible();
    await page.getByRole('button', { name: 'Show its run' }).click();
    await expect(pane.getByRole('heading').first()).toContainText('boxes * 2 = 192');

    // In the list of runs, it reopens after another model.
    await model.openExample(/^Peterson/);
    await expect(site.minimum).toBeHidden();
    await page.getByRole('tab', { name: 'Runs', exact: true }).click();
    await page.getByRole('button', { name: /^Open packing.pml/ }).click();
    await expect(site.minimum).toHaveText('192boxes * 2');
    expect(await seriousProblems(page)).toEqual([]);
  },
);

/** Too many states to search: both keep counting, and their counts are read. */
const ENDLESS = `byte a, b, c, d;
active [2] proctype p() {
  do :: a++ :: b++ :: c++ :: d++ :: assert(a + b + c + d <= 1020) od
}
`;

test(
  'a check that takes too long is stopped, and one that needs too much memory says so',
  LONG,
  async ({ site: _site, page }) => {
    const model = await detached(page);
    await model.write(ENDLESS);
    await model.check.click();
    await expect(page.getByTestId('stage')).toContainText('Searching');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('button', { name: 'Cancel' }).click();
    await expect(model.status).toHaveText('bounded');
    await expect(page.getByTestId('check').first()).toContainText(
      /It was stopped(?: before the search told of its first states)?\./,
    );
    // The limits of a check stand below the other ways to search.
    await page.getByRole('textbox', { name: /^Memory/ }).fill('64');
    await model.check.click();
    await expect(model.status).toHaveText('out of memory');
    await expect(page.getByTestId('check').first()).toContainText('ran out of memory');
  },
);

test(
  'a tuning that a reload or a killed worker cuts off goes on, and comes to the same',
  LONG,
  async ({ site, page }) => {
    await killable(page);
    await page.reload();
    await site.ready();
    const model = await detached(page);
    // One of whose tuning nothing is set.
    await model.openExample(/^Dining philosophers/);
    await model.write(WALKS);
    await page.getByRole('radio', { name: 'Tune', exact: true }).click();
    await page.getByRole('checkbox', { name: 'n', exact: true }).press(' ');
    await page.getByRole('textbox', { name: 'Objective' }).fill('cost');
    await page.getByRole('textbox', { name: 'When' }).fill('done');
    const whole = async (): Promise<void> => {
      await site.prove();
      await expect(site.minimum).toHaveText('3cost');
      await expect(site.optima).toHaveText('n 4');
    };
    await whole();
    await expect(page.getByTestId('resumed')).toHaveText('');

    // A remark makes it another model to the tools.
    const bounds = (): Promise<string> =>
      page.evaluate(() => localStorage.getItem('overtime.bounds.1') ?? '');
    await model.write(`${WALKS}/* loaded again */\n`);
    await site.tune.click();
    // It is there only while the search goes on.
    await expect.poll(bounds, { intervals: [20] }).toContain('best');
    await page.reload();
    await page.getByRole('radio', { name: 'Tune', exact: true }).click();
    await whole();
    await expect(page.getByTestId('resumed')).toContainText('Went on from an earlier run');

    await model.write(`${WALKS}/* killed */\n`);
    await kill(page, 'verify');
    await site.tune.click();
    await expect(site.status).toHaveText('bounded');
    await expect(site.conclusion).toContainText('The worker stopped unexpectedly');
    await whole();
  },
);

/** Searches for seconds, but finds the answer early. */
const WALKS = `int cost, n;
bool done;
byte w;
active proctype p() { select(n : 1 .. 9); cost = 3 + (n - 4) * (n - 4); done = true }
active [2] proctype q() { byte i; do :: i < 90 -> i++; w++ :: else -> break od }
`;

test(
  'a model at which SPIN crashes is told from one that it rejects',
  LONG,
  async ({ site: _site, page }) => {
    const model = await detached(page);
    // Native SPIN ends in a segmentation fault as well.
    await model.write(`active proctype p() { ${'{ '.repeat(500)} skip ${'}'.repeat(500)} }\n`);
    await model.check.click();
    const failure = page.getByTestId('failure');
    await expect(failure).toContainText('SPIN itself has stopped');
    await expect(failure).toContainText('blocks nested hundreds deep');
    await model.write('byte x;\nactive proctype p() { x = 8 / x }\n');
    await model.check.click();
    await expect(failure).toContainText('The model cannot be checked');
    await expect(failure).toContainText('A step of the model divides by zero');
    // The tools that crashed before check another model.
    await model.write('byte x;\nactive proctype p() { x = 8 }\n');
    await model.check.click();
    await expect(model.status).toHaveText('holds');
  },
);

test('non-progress cycles are found and shown, and bitstate proves nothing', async ({
  site: _site,
  page,
}) => {
  const model = await detached(page);
  await model.write(
    'byte x;\nactive proctype p() {\nprogress: x = 1;\n  do :: x = 2 :: x = 3 od\n}\n',
  );
  await model.ask(/^Non-progress cycles/);
  await model.check.click();
  await expect(model.status).toHaveText('violated');
  await expect(model.conclusion).toContainText('non-progress cycle');
  await expect(page.getByTestId('run-place')).toContainText('before the cycle');
  await page.getByRole('button', { name: 'Start of cycle' }).click();
  await expect(page.getByTestId('run-place')).toContainText('in the cycle');

  await model.ask(/^All that the model says/);
  await page.getByRole('switch', { name: 'Bitstate' }).press(' ');
  await model.check.click();
  await expect(model.status).toHaveText('bounded');
  await expect(page.getByTestId('check').first()).toContainText('Sampled, not proved');
});
