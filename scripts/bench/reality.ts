import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_TERMS, machineOf, type Terms } from '../../src/device/index.ts';
import { configurations } from '../../src/front/configurations.ts';
import type { Kernel } from '../../src/kernel/ir.ts';
import {
  type Accuracy,
  besideEachOther,
  chooseColumns,
  compare,
  type Comparison,
  type Measured,
  type Modelled,
  withoutInWords,
} from '../../src/measured/index.ts';
import {
  type Case,
  CASES,
  constantsOf,
  kernelOfCase,
  parametersOf,
  rowsOf,
  simulatedTimes,
  timesByModel,
  timesOf,
} from './measured-cases.ts';
import { type Findings, rounded, target } from './report.ts';

/** Terms, in the order in which a table adds them. */
const ADDED: readonly (readonly [string, readonly (keyof Terms)[]])[] = [
  ['issue, groups, limits of residency', []],
  ['+ ports of memory', ['port']],
  ['+ each address loaded once', ['reuse']],
  ['+ guards keep loads apart', ['guards']],
  ['+ banks and lines by addresses', ['addresses']],
  ['+ wide vectors by several instructions', ['vectors']],
  ['+ lanes of wide words in turns', ['turns']],
  ['+ vectors by parts of a warp', ['halves']],
  ['+ requests of two cycles', ['requests']],
  ['+ addresses of loads', ['addressing']],
  ['+ latency', ['latency']],
  ['+ conversions', ['conversions']],
  ['+ dependent arithmetic', ['dependence']],
  ['+ bytes of caches and memory', ['bandwidth']],
  ['+ sectors and waves that groups share', ['sectors']],
  ['+ groups abreast share', ['abreast']],
  ['+ what is stored reaches memory', ['stores']],
  ['+ registers limit residency', ['registers']],
  ['+ held values and spills', ['held', 'spills']],
  ['+ arithmetic sinks behind guards', ['sinking']],
  ['+ guarded loads wait', ['waiting']],
  ['+ spilled values reloaded and waited for', ['reloads']],
  ['+ limit of unrolling', ['unrolling']],
  ['+ unrolled in part beyond it', ['partly']],
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
    const { comparison, count, seconds } = await ranked(each, measured);
    const { withoutDead } = comparison.baselines;
    const name = `${each.kernel}, ${machineOf(each.machine).label}`;
    const row = (of: string, accuracy: Accuracy): void => {
      const { rho = Number.NaN, tau = Number.NaN, bestOfTop, firstChoice } = accuracy;
      const shares = [percent(bestOfTop['10']), percent(firstChoice)];
      rows.push([of, count, rounded(rho, 3), rounded(tau, 3), ...shares, rounded(seconds, 1)]);
    };
    row(name, comparison);
    const without = withoutDead && withoutInWords(withoutDead.dead);
    if (withoutDead) row(`${name}, ${without}`, withoutDead);
    const { rho = Number.NaN } = withoutDead ?? comparison;
    const told =
      without === undefined ? '' : ` ${without} (${rounded(comparison.rho ?? NaN, 3)} with)`;
    if (each.rho !== undefined)
      targets.push(
        target(`${name}: rho at least ${each.rho}`, `${rounded(rho, 3)}${told}`, rho >= each.rho),
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
      'All configurations of a file, their times by the device semantics at level accelerated, proved by SPIN, from the OpenCL text and constants of data sheets. Shares are of the speed of the fastest measured. A parameter that the model charges and whose change alone leaves the measured times as they are is left out in a row of its own, as if the program that was measured had it not. The second table adds the terms of the derivation one after the other, on every seventh configuration, by a plain simulation.',
    tables,
    targets,
  };
}

/** Modelled beside measured times. */
function comparisonOf(
  kernel: Kernel,
  measured: Measured,
  named: Case['columns'] = [],
  modelled: readonly Modelled[] = [],
): Comparison {
  const columns = chooseColumns(measured, parametersOf(kernel), named);
  if (!columns.ok) throw new Error(columns.message);
  return compare(besideEachOther(measured, columns.map, modelled).points);
}

async function ranked(each: Case, measured: Measured) {
  const kernel = kernelOfCase(each, measured);
  const { modelled, seconds } = await timesByModel(
    kernel,
    each,
    rowsOf(kernel, measured, each).map(({ values }) => values),
  );
  const comparison = comparisonOf(kernel, measured, each.columns, modelled);
  return { comparison, count: modelled.length, seconds };
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
      const kernel = kernelOfCase(each, times);
      const modelled = simulated(kernel, each.machine, terms);
      const accuracy = comparisonOf(kernel, times, each.columns, modelled);
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
  const valid = [...configurations(kernel, constantsOf(id))]
    .filter(({ reason }) => reason === undefined)
    .filter((_, at) => at % STEP === 0)
    .map(({ values }) => values);
  const times = simulatedTimes(kernel, id, valid, terms);
  return valid.map((values, at) => ({ values, time: times[at] }));
}
