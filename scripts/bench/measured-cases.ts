import { existsSync, readFileSync } from 'node:fs';
import type { Constants } from '../../src/base/constants.ts';
import { sha256 } from '../../src/base/digest.ts';
import { approximately } from '../../src/base/ticks.ts';
import { among, ModelChecker, perform } from '../../src/checker/index.ts';
import { deviceCosts, machineOf, platformOf, type Terms } from '../../src/device/index.ts';
import { brokenConstraint, domainValues } from '../../src/front/configurations.ts';
import type { Kernel } from '../../src/kernel/ir.ts';
import {
  chooseColumns,
  type Measured,
  type Modelled,
  readMeasured,
} from '../../src/measured/index.ts';
import { MACHINE_SEMANTICS } from '../../src/platform/index.ts';
import { folderStore, userCache } from '../../src/spin/cache-node.ts';
import { createNodeToolchain } from '../../src/spin/node-toolchain.ts';
import { simulateDevice } from '../../src/testing/device-simulation.ts';
import { exampleText, kernelOf, platform, problemOf } from '../../src/testing/engine.ts';
import type { Configuration } from '../../src/tuning/index.ts';

/** A kernel, a machine, measured times, and the expected rank correlation. */
export interface Case {
  /** An example, or a text of `kernels`. */
  readonly kernel: string;
  readonly machine: string;
  readonly file: string;
  readonly rho?: number;
  /** The file of the nearest other machine that ran the kernel. */
  readonly relative?: string;
  /** Values of parameters that the file leaves out, or the names of their columns. */
  readonly columns?: readonly (readonly [string, string])[];
}

const SHARED = [['use_shmem', '1']] as const;

export const CASES: readonly Case[] = [
  {
    kernel: 'convolution',
    machine: 'a100',
    file: 'convolution-A100-T4.json.gz',
    relative: 'more/convolution-a4000-repeats-cache.json.gz',
    rho: 0.82,
  },
  {
    kernel: 'convolution',
    machine: 'mi250x',
    file: 'convolution-MI250X-T4.json.gz',
    relative: 'more/convolution-mi50-cache.json.gz',
    rho: 0.91,
  },
  { kernel: 'dedispersion', machine: 'a4000', file: 'dedispersion-A4000-T4.json.gz', rho: 0.7 },
  { kernel: 'pnpoly', machine: 'rtx3090', file: 'ktt-pnpoly-RTX3090.json.gz', rho: 0.7 },
  { kernel: 'coulomb', machine: 'rtx2080ti', file: 'more/coulomb-rtx2080ti-ktt.json.gz', rho: 0.8 },
  {
    kernel: 'convolution',
    machine: 'rtx3060-laptop',
    file: 'more/convolution-shared-rtx3060-laptop-cache.json.gz',
    relative: 'more/convolution-ktt-rtx2080ti.csv.gz',
    rho: 0.75,
    columns: SHARED,
  },
  {
    kernel: 'convolution',
    machine: 'rtx2080ti',
    file: 'more/convolution-ktt-rtx2080ti.csv.gz',
    relative: 'more/convolution-shared-rtx3060-laptop-cache.json.gz',
    rho: 0.75,
    columns: [...SHARED, ['use_padding', 'PADDING']],
  },
  {
    kernel: 'convolution',
    machine: 'a4000',
    file: 'more/convolution-a4000-repeats-cache.json.gz',
    relative: 'more/convolution-shared-rtx3060-laptop-cache.json.gz',
    rho: 0.75,
    columns: SHARED,
  },
  {
    kernel: 'convolution',
    machine: 'mi50',
    file: 'more/convolution-mi50-cache.json.gz',
    relative: 'convolution-MI250X-T4.json.gz',
    rho: 0.75,
    columns: SHARED,
  },
  { kernel: 'hotspot', machine: 'a4000', file: 'more/hotspot-a4000-cache.json.gz', rho: 0.85 },
  { kernel: 'gemm', machine: 'a100', file: 'more/gemm-a100-cache.json.gz', rho: 0.89 },
];

export async function timesOf(file: string): Promise<Measured> {
  const read = await readMeasured(readFileSync(file));
  if (!read.ok) throw new Error(`${file}: ${read.message}`);
  return read.value;
}

