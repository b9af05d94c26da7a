/** Measures kernels of known verdict for docs/correctness.md: `npm run -s correctness`, or only
 * `verdicts`, `barriers`, `mutants`, `corpus`, `bare`, `pairs`, `puzzles` or `random`. It takes half an hour; what is random
 * goes on for OVERTIME_SECONDS. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { problemConfigurations } from '../src/checker/problem.ts';
import { ValueChecker } from '../src/checker/value-checker.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import { BARE_KERNELS, settled } from '../src/testing/bare/settled.ts';
import { CORPUS_KERNELS } from '../src/testing/corpus/kernels.ts';
import { kernelOf, platform, problemOf } from '../src/testing/engine.ts';
import type { Field } from '../src/testing/instrument/fields.ts';
import { countsOfFields, keep, round } from '../src/testing/instrument/hunt.ts';
import { compileKernels } from '../src/testing/oracle/native-kernels.ts';
import { PAIRS } from '../src/testing/pairs/index.ts';
import { differing, joinedText } from '../src/testing/pairs/random-inputs.ts';
import { type Said, verdictOf } from '../src/testing/verdict-of.ts';
import { VERDICT_CASES } from '../src/testing/verdicts/index.ts';
import { comparison, isRace, judgedMutants } from '../src/testing/verdicts/mutants.ts';
import { withoutBarriers } from '../src/testing/verdicts/missing-barriers.ts';
import {
  GROUP_SIZES,
  type GroupSize,
  type Known,
  knownAt,
  type VerdictCase,
} from '../src/testing/verdicts/verdict-case.ts';
import { table } from './markdown-table.ts';

const FILE = new URL('../docs/correctness.md', import.meta.url);

/** The tool's verdict in a word; a hit if it is the known one. */
function wordOf({ status, findings }: Said, known: Known): { word: string; hit: boolean } {
  if (status !== 'wrong')
    return { word: status.replace('-', ' '), hit: status === 'right' && known === 'right' };
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const hit = kinds.some((kind) => kind === known);
  const shown = hit ? kinds.toSorted((a, b) => Number(b === known) - Number(a === known)) : kinds;
  return { word: shown.join(', '), hit };
}

const natively = (kinds: ReadonlySet<string>, known: Known): boolean =>
  known === 'right' ? kinds.size === 0 : kinds.has(known);

/** Those that the C++ side can show. */
const NATIVE_CASES = VERDICT_CASES.filter(({ native }) => native);

async function judgedNatively(size: GroupSize): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const kernels = await compileKernels(
    NATIVE_CASES.map(({ name, text, groups }) => ({
      name,
      text,
      values: { WG: size },
      constants: { size: size * groups },
    })),
  );
  try {
    const reports = await kernels.judge(
      NATIVE_CASES.map(({ name }) => name),
      { inputs: 16 },
    );
    return new Map(
      [...reports].map(([name, { findings }]) => [name, new Set(findings.map((f) => f.kind))]),
    );
  } finally {
    kernels.dispose();
  }
}

interface Row {
  readonly each: VerdictCase;
  readonly words: string[];
  hits: number;
  compiled: number;
}

async function verdicts(): Promise<{ rows: readonly Row[]; seconds: number }> {
  const rows: Row[] = VERDICT_CASES.map((each) => ({ each, words: [], hits: 0, compiled: 0 }));
  let seconds = 0;
  for (const size of GROUP_SIZES) {
    const started = performance.now();
    for (const row of rows) {
      const constants = platform({ size: size * row.each.groups });
      const said = await verdictOf(row.each.text, constants, { WG: size });
      const { word, hit } = wordOf(said, knownAt(row.each, size));
      row.words.push(hit ? word : `**${word}**`);
      if (hit) row.hits += 1;
    }
    seconds += (performance.now() - started) / 1000;
    const native = await judgedNatively(size);
    for (const row of rows) {
      const kinds = native.get(row.each.name);
      if (kinds && natively(kinds, knownAt(row.each, size))) row.compiled += 1;
    }
    console.error(`verdicts in groups of ${size}`);
  }
  return { rows, seconds };
}

async function barriers(): Promise<string> {
  const lines: string[][] = [];
  for (const size of GROUP_SIZES) {
    const all = await withoutBarriers(size);
    const races = all.filter(({ race }) => race);
    const noticed = races.filter(({ said }) => said).length;
    const alarms = all.filter(({ race, said }) => said && !race).length;
    lines.push([size, all.length, races.length, noticed, alarms].map(String));
    console.error(`barriers in groups of ${size}`);
  }
  return table(
    ['items of a group', 'barriers taken', 'make a race', 'noticed', 'false alarms'],
    lines,
  );
}

/** One mutant in so many; what is random takes others each time. */
const EVERY = 7;

