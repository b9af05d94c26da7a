/** Compares our SPIN with native SPIN on all models of SPIN's source package and our own, which use
 * every construct of Promela, and writes docs/conformance.md: `npm run -s conformance`. With parts
 * of model names behind it, only those, and nothing is written. It takes half an hour, resumes
 * after an interruption, and with `--kept` writes the comparisons so far.
 * Needs SPIN's source package, which the build of SPIN leaves in wasm/build/spin-source, with
 * `dpkg-source`, `make`, `bison` and `gcc`. Its models are no part of this repository. */
import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { ConformanceCase } from '../src/testing/conformance/case.ts';
import { conform, type ConformanceRow, STEPS } from '../src/testing/conformance/conform.ts';
import { CONSTRUCTS } from '../src/testing/conformance/constructs.ts';
import { exampleModels } from '../src/testing/conformance/examples.ts';
import { engineOf } from '../src/testing/conformance/ours.ts';
import { OWN_MODELS } from '../src/testing/conformance/own-models.ts';
import { REASONS } from '../src/testing/conformance/reasons.ts';
import { table } from './markdown-table.ts';

const FILE = new URL('../docs/conformance.md', import.meta.url);
const PACKAGE = fileURLToPath(new URL('../wasm/build/spin-source', import.meta.url));
/** Models compared at once, each in its own worker. */
const AT_ONCE = 2;

/** SPIN's sources with Debian's patches, built by SPIN's own makefile: Debian's build lacks -DNXT,
 * so its formulas know no `X`. */
function prepare(
  work: string,
  builds: boolean,
): { readonly examples: string; readonly spin: string } {
  const description = existsSync(PACKAGE) && readdirSync(PACKAGE).find((n) => n.endsWith('.dsc'));
  if (!description)
    throw new Error(`${PACKAGE} has no source package: run \`node wasm/build.mjs\` first`);
  const source = join(work, 'source');
  const quiet: { stdio: StdioOptions } = { stdio: ['ignore', 'ignore', 'pipe'] };
  execFileSync('dpkg-source', ['--no-check', '-x', join(PACKAGE, description), source], quiet);
  const make = ['-C', join(source, 'Src'), 'CFLAGS=-O2 -DNXT -w', 'YACC=bison -y -d'];
  if (builds) execFileSync('make', make, quiet);
  return { examples: join(source, 'Examples'), spin: join(source, 'Src', 'spin') };
}

/** A step's comparisons in a model, and its unexplained differences. */
function cellOf({ comparisons }: ConformanceRow, step: (typeof STEPS)[number]): string {
  const of = comparisons.filter((one) => one.step === step);
  const differ = of.filter(({ difference }) => difference !== undefined).length;
  if (of.length === 0) return '';
  return differ > 0 ? `**${differ} of ${of.length} differ**` : `${of.length}`;
}

const reasonsOf = ({ comparisons }: ConformanceRow) => [
  ...new Set(comparisons.flatMap(({ reasons }) => reasons)),
];

function tableOf(rows: readonly ConformanceRow[]): string {
  const head = ['model', ...STEPS, 'states', 'transitions', 'errors', 'reasons'];
  return table(
    head,
    rows.map((row) => {
      const { name, isTaken, counted } = row;
      const { states, transitions, errors } = counted;
      const figures = [states, transitions, errors].map((each) => each.toLocaleString('en'));
      return [
        isTaken ? name : `${name} (SPIN rejects it)`,
        ...STEPS.map((step) => cellOf(row, step)),
        ...(isTaken ? figures : ['', '', '']),
        reasonsOf(row).join(', '),
      ];
    }),
  );
}

const KEPT = fileURLToPath(new URL('../.cache/conformance/', import.meta.url));

/** Inputs of a comparison besides the model. */
const TOOLS = [
  'wasm/build/spin-stamp.json',
  ...['clang', 'spin', 'spin-instance', 'spin-model-text', 'verifier-unit'].map(
    (name) => `src/spin/${name}.ts`,
  ),
  ...['compare', 'conform', 'native', 'ours'].map((name) => `src/testing/conformance/${name}.ts`),
].map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

/** Interrupted runs resume: comparisons with the same tools are kept. */
async function once(
  one: ConformanceCase,
  compare: () => Promise<ConformanceRow>,
): Promise<ConformanceRow> {
  const file = keptFile(one);
  // Nobody else writes there.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ConformanceRow;
  const row = await compare();
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(file, JSON.stringify(row));
  return row;
}

const keptFile = (one: ConformanceCase): string => {
  const hash = createHash('sha256').update(JSON.stringify([one, TOOLS]));
  return join(KEPT, `${hash.digest('hex')}.json`);
};

interface Section {
  readonly title: string;
  readonly rows: readonly ConformanceRow[];
}

function summaryOf(rows: readonly ConformanceRow[]): string {
  const all = rows.flatMap(({ comparisons }) => comparisons);
  const differ = all.filter(({ difference }) => difference !== undefined);
  const models = new Set(
    rows.filter((row) => row.comparisons.some((one) => one.difference !== undefined)),
  );
  const searches = all.filter(({ step }) => step === 'verify').length;
  return `${rows.length} models, ${all.length} comparisons, of which ${searches} are of searches; ${differ.length} differ without a listed reason, in ${models.size} models.`;
}

