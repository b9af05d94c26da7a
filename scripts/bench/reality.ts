import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { perform } from '../../src/checker/index.ts';
import {
  ALL_TERMS,
  deviceCosts,
  machineOf,
  platformOf,
  type Terms,
} from '../../src/device/index.ts';
import {
  type Accuracy,
  besideEachOther,
  chooseColumns,
  compare,
  type Measured,
  type Modelled,
  readMeasured,
} from '../../src/measured/index.ts';
import { configurations, domainValues } from '../../src/front/configurations.ts';
import type { Kernel } from '../../src/kernel/ir.ts';
import { approximately } from '../../src/base/ticks.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { simulateDevice } from '../../src/testing/device-simulation.ts';
import { checkerOf, exampleText, kernelOf, platform } from '../../src/testing/engine.ts';
import { type Findings, rounded, target } from './report.ts';
import { MACHINE_SEMANTICS } from '../../src/platform/index.ts';

/** A kernel, a machine, measured times, and the expected rank correlation. */
interface Case {
  /** An example, or a text of `kernels`. */
  readonly kernel: string;
  readonly machine: string;
  readonly file: string;
  readonly rho?: number;
  /** Values of parameters that the file leaves out, or the names of their columns. */
  readonly columns?: readonly (readonly [string, string])[];
}

const SHARED = [['use_shmem', '1']] as const;

const CASES: readonly Case[] = [
  { kernel: 'convolution', machine: 'a100', file: 'convolution-A100-T4.json.gz', rho: 0.82 },
  { kernel: 'convolution', machine: 'mi250x', file: 'convolution-MI250X-T4.json.gz', rho: 0.91 },
  { kernel: 'dedispersion', machine: 'a4000', file: 'dedispersion-A4000-T4.json.gz', rho: 0.7 },
  { kernel: 'pnpoly', machine: 'rtx3090', file: 'ktt-pnpoly-RTX3090.json.gz', rho: 0.7 },
  { kernel: 'coulomb', machine: 'rtx2080ti', file: 'more/coulomb-rtx2080ti-ktt.json.gz', rho: 0.8 },
  {
    kernel: 'convolution',
    machine: 'rtx3060-laptop',
    file: 'more/convolution-shared-rtx3060-laptop-cache.json.gz',
    rho: 0.75,
    columns: SHARED,
  },
  {
    kernel: 'convolution',
    machine: 'rtx2080ti',
    file: 'more/convolution-ktt-rtx2080ti.csv.gz',
    rho: 0.75,
    columns: [...SHARED, ['use_padding', 'PADDING']],
  },
  {
    kernel: 'convolution',
    machine: 'a4000',
    file: 'more/convolution-a4000-repeats-cache.json.gz',
    rho: 0.75,
    columns: SHARED,
  },
  {
    kernel: 'convolution',
    machine: 'mi50',
    file: 'more/convolution-mi50-cache.json.gz',
    rho: 0.75,
    columns: SHARED,
  },
  { kernel: 'hotspot', machine: 'a4000', file: 'more/hotspot-a4000-cache.json.gz', rho: 0.85 },
  { kernel: 'gemm', machine: 'a100', file: 'more/gemm-a100-cache.json.gz', rho: 0.89 },
];

/** Terms, in the order in which a table adds them. */
const ADDED: readonly (readonly [string, readonly (keyof Terms)[]])[] = [
  ['issue, groups, limits of residency', []],
  ['+ ports of memory', ['port']],
  ['+ each address loaded once', ['reuse']],
  ['+ guards keep loads apart', ['guards']],
  ['+ banks and lines by addresses', ['addresses']],
  ['+ latency', ['latency']],
  ['+ dependent arithmetic', ['dependence']],
  ['+ bytes of caches and memory', ['bandwidth']],
  ['+ registers limit residency', ['registers']],
  ['+ held values and spills', ['held', 'spills']],
  ['+ arithmetic sinks behind guards', ['sinking']],
  ['+ guarded loads wait', ['waiting']],
  ['+ limit of unrolling', ['unrolling']],
  ['+ indexed private arrays in memory', ['indexing']],
];

const NOTHING = Object.fromEntries(Object.keys(ALL_TERMS).map((term) => [term, false]));

const percent = (share: number): string => `${rounded(100 * share, 1)} %`;

/** Ranks by the device semantics against GPU measurements, via kernel text and SPIN.
 * @param folder of the measured files, which are no part of this repository */
export async function reality(quick: boolean, folder?: string): Promise<Findings> {
  const found = CASES.filter(({ file }) => folder && existsSync(join(folder, file)));
  const rows: (string | number | null)[][] = [];
  const targets: Findings['targets'] = [];
  for (const each of found) {
    const measured = await timesOf(join(folder ?? '', each.file));
    const { accuracy, count, seconds } = await ranked(each, measured);
    const { rho = Number.NaN, bestOfTop, firstChoice } = accuracy;
    const name = `${each.kernel}, ${machineOf(each.machine).label}`;
    rows.push([
      name,
      count,
      rounded(rho, 3),
      rounded(accuracy.tau ?? Number.NaN, 3),
      percent(bestOfTop['10']),
      percent(firstChoice),
      rounded(seconds, 1),
    ]);
    if (each.rho !== undefined)
      targets.push(
        target(`${name}: rho at least ${each.rho}`, String(rounded(rho, 3)), rho >= each.rho),
      );
  }
  if (found.length < CASES.length) {
    const where = 'say where with --measured FOLDER or OVERTIME_MEASURED';
    const missing = CASES.filter((each) => !found.includes(each)).map(({ file }) => file);
    targets.push(target('measured times are there', `not ${missing.join(', ')}: ${where}`, false));
  }
  const columns = ['kernel, machine', 'configurations', 'rho', 'tau', 'best of top 10 %'];
  const tables = [{ columns: [...columns, 'first choice', 's'], rows }];
  if (!quick && folder !== undefined) tables.push(await ablation(found.slice(0, 3), folder));
  return {
    title: 'Model times beside measured ones',
    method:
      'All configurations of a file, their times by the device semantics at level accelerated, proved by SPIN, from the OpenCL text and constants of data sheets. Shares are of the speed of the fastest measured. The second table adds the terms of the derivation one after the other, on every seventh configuration, by a plain simulation.',
    tables,
    targets,
  };
}

