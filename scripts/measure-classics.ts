/** Times the classics of examples/promela in the system's Chromium, on the built site, and natively:
 * `npm run -s measure:classics`. From Check the model to the answer, on a first and a later visit;
 * and the page's commands for native SPIN, in turn on the same machine. */
import { sumOf } from '../src/base/sum.ts';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { begin, readOptions } from '../cli/command.ts';
import { UsageError } from '../cli/usage-error.ts';
import { runCommands } from '../src/testing/native-verifier.ts';
import { recordSection } from './bench/record.ts';
import { rounded } from './bench/report.ts';
import { firstContext, openPage, openSite, project } from './bench/site.ts';
import { openText } from '../e2e/views.ts';

begin('measure:classics');
const { record = false, rounds: typed = '3' } = readOptions(
  `npm run -s measure:classics [-- --record]: how long the classics take in the page, and natively

  --rounds N  the least of so many rounds (default: 3)
  --record    puts the figures into docs/bench.json and docs/bench.md`,
  { record: { type: 'boolean' }, rounds: { type: 'string' } },
);
const rounds = Number(typed);
if (!(Number.isInteger(rounds) && rounds > 0))
  throw new UsageError(`--rounds is a whole number above 0, not ${typed}`);

const CLASSICS = [
  ['peterson', /^Peterson/],
  ['philosophers', /^Dining philosophers/],
  ['leader', /^Leader election/],
  ['alternating-bit', /^Alternating bit/],
  ['unfair', /^A liveness error/],
] as const;

/** Opens a model as a visitor does who came for a classic. */
async function openModel(page: Page, name: RegExp): Promise<void> {
  await openText(page, 'Promela');
  await page.getByRole('button', { name: 'Edit as a model of its own' }).click();
  await page.getByRole('button', { name: /Model$/ }).click();
  await page.getByRole('option', { name }).click();
}

/** Milliseconds from Check the model to its answer, measured in the page. */
async function clickToAnswer(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Check the model', exact: true });
  await button.waitFor();
  return button.evaluate(
    (element) =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        let isBegun = false;
        const observer = new MutationObserver(() => {
          const isBusy = document.querySelector('.model-result')?.getAttribute('aria-busy');
          isBegun ||= isBusy === 'true';
          if (!isBegun || isBusy !== 'false') return;
          observer.disconnect();
          if (document.querySelector('[data-testid=check-status]'))
            resolve(performance.now() - began);
          else reject(new Error(document.querySelector('.model-result')?.textContent ?? ''));
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(() => reject(new Error('no answer within 120 s')), 120_000);
        (element as HTMLElement).click();
      }),
  );
}

/** Each search's answer, with the native commands for it. */
async function answersOf(page: Page) {
  const status = (await page.getByTestId('check-status').textContent()) ?? '';
  const searches = await page
    .getByTestId('check')
    .evaluateAll((articles) =>
      articles.map((article) => ({
        figures: article.querySelector('.model-check-figures')?.textContent ?? '',
        native: article.querySelector('pre')?.textContent?.split('\n') ?? [],
      })),
    );
  const states = searches.map(({ figures }) => {
    const [, digits = 'none'] = /^([\d,]+) states?,/.exec(figures) ?? [];
    return Number(digits.replaceAll(',', ''));
  });
  return { status, states, native: searches.map((search) => search.native) };
}

interface Times {
  readonly native: number;
  readonly first: number;
  readonly later: number;
}

const NEVER: Times = { native: Infinity, first: Infinity, later: Infinity };

const site = await openSite();

/** @throws {Error} where native SPIN finds something else. */
async function measure(id: string, name: RegExp) {
  const context = await firstContext(site);
  const page = await openPage(site, context);
  await openModel(page, name);
  const first = await clickToAnswer(page);
  const answers = await answersOf(page);
  await page.reload();
  const later = await clickToAnswer(page);
  await context.close();
  const file = `${id}.pml`;
  const text = readFileSync(join(project, 'examples', 'promela', file), 'utf8');
  const began = performance.now();
  const reports = answers.native.map((lines) => runCommands({ [file]: text }, lines));
  const native = performance.now() - began;
  for (const [at, { states }] of reports.entries())
    if (states !== answers.states[at])
      throw new Error(
        `${file}: native SPIN finds ${states} states, the page ${answers.states[at]}`,
      );
  return { times: { native, first, later }, answers };
}

const started = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const least = new Map<string, Times>();
const said = new Map<string, readonly (string | number)[]>();
for (let round = 0; round < rounds; round += 1)
  for (const [id, name] of CLASSICS) {
    const { times, answers } = await measure(id, name);
    const before = least.get(id) ?? NEVER;
    least.set(id, {
      native: Math.min(before.native, times.native),
      first: Math.min(before.first, times.first),
      later: Math.min(before.later, times.later),
    });
    const { status, states } = answers;
    said.set(id, [states.length, status, sumOf(states)]);
  }
await site.close();

const rows = CLASSICS.map(([id]) => {
  const { native, first, later } = least.get(id) ?? NEVER;
  return [
    `${id}.pml`,
    ...(said.get(id) ?? []),
    rounded(native, 0),
    rounded(first, 0),
    rounded(first / native),
    rounded(later, 0),
    rounded(later / native),
  ];
});
const columns = [
  'classic',
  'searches',
  'answer',
  'states',
  'native ms',
  'first visit, ms',
  'ratio',
  'later visit, ms',
  'ratio',
];
console.log([columns, ...rows].map((row) => row.join('\t')).join('\n'));

if (record) {
  recordSection({
    name: 'classics',
    title: 'The classics in the page',
    method: [
      `The models of examples/promela with all that they say of themselves, in Chromium on the built site: milliseconds of the clock from pressing Check the model to the answer. The least of ${rounds} rounds. Made by \`npm run -s measure:classics -- --record\`.`,
      `- On a first visit nothing is in any cache: SPIN and the C compiler are fetched (from this machine) and made into machine code on the way.\n- On a later visit the page has been loaded anew and has the verifiers.\n- Natively the commands are those that the page itself gives, \`spin -a\`, \`gcc -O2\` and pan for each search, run in turn with the page; the states are equal.`,
    ].join('\n\n'),
    tables: [{ columns, rows }],
    targets: [],
    seconds: rounded((performance.now() - started) / 1000, 1),
    quick: false,
    load: [rounded(loadBefore, 1), rounded(loadavg()[0] ?? 0, 1)],
  });
}