/** @param left models that were not compared. */
function documentOf(sections: readonly Section[], left: readonly string[]): string {
  const all = sections.flatMap(({ rows }) => rows);
  const differences = all.flatMap(({ name, comparisons }) =>
    comparisons.flatMap(({ step, what, difference }) =>
      difference === undefined ? [] : [`- ${name}, ${step}, \`${what}\`: ${difference}`],
    ),
  );
  const used = new Set(all.flatMap(reasonsOf));
  const reasons = Object.entries(REASONS).map(([reason, text]) => {
    const count = all.filter((row) => reasonsOf(row).some((each) => each === reason)).length;
    return [reason, String(count), text];
  });
  return `# Conformance with native SPIN

Written by \`npm run -s conformance\`. Each model goes through SPIN 6.5.2 as it is here, WebAssembly behind the page's own drivers, and through native SPIN, \`gcc\` and the verifier that they make. The models are

- all of SPIN's source package: \`Examples\` with its folders, by the commands of its README files and of the models' comments; fetched, and no part of this repository
- models of our own (\`src/testing/conformance/models\`) that between them use each of ${Object.keys(CONSTRUCTS).length} constructs of Promela and each word that SPIN keeps for itself, which a test says; those whose names begin with \`public-\` are in the manner of public collections

**${summaryOf(all)}**${left.length === 0 ? '' : ` Not yet compared: ${left.length} models (${left.join(', ')}).`}

| step | what is compared |
| --- | --- |
| parse | all that \`spin -a\` prints: what it says of formulas, its warnings, its errors |
| simulate | all that \`spin -nSEED -p -g -l -s -r\` prints for two seeds, and whether the page's readers take it |
| generate | the six files of the verifier's source, byte by byte |
| verify | all that \`pan\` prints, with the same directives and options: errors, states, transitions, atomic steps, depth, unreached states; not time and memory |
| trail | the trail, byte by byte |
| replay | all that \`spin -t\` and \`pan -r\` print of the trail, and whether the page can tell it |

A cell counts comparisons. States, transitions and errors are the native ones, of all searches of a model.

${sections.map(({ title, rows }) => `## ${title}\n\n${summaryOf(rows)}\n\n${tableOf(rows)}`).join('\n\n')}

## Reasons

${table(
  ['reason', 'models', 'what it is'],
  reasons.filter(([reason = '']) => [...used].some((each) => each === reason)),
)}

## Differences without a reason

${differences.length === 0 ? 'None.' : differences.join('\n')}
`;
}

async function rowsOf(
  cases: readonly ConformanceCase[],
  spin: string,
): Promise<readonly ConformanceRow[]> {
  const waiting = cases.map((one, index) => ({ one, index }));
  const rows: ConformanceRow[] = [];
  const work = async (): Promise<void> => {
    const toolchain = await createNodeToolchain();
    const engine = await engineOf(toolchain, spin);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { one } = next;
      const row = await once(one, () => conform(engine, one));
      rows[next.index] = row;
      const differ = row.comparisons.filter(({ difference }) => difference !== undefined);
      const said = differ.length === 0 ? 'same' : `${differ.length} differ`;
      const reasons = reasonsOf(row).join(', ');
      console.log(
        `${row.name}: ${row.comparisons.length} compared, ${said}${reasons ? ` (${reasons})` : ''}, ${row.seconds.toFixed(1)} s`,
      );
      for (const { step, what, difference } of differ)
        console.log(`  ${step}, ${what}: ${difference}`);
    }
    toolchain.dispose();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rows;
}

/** `--kept`: writes earlier comparisons without making more. */
const isKept = process.argv.includes('--kept');
const wanted = process.argv.slice(2).filter((word) => word !== '--kept');
const chosen = (cases: readonly ConformanceCase[]): readonly ConformanceCase[] =>
  cases.filter(
    (one) =>
      (wanted.length === 0 || wanted.some((part) => one.name.includes(part))) &&
      (!isKept || existsSync(keptFile(one))),
  );

const work = mkdtempSync(join(tmpdir(), 'overtime-spin-'));
try {
  const { examples, spin } = prepare(work, !isKept);
  const theirs = exampleModels(examples);
  const sections: Section[] = [
    { title: "Models of SPIN's source package", rows: await rowsOf(chosen(theirs), spin) },
    { title: 'Models of our own', rows: await rowsOf(chosen(OWN_MODELS), spin) },
  ];
  const all = sections.flatMap(({ rows }) => rows);
  console.log(summaryOf(all));
  const left = [...theirs, ...OWN_MODELS].filter((one) =>
    all.every((row) => row.name !== one.name),
  );
  if (wanted.length === 0) {
    const names = left.map(({ name }) => name);
    writeFileSync(FILE, documentOf(sections, names));
  }
  if (all.some((row) => row.comparisons.some(({ difference }) => difference !== undefined)))
    process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