/** A kernel whose parameters have the values of the file. */
export function kernelOfCase(
  { kernel, columns = [] }: Case,
  { columns: measured }: Measured,
): Kernel {
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

export const parametersOf = ({ parameters }: Kernel) =>
  parameters.map(({ name, domain }) => ({ name, values: domainValues(domain, platform()) }));

/** A configuration of a file. */
export interface Row {
  readonly values: Configuration;
  /** Milliseconds; NaN where it failed. */
  readonly time: number;
}

/** The rows of a file that a kernel allows. */
export function rowsOf(
  kernel: Kernel,
  measured: Measured,
  { machine, columns = [] }: Case,
): readonly Row[] {
  const chosen = chooseColumns(measured, parametersOf(kernel), columns);
  if (!chosen.ok) throw new Error(chosen.message);
  const constants = constantsOf(machine);
  const sources = kernel.parameters.map(({ name, domain }) => {
    const source = chosen.map.get(name);
    const column = measured.columns.find((one) => one.name === source);
    // A parameter that the file leaves out has one value.
    const [only] = domainValues(domain, constants);
    return { name, at: (row: number) => column?.values[row] ?? Number(source ?? only) };
  });
  return [...measured.times].flatMap((time, row) => {
    const values = Object.fromEntries(sources.map(({ name, at }) => [name, at(row)]));
    const isAllowed = brokenConstraint(kernel, { ...constants, ...values }) === undefined;
    return isAllowed ? [{ values, time }] : [];
  });
}

/** Cycles of some configurations, by a plain simulation of their programs. */
export function simulatedTimes(
  kernel: Kernel,
  id: string,
  chosen: readonly Configuration[],
  terms?: Terms,
): readonly number[] {
  const { machine } = machineOf(id);
  const constants = constantsOf(id);
  const costs = deviceCosts(kernel, machine, terms);
  return chosen.map((values) => simulateDevice(costs.program(values, constants), machine).time);
}

/** 64 MB of times. */
const KEPT = { maxBytes: 64 << 20 };

/** Programs that tell whether those of another version are the same. */
const MOST_PROGRAMS = 64;

/** The same, kept in the user's cache while programs stay as they are. */
export async function keptSimulatedTimes(
  kernel: Kernel,
  id: string,
  chosen: readonly Configuration[],
): Promise<readonly number[]> {
  const { machine } = machineOf(id);
  const constants = constantsOf(id);
  const costs = deviceCosts(kernel, machine);
  const step = Math.max(1, Math.floor(chosen.length / MOST_PROGRAMS));
  const some = chosen
    .filter((_, at) => at % step === 0)
    .map((values) => costs.program(values, constants));
  const key = await sha256(JSON.stringify([machine, chosen, some]));
  const store = folderStore(userCache('simulated'), KEPT);
  const kept = key === undefined ? undefined : await store.get(key);
  if (kept) return [...new Float64Array(kept.slice().buffer)];
  const times = simulatedTimes(kernel, id, chosen);
  if (key !== undefined) await store.put(key, new Uint8Array(Float64Array.from(times).buffer));
  return times;
}

/** Local memory never limits: the file's machine ran it. */
export const constantsOf = (id: string): Constants =>
  platform({ ...platformOf(machineOf(id).machine), LM: 2 ** 24 });

/** A set of which there is no kernel here. */
export interface Unmodelled {
  readonly name: string;
  readonly file: string;
}

export const WITHOUT_KERNEL: readonly Unmodelled[] = [
  { name: 'expdist, NVIDIA RTX A4000', file: 'more/expdist-a4000-cache.json.gz' },
];

/** The times of some of a kernel's configurations on a case's machine, proved by SPIN. */
export async function timesByModel(kernel: Kernel, each: Case, wanted: Iterable<Configuration>) {
  const { machine } = machineOf(each.machine);
  const constants = constantsOf(each.machine);
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
      new ModelChecker(toolchain, among(problemOf(setup), wanted), { memoryMB: 2048 }),
      (event) => {
        if (event.type !== 'configurations') return;
        for (const { values, time } of event.results)
          modelled.push({ values, time: time === undefined ? undefined : approximately(time) });
      },
      new AbortController().signal,
      { toolchain: createNodeToolchain },
    );
    return { modelled, seconds: (performance.now() - began) / 1000 };
  } finally {
    toolchain.dispose();
  }
}