async function mutants(): Promise<string> {
  const lines: string[][] = [];
  for (const size of GROUP_SIZES.slice(0, 1)) {
    const all = await judgedMutants(size, EVERY);
    const wrong = all.filter(({ native }) => native.size > 0);
    const races = wrong.filter(({ native }) => [...native].some(isRace));
    const missed = races.filter(({ said }) => !said.findings.some(({ kind }) => isRace(kind)));
    const others = (what: string) => all.filter((each) => comparison(each) === what);
    lines.push(
      [
        size,
        all.length,
        wrong.length,
        wrong.filter(({ said }) => said.status === 'wrong').length,
        races.length,
        races.length - missed.length,
        others('open').length,
        others('disagree').length,
      ].map(String),
    );
    for (const { name, native, said } of [...others('open'), ...others('disagree')])
      console.error(`${name}: ${[...native].join()} but ${said.status}`);
    console.error(`mutants in groups of ${size}`);
  }
  return table(
    [
      'items of a group',
      'mutants',
      'wrong',
      'said so',
      'with races',
      'found',
      'wrong, and left open',
      'disagree',
    ],
    lines,
  );
}

async function corpus(): Promise<string> {
  const constants = platform({ size: 16 });
  let configurations = 0;
  const statuses = new Map<string, number>();
  for (const { text } of CORPUS_KERNELS) {
    const problem = problemOf({
      kernel: kernelOf(text),
      semantics: 'opencl',
      level: 'accelerated',
      constants,
    });
    configurations += [...problemConfigurations(problem)].filter((each) => !each.reason).length;
    const { status } = await verdictOf(text, constants);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const said = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ');
  return `${CORPUS_KERNELS.length} kernels with ${configurations} configurations in all; the tool says: ${said}.`;
}

const conditionalWord = ({ status, conditions }: Said): string =>
  status === 'right' && conditions.length > 0 ? 'right, if' : status.replace('-', ' ');

/** Kernels without a pragma, and what a press makes of those that depend. */
async function bare(): Promise<string> {
  const rows: string[][] = [];
  const counts = new Map<string, number>();
  for (const { name, text } of BARE_KERNELS) {
    const { said, by, then } = await settled(text);
    const status = conditionalWord(said);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const answer = by?.map((line) => `\`${line.replace('#pragma tuner ', '')}\``).join(', ') ?? '';
    const after = then === undefined ? '' : conditionalWord(then);
    rows.push([name.replaceAll('_', ' '), status, `${said.conditions.length}`, answer, after]);
    console.error(`${name}: ${status}`);
  }
  const said = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
  const head = ['kernel', 'the tool says', 'conditions', 'one press states', 'and then'];
  return `${BARE_KERNELS.length} kernels as public code has them, retyped, and clean; nothing of launches, lengths and arguments is stated. The tool says: ${said}.\n\n${table(head, rows)}`;
}

/** The next seed of a linear congruential generator: processes with neighbouring seeds draw other programs. */
const following = (seed: number): number => (seed * 16_807 + 1) % (2 ** 31 - 1);

/** Programs at random until the time is up; what differs is made small and kept as a test. */
async function random(): Promise<string> {
  const seconds = Number(process.env['OVERTIME_SECONDS'] ?? 600);
  const first = Number(process.env['OVERTIME_SEED'] ?? Math.floor(Date.now() / 1000) % 1_000_000);
  const fields = ['functions', 'groups', 'mutants', 'programs'] as const satisfies readonly Field[];
  const counts = countsOfFields();
  const differences = new Map(fields.map((field) => [field, 0]));
  const toolchain = await createNodeToolchain();
  const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
  const end = performance.now() + seconds * 1000;
  for (let seed = first; performance.now() < end; seed = following(seed))
    for (const field of fields) {
      const found = await round(field, seed, checker, counts[field]);
      differences.set(field, (differences.get(field) ?? 0) + found.length);
      const kinds = new Map(found.map((each) => [each.what, each]));
      for (const each of [...kinds.values()].slice(0, 2)) {
        const { text } = await keep(each, checker);
        console.error(`${each.field} ${each.subject.name}: ${each.what}\n${text}\n`);
      }
      const all = Object.values(counts).reduce((sum, { comparisons }) => sum + comparisons, 0);
      console.error(`seed ${seed}, ${field}: ${all} comparisons`);
    }
  await toolchain.dispose();
  const rows = fields.map((field) => {
    const { subjects, comparisons, open, refused } = counts[field];
    return [field, subjects, comparisons, refused, open, differences.get(field) ?? 0].map(String);
  });
  const head = ['programs', 'number', 'comparisons', 'not followed', 'wrong, and left open'];
  return `${seconds} s of seed ${first}.\n\n${table([...head, 'differences'], rows)}`;
}

/** The table of all kernels and its summary. */
async function verdictSections(): Promise<readonly [summary: string, every: string]> {
  const { rows, seconds } = await verdicts();
  const sizes = GROUP_SIZES.length;
  const kinds = [...new Set(rows.map(({ each }) => each.known))].toSorted();
  const count = (some: readonly Row[], key: 'hits' | 'compiled'): string => {
    const judged = key === 'hits' ? some : some.filter(({ each }) => each.native);
    return `${judged.reduce((sum, row) => sum + row[key], 0)} of ${judged.length * sizes}`;
  };
  const summary = table(
    ['known', 'kernels', 'the tool says so', 'the C++ compiler says so'],
    [
      ...kinds.map((kind) => {
        const some = rows.filter(({ each }) => each.known === kind);
        return [kind, `${some.length}`, count(some, 'hits'), count(some, 'compiled')];
      }),
      ['all', `${rows.length}`, count(rows, 'hits'), count(rows, 'compiled')],
    ],
  );
  const every = table(
    ['kernel', 'known', ...GROUP_SIZES.map(String)],
    rows.map(({ each, words }) => [each.name, each.known, ...words]),
  );
  return [
    `Each at four sizes of groups. All ${rows.length * sizes} verdicts of the tool took ${seconds.toFixed(0)} s.\n\n${summary}`,
    `What the tool says in groups of 4, 16, 64 and 256; what is not what is known is in bold.\n\n${every}`,
  ];
}

const RANDOM_INPUTS = 1000;

/** Candidates beside their references, and what random inputs show of them. */
async function pairs(): Promise<string> {
  const rows: string[][] = [];
  const right = { check: 0, random: 0 };
  for (const pair of PAIRS) {
    const { status } = await verdictOf(joinedText(pair), platform());
    const seen = differing(pair, RANDOM_INPUTS);
    if (status === pair.known) right.check += 1;
    if (seen > 0 === (pair.known === 'wrong')) right.random += 1;
    rows.push([pair.problem, pair.title, pair.known, status.replace('-', ' '), `${seen}`]);
  }
  const head = ['problem', 'candidate', 'known', 'check says', 'random inputs that differ'];
  return `Of ${PAIRS.length}, \`check\` says of ${right.check} what they are, and ${RANDOM_INPUTS} random inputs of ${right.random}.\n\n${table(head, rows)}`;
}

/** Answers to puzzles, which are read as the site's build does. */
async function puzzles(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { module } = await runnerImport<typeof import('../src/testing/puzzles/table.ts')>(
    `${root}src/testing/puzzles/table.ts`,
    { configFile: false, root, logLevel: 'error' },
  );
  let faults = 0;
  const rows = await module.puzzleRows((words) => {
    faults += 1;
    console.error(words);
  });
  const sums = [2, 3, 4, 5, 6].map((at) => rows.reduce((sum, row) => sum + Number(row[at]), 0));
  const all = [...rows, ['all', '', ...sums]].map((row) => row.map(String));
  return `Taken for what they are not: ${faults}.\n\n${table(module.HEAD, all)}`;
}

/** Sections by title; each measurement writes one or two. */
const TITLES = {
  verdicts: ['Kernels with known verdicts', 'Every verdict'],
  barriers: ['Barriers taken away'],
  mutants: ['Small mistakes put in'],
  corpus: ['Kernels in public styles'],
  bare: ['Kernels without a pragma'],
  pairs: ['Candidates beside a reference'],
  puzzles: ['Answers to puzzles'],
  random: ['Programs at random'],
} as const;

const MEASURES: Readonly<Record<keyof typeof TITLES, () => Promise<readonly string[]>>> = {
  verdicts: verdictSections,
  barriers: async () => [await barriers()],
  mutants: async () => [await mutants()],
  corpus: async () => [await corpus()],
  bare: async () => [await bare()],
  pairs: async () => [await pairs()],
  puzzles: async () => [await puzzles()],
  random: async () => [await random()],
};

/** Replaces the text under a title, up to the next. */
function put(title: string, text: string): void {
  const file = readFileSync(FILE, 'utf8');
  const head = `### ${title}\n`;
  const start = file.indexOf(head);
  if (start < 0) throw new Error(`docs/correctness.md has no section ${title}.`);
  const next = file.slice(start + head.length).search(/^(#|<!-- end)/m);
  if (next < 0) throw new Error(`The section ${title} of docs/correctness.md has no end.`);
  const rest = file.slice(start + head.length + next);
  writeFileSync(FILE, `${file.slice(0, start)}${head}\n${text}\n\n${rest}`);
}

const isMeasure = (word: string): word is keyof typeof TITLES => Object.hasOwn(TITLES, word);
const words = process.argv.slice(2);
const unknown = words.find((word) => !isMeasure(word));
if (unknown !== undefined) {
  console.error(
    `correctness: ${unknown} is not measured; it knows ${Object.keys(TITLES).join(', ')}.`,
  );
  process.exit(2);
}
for (const measure of (words.length > 0 ? words : Object.keys(TITLES)).filter(isMeasure)) {
  const texts = await MEASURES[measure]();
  TITLES[measure].forEach((title, index) => put(title, texts[index] ?? ''));
}
