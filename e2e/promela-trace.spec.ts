import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, LONG, test } from './site.ts';

const example = (name: string): string =>
  readFileSync(new URL(`../examples/promela/${name}.pml`, import.meta.url), 'utf8');

/** Peterson's algorithm without its courtesy: both can be inside. */
const BROKEN = example('peterson')
  .replace('  turn = other;\n', '')
  .replace('(!wants[other] || turn == _pid);', '(!wants[other] || turn == other);')
  .replaceAll(/^ltl .*$/gm, '');

/** Opens and checks a model file, and waits for the violating run. */
async function check(page: Page, name: string, text: string): Promise<void> {
  await page.keyboard.press('F1');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('combobox').or(page.getByRole('searchbox')).last().fill('Open a .pml file');
  await page.keyboard.press('Enter');
  const files = [{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }];
  await (await chosen).setFiles(files);
  await page.getByRole('button', { name: 'Check the model' }).click();
  await expect(page.getByTestId('trace-sentence')).not.toBeEmpty();
}

test.describe('the run of any model', () => {
  test('is played from step to step: Peterson with a broken line', async ({ site }) => {
    const { page } = site;
    await check(page, 'broken.pml', BROKEN);
    const pane = page.getByRole('region', { name: 'Run of the model' });
    const sentence = page.locator('.trace-sentence');
    await expect(pane.getByRole('heading').first()).toContainText('violated');
    // Unused keys move the cursor; the editor's line and the variables follow.
    await pane.getByRole('heading').first().click();
    await page.keyboard.press('End');
    await expect(sentence).toContainText('user 1: assert((inside==1))');
    await expect(sentence).toContainText('assertion violated');
    const variables = pane.getByRole('group', { name: 'Variables' });
    await page.keyboard.press('ArrowLeft');
    await expect(sentence).toContainText('inside = (inside+1)');
    await expect(variables.locator('.changed')).toHaveText(/inside\s*1\s*2/);
    // The step's automaton, with the places of both its processes.
    const places = pane.getByTestId('automaton-places');
    await expect(pane.getByTestId('automaton-here').first()).toBeVisible();
    await expect(places).toHaveText(/user [01], user [01] at state \d+, line \d+/);
    await page.keyboard.press('ArrowLeft');
    await expect(places).toHaveText(/user [01] at state \d+, line \d+; user [01] at state \d+/);
    await expect(pane.getByTestId('automaton-here')).toHaveCount(2);
    const line = sentence.getByRole('button', { name: /^line \d+$/ });
    await line.click();
    await expect(page.locator('[data-editor=promela] .active-line-number')).toHaveText(
      ((await line.textContent()) ?? '').replace('line ', ''),
    );
    // The chart for assistive technology.
    await expect(pane.getByRole('list', { name: 'Steps near the cursor' })).toContainText('inside');
    expect(await seriousProblems(page)).toEqual([]);
  });

  test('shows a cycle as a loop, in which playing goes round', LONG, async ({ site }) => {
    const { page } = site;
    await check(page, 'unfair.pml', example('unfair'));
    const place = page.getByTestId('run-place');
    await expect(place).toContainText('before the cycle');
    await page.getByRole('button', { name: 'Start of cycle' }).click();
    await expect(place).toHaveText(/in the cycle$/);
    const start = await place.textContent();
    await page.getByRole('button', { name: /^Last step/ }).click();
    await page.getByRole('button', { name: /^Step forward/ }).click();
    await expect(place).toHaveText(`${start}, round 2`);
    await page.getByRole('button', { name: /^Speed|steps\/s/ }).click();
    await page.getByRole('option', { name: '32 steps/s' }).click();
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect(place).toHaveText(/round ([5-9]|\d\d)/);
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByRole('tab', { name: 'Steps' }).click();
    await expect(page.getByRole('list', { name: 'Steps near the cursor' }).last()).toContainText(
      'Cycle begins',
    );
    // The claim's automaton, with its place.
    await page.getByRole('button', { name: /Automaton/ }).click();
    await page.getByRole('option', { name: 'claim everybody' }).click();
    await expect(page.getByTestId('automaton-places')).toContainText('claim everybody at state');
  });

  test('has messages through channels, and goes on as the user chooses', async ({ site }) => {
    const { page } = site;
    // Messages are lost and never come.
    await check(page, 'alternating-bit.pml', example('alternating-bit'));
    const pane = page.getByRole('region', { name: 'Run of the model' });
    const sentence = page.locator('.trace-sentence');
    await expect(sentence).toContainText(
      /sender sends msg, 0, 0 to forth; line takes it in step 2/,
    );
    const variables = pane.getByRole('group', { name: 'Variables' });
    await expect(variables).toContainText(/forth\s*\[msg,0,0\]/);
    await pane.getByRole('button', { name: /^Step forward/ }).click();
    await expect(sentence).toContainText(
      'line takes msg, 0, 0 from forth, sent by sender in step 1',
    );
    await expect(variables).toContainText(/forth\s*\[msg,0,0\]\s*empty/);
    // Steps are found by words; the chart names the hovered one, and is saved as shown.
    const find = pane.getByRole('searchbox', { name: /^Find a step/ });
    await find.fill('sender sends');
    await find.press('Shift+Enter');
    await expect(sentence).toContainText(/^sender sends/);
    await find.fill('nothing of the kind');
    await find.press('Enter');
    await expect(pane.getByText('No such step that way')).toBeAttached();
    await pane.getByRole('button', { name: /^First step/ }).click();
    await pane
      .getByRole('group', { name: 'Steps and messages of the run', exact: true })
      .hover({ position: { x: 120, y: 52 } });
    await expect(page.locator('.hover-card')).toContainText('sender sends msg, 0, 0');
    await expect(page.locator('.hover-card')).toContainText('step 1, line 19');
    await pane.getByRole('button', { name: 'Save' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Picture, SVG' }).click();
    const svg = readFileSync(await (await saved).path(), 'utf8');
    expect(svg).toContain('forth: msg, 0, 0');
    await pane.getByRole('button', { name: /^Filter messages/ }).click();
    await page.getByText('Only messages', { exact: true }).click();
    await page.keyboard.press('Escape');

    // One run is kept, another made: it starts like the trail, whose choice is marked.
    await pane.getByRole('button', { name: 'Keep this run to compare others with' }).click();
    await pane.getByRole('tab', { name: 'Simulate' }).click();
    await pane.getByRole('button', { name: 'Choose myself' }).click();
    const choices = pane.getByRole('list', { name: 'Steps that can be taken' });
    const receives = choices.getByRole('button', { name: /receiver.*forth\?msg/ });
    await expect(choices.getByRole('button', { name: /line.*as in the trail/ })).toBeVisible();
    await receives.click();
    await expect(sentence).toContainText('receiver takes msg, 0, 0 from forth');
    await expect(page.getByTestId('run-difference')).toContainText(
      'The first 1 steps are the same',
    );
    await expect(
      pane.getByRole('group', { name: 'Steps and messages of the kept run' }),
    ).toBeVisible();
    await pane.getByRole('tab', { name: 'Variables' }).click();
    await expect(variables).toContainText('Differs from the kept run');
    await pane.getByRole('tab', { name: 'Simulate' }).click();
    await pane.getByRole('button', { name: 'Take the last one back' }).click();
    await expect(receives).toBeVisible();
    // Or SPIN chooses.
    await pane.getByRole('button', { name: 'Let SPIN choose' }).click();
    await expect(pane.getByRole('heading').first()).toHaveText('simulated, seed 1');
    await pane.getByRole('button', { name: 'Back to the trail' }).click();
    await expect(pane.getByRole('heading').first()).toContainText('ltl arrives');
    expect(await seriousProblems(page, '.trace-pane')).toEqual([]);
  });
});
