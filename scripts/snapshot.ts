/** Hashes everything made of kernels' texts, a line each, to compare two trees: `npm run -s snapshot
 * -- FILE [--random 400] [--seed 1] [--only PART] [--simulate]`; `npm run -s snapshot -- --compare
 * BEFORE AFTER` names differing items. Takes two minutes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { poseValues } from '../src/checker/values.ts';
import { pose } from '../src/checker/pose.ts';
import { type Problem, rangesOf, unboundedRun } from '../src/checker/problem.ts';
import { machineOf, USUAL_MACHINE } from '../src/device/index.ts';
import { configurations } from '../src/front/configurations.ts';
import { createNodeKernelParser } from '../src/kernel/node.ts';
import { SEMANTICS_IDS } from '../src/platform/semantics/index.ts';
import { generateModel, LEVELS } from '../src/promela/index.ts';
import { valueModel } from '../src/promela/values/index.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import { CORPUS_KERNELS } from '../src/testing/corpus/kernels.ts';
import { platform } from '../src/testing/engine.ts';
import { drawing, randomBody } from '../src/testing/random-c.ts';
import { drawKernel, uniformText } from '../src/testing/random-kernels.ts';
import { randomVectors } from '../src/testing/random-vectors.ts';
import { VERDICT_CASES } from '../src/testing/verdicts/index.ts';
import { checkByRunning } from '../src/values/run/check.ts';

interface Item {
  readonly name: string;
  readonly text: string;
  /** Random texts are read in the usual semantics alone. */
  readonly random?: boolean;
}

const CONSTANTS = platform({
  size: 32,
  ND: 1,
  NU: 2,
  NP: 3,
  GMT: 7,
  LMT: 2,
  BT: 3,
  DT: 5,
  LM: 4096,
});
const { machine: MACHINE } = machineOf(USUAL_MACHINE);

const parser = await createNodeKernelParser();

/** Keys in one order, and nothing that is undefined. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map) return plain([...value]);
  if (value instanceof Set) return plain([...value]);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, plain(v)]),
  );
}

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(typeof value === 'string' ? value : JSON.stringify(plain(value)))
    .digest('hex')
    .slice(0, 12);

/** Hashes the answer, or the failure's message. */
function hashed(make: () => unknown): string {
  try {
    return hash(make());
  } catch (error) {
    return `!${hash(error instanceof Error ? error.message : String(error))}`;
  }
}