async function timesOf(file: string): Promise<Measured> {
  const read = await readMeasured(readFileSync(file));
  if (!read.ok) throw new Error(`${file}: ${read.message}`);
  return read.value;
}

/** A kernel whose parameters have the values of the file. */
function textOf({ kernel, columns = [] }: Case, { columns: measured }: Measured): Kernel {
  const own = new URL(`kernels/${kernel}.cl`, import.meta.url);
  const text = existsSync(own) ? readFileSync(own, 'utf8') : exampleText(kernel);
  const said = new Map(columns);
  const given = text.replace(/(?<=^#pragma tuner param (\w+) = ).*$/gm, (domain, name: string) => {
    const source = said.get(name) ?? name;
    const column = measured.find((one) => one.name.toLowerCase() === source.toLowerCase());
    if (column !== undefined) return `{${[...new Set(column.values)].join(', ')}}`;
    return said.has(name) ? `{${source}}` : domain;
  });
  return kernelOf(given, 'machine');
}

const parametersOf = ({ parameters }: Kernel) =>
  parameters.map(({ name, domain }) => ({ name, values: domainValues(domain, platform()) }));

/** Compares modelled with measured times. */
function accuracyOf(
  kernel: Kernel,
  measured: Measured,
  named: Case['columns'] = [],
  modelled: readonly Modelled[] = [],
): Accuracy {
  const columns = chooseColumns(measured, parametersOf(kernel), named);
  if (!columns.ok) throw new Error(columns.message);
  return compare(besideEachOther(measured, columns.map, modelled).points);
}

async function ranked(each: Case, measured: Measured) {
  const kernel = textOf(each, measured);
  const { machine } = machineOf(each.machine);
  const constants = platform({ ...platformOf(machine), LM: 2 ** 24 });
  const toolchain = await createNodeToolchain();
  try {
    const setup = {
      kernel,
      machine,
      constants,
      semantics: MACHINE_SEMANTICS,
      level: 'accelerated',
    } as const;
    const modelled: Modelled[] = [];
    const began = performance.now();
    await perform(
      'sweep',
      checkerOf(toolchain, setup),
      (event) => {
        if (event.type !== 'configurations') return;
        for (const { values, time } of event.results)
          modelled.push({ values, time: time === undefined ? undefined : approximately(time) });
      },
      new AbortController().signal,
      { toolchain: createNodeToolchain },
    );
    const seconds = (performance.now() - began) / 1000;
    const accuracy = accuracyOf(kernel, measured, each.columns, modelled);
    return { accuracy, count: modelled.length, seconds };
  } finally {
    toolchain.dispose();
  }
}

/** The worth of each term of the derivation. */
async function ablation(cases: readonly Case[], folder: string) {
  const measured = await Promise.all(cases.map(({ file }) => timesOf(join(folder, file))));
  const columns = cases.flatMap(({ kernel, machine }) => [
    `${kernel}, ${machineOf(machine).label}: rho`,
    'best of top 10 %',
  ]);
  let terms: Terms = { ...ALL_TERMS, ...NOTHING };
  const rows: (string | number | null)[][] = [];
  for (const [label, more] of ADDED) {
    for (const term of more) terms = { ...terms, [term]: true };
    const row: (string | number)[] = [label];
    cases.forEach((each, at) => {
      const times = measured[at];
      if (times === undefined) return;
      const kernel = textOf(each, times);
      const modelled = simulated(kernel, each.machine, terms);
      const accuracy = accuracyOf(kernel, times, each.columns, modelled);
      row.push(rounded(accuracy.rho ?? Number.NaN, 3), percent(accuracy.bestOfTop['10']));
    });
    rows.push(row);
  }
  return { columns: ['terms', ...columns], rows };
}

/** Takes every seventh configuration. 7 has no divisor in common with the value counts of the
 * fastest changing parameters. */
const STEP = 7;

/** Every seventh configuration's time, by simulating its program. */
function simulated(kernel: Kernel, id: string, terms: Terms): Modelled[] {
  const { machine } = machineOf(id);
  const costs = deviceCosts(kernel, machine, terms);
  const constants = platform({ ...platformOf(machine), LM: 2 ** 24 });
  const valid = [...configurations(kernel, constants)].filter(({ reason }) => reason === undefined);
  return valid.flatMap(({ values }, at): Modelled[] =>
    at % STEP === 0
      ? [{ values, time: simulateDevice(costs.program(values, constants), machine).time }]
      : [],
  );
}