function examples(): Item[] {
  const folder = new URL('../examples/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.cl'))
    .toSorted()
    .map((file) => ({
      name: `example ${file}`,
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

const arithmetic = (before: string, body: string): string =>
  `${before}\n#pragma tuner param WG = {1}\n#pragma tuner items 1\n#pragma tuner array out = 200\n__kernel void f(int n, __global long *out) {\n${body}\n}\n`;

/** By turns scalar arithmetic, vectors, and loops with barriers. */
function randomTexts(count: number, seed: number): Item[] {
  const loops = fc.sample(uniformText, { seed, numRuns: count });
  return loops.map((loop, index) => {
    const name = `random ${index}`;
    const draw = drawing(seed * 1000 + index);
    if (index % 3 === 0) return { name, text: loop, random: true };
    if (index % 3 === 1) {
      const { helpers, body } = randomBody(draw);
      return {
        name,
        text: arithmetic(`struct Pair { int a; short b; };\n${helpers}`, body),
        random: true,
      };
    }
    const body = randomVectors(draw).replaceAll(/TO_LONG\((\w+\[\d\])\)/g, '$1');
    return {
      name,
      text: arithmetic('#define V4(T, a, b, c, d) (T##4)(a, b, c, d)', body),
      random: true,
    };
  });
}

type Line = readonly string[];

/** SPIN's own run of a configuration, if simulable. */
async function simulated(toolchain: Toolchain, { model, ...rest }: Problem): Promise<string> {
  const problem = { ...rest, model };
  const [first] = [...configurations(problem.kernel, { ...problem.constants })].filter(
    ({ values, reason }) =>
      (reason ??
        model.invalid(values, problem.constants) ??
        model.uncountable(values, problem.constants)) === undefined,
  );
  const text =
    first && model.simulation?.(unboundedRun(problem, rangesOf(problem, first.values))).text;
  if (text === undefined) return '-';
  const { outcome, output, steps } = await toolchain.simulate(
    { model: text, seed: 1, maxSteps: 20_000 },
    {},
  );
  return hash({ outcome, output, steps });
}

/** Time: each semantics' and level's model, with source map and limits. */
async function modelLines({ name, text, random }: Item, toolchain?: Toolchain): Promise<Line[]> {
  const lines: Line[] = [];
  for (const semantics of random === true ? (['opencl'] as const) : SEMANTICS_IDS)
    for (const level of LEVELS) {
      const item = `${name} / ${semantics} ${level}`;
      const posed = pose(parser, text, {
        semantics,
        level,
        constants: CONSTANTS,
        machine: MACHINE,
      });
      const { model, problem, obstacle, diagnostics } = posed;
      lines.push([item, 'says', hash({ obstacle, diagnostics })]);
      if (!model) continue;
      lines.push([item, 'promela', hash(model.text)], [item, 'sources', hash(model.sources)]);
      if (!problem) continue;
      const tuned = [...configurations(problem.kernel, { ...CONSTANTS })];
      const two = tuned.filter(({ reason }) => reason === undefined).slice(0, 2);
      const limits = two.map(({ values }) => ({
        values,
        invalid: model.invalid(values, CONSTANTS),
        steps: hashed(() => model.steps(values, CONSTANTS)),
        standsFor: hashed(() => model.standsFor(values, CONSTANTS)),
        program: hashed(() => model.program?.(values, CONSTANTS)),
      }));
      lines.push([item, 'limits', hash(limits)]);
      if (toolchain) lines.push([item, 'simulation', await simulated(toolchain, problem)]);
    }
  return lines;
}

/** Values: the first two configurations' programs and models, and a run's verdict. */
async function valueLines({ name, text }: Item, size: number): Promise<Line[]> {
  const constants = platform({ size });
  const shape = parser.shapeOf(text, { kernelName: undefined, given: {} });
  if (!shape.ok) return [[name, 'values', hash(shape.diagnostics)]];
  const chosen = [...configurations(shape.value, { ...constants })]
    .filter(({ reason }) => reason === undefined)
    .slice(0, 2);
  const lines: Line[] = [];
  for (const [index, { values }] of chosen.entries()) {
    const item = `${name} / values ${index}`;
    const { programs, ...said } = poseValues(parser, text, { constants, given: values });
    lines.push([item, 'says', hash(said)]);
    const [program] = programs;
    if (!program) continue;
    lines.push([item, 'program', hash(program)]);
    for (const level of ['free', 'regions'] as const) {
      const printed = valueModel(programs, { level, constants: { ...constants } });
      lines.push([
        item,
        `promela ${level}`,
        hash(printed.ok ? printed.model.text : printed.reason),
      ]);
    }
    const { signal } = new AbortController();
    lines.push([item, 'verdict', hash(await checkByRunning(program, { signal, text, constants }))]);
  }
  return lines;
}

/** Kernels drawn as costs: no text stands behind them. */
function drawnLines(count: number, seed: number): Line[] {
  const values = { WG: 4, TS: 2 };
  const shapes = { nodes: 12, divergence: true };
  const kernels = fc.sample(
    fc.gen().map((draw) => drawKernel(draw, shapes, values)),
    { seed, numRuns: count },
  );
  return kernels.flatMap((kernel, index) =>
    LEVELS.flatMap((level): Line[] => {
      const result = generateModel(kernel, 'opencl', level);
      const item = `drawn ${index} / opencl ${level}`;
      if (!result.ok) return [[item, 'says', hash(result.diagnostics)]];
      const { text, sources } = result.value;
      return [
        [item, 'promela', hash(text)],
        [item, 'sources', hash(sources)],
      ];
    }),
  );
}

function compare(before: string, after: string): number {
  const read = (file: string): Map<string, string> =>
    new Map(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('\t'))
        .map(([item = '', part = '', value = '']) => [`${item}\t${part}`, value]),
    );
  const [old, now] = [read(before), read(after)];
  const differing = [...old.keys()].filter((key) => now.get(key) !== old.get(key));
  const added = [...now.keys()].filter((key) => !old.has(key));
  const count = new Map<string, number>();
  for (const key of differing) {
    console.log(`${now.has(key) ? 'differs' : 'is gone'}: ${key.replace('\t', ': ')}`);
    const part = key.split('\t')[1] ?? '';
    count.set(part, (count.get(part) ?? 0) + 1);
  }
  for (const key of added) console.log(`is new: ${key.replace('\t', ': ')}`);
  const parts = [...count].map(([part, times]) => `${part} ${times}`).join(', ');
  console.log(
    `${old.size} compared, ${differing.length} differ${parts && ` (${parts})`}, ${added.length} new`,
  );
  return differing.length + added.length === 0 ? 0 : 1;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    simulate: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});
const [file, other] = positionals;
if (file === undefined || (options.compare && other === undefined))
  throw new Error('usage: npm run -s snapshot -- FILE | --compare BEFORE AFTER');
if (options.compare && other !== undefined) process.exit(compare(file, other));

const count = Number(options.random);
const seed = Number(options.seed);
const items: readonly (Item & { readonly size: number })[] = [
  ...examples().map((each) => ({ ...each, size: 16 })),
  ...CORPUS_KERNELS.map(({ name, text }) => ({ name: `corpus ${name}`, text, size: 16 })),
  ...VERDICT_CASES.map(({ name, text, groups }) => ({
    name: `verdict ${name}`,
    text,
    size: 4 * groups,
  })),
  ...randomTexts(Math.ceil(count / 2), seed).map((each) => ({ ...each, size: 4 })),
].filter(({ name }) => name.includes(options.only));
const toolchain = options.simulate ? await createNodeToolchain() : undefined;
const lines: Line[] = [];
for (const item of items) {
  lines.push([item.name, 'text', hash(item.text)]);
  lines.push([item.name, 'facts', hashed(() => parser.lower(item.text))]);
  const verdictsOnly = item.name.startsWith('verdict ') && !options.simulate;
  lines.push(...(await modelLines(verdictsOnly ? { ...item, random: true } : item, toolchain)));
  lines.push(...(await valueLines(item, item.size)));
}
if (options.only === '') lines.push(...drawnLines(Math.floor(count / 2), seed));
toolchain?.dispose();
writeFileSync(file, `${lines.map((line) => line.join('\t')).join('\n')}\n`);
console.log(`${items.length} texts, ${lines.length} lines`);
