import {
  type Accuracy,
  type Beside,
  type Comparison,
  FORMATS,
  leftOutInWords,
  type Match,
  type Measured,
  type PerShortlist,
  SHORTLISTS,
  withoutInWords,
} from '../src/measured/index.ts';
import { showConfiguration, type TuningResult } from '../src/tuning/index.ts';
import type { KernelInput } from './posed-text.ts';

export interface AboutComparison {
  readonly input: KernelInput;
  readonly measured: Measured;
  readonly matches: readonly Match[];
  readonly beside: Beside;
  /** The model's search. */
  readonly result: Pick<TuningResult, 'status'>;
  readonly seconds: number;
}

/** The most one-sided configurations named. */
const MOST_NAMED = 20;

/** The object of `--json`. */
export function comparisonAnswer(comparison: Comparison, about: AboutComparison): object {
  const { input, measured, matches, beside, result, seconds } = about;
  const { baselines, disagreements, ...accuracy } = comparison;
  const { largerTile, loadsPerOperation, withoutDead } = baselines;
  const { points, failed, onlyMeasured, onlyModelled, ignored } = beside;
  const some = (all: Beside['onlyMeasured']) => ({
    count: all.length,
    first: different(all).slice(0, MOST_NAMED),
  });
  return {
    configurations: points.length,
    failed: failed.length,
    ...figures(accuracy),
    baselines: {
      ...baselines,
      ...(largerTile && { largerTile: figures(largerTile) }),
      ...(loadsPerOperation && { loadsPerOperation: figures(loadsPerOperation) }),
      ...(withoutDead && { withoutDead: figures(withoutDead) }),
    },
    disagreements: disagreements.map(({ values, model, measured: time, ...ranks }) => ({
      values,
      model,
      measured: time,
      taken: ranks.taken,
      modelRank: ranks.modelRank,
      measuredRank: ranks.measuredRank,
    })),
    status: result.status,
    onlyMeasured: some(onlyMeasured),
    onlyModelled: some(onlyModelled),
    ignored,
    reasons: countsOf(failed.map(({ reason }) => reason)),
    columns: matches,
    file: {
      format: measured.format,
      unit: measured.unit,
      device: measured.device,
      kernel: measured.kernel,
      configurations: measured.times.length,
      notes: measured.notes,
    },
    diagnostics: input.diagnostics,
    seconds,
  };
}

/** Null, not undefined, where one side is all equal. */
const figures = <A extends Accuracy>(accuracy: A) => ({
  ...accuracy,
  rho: accuracy.rho ?? null,
  tau: accuracy.tau ?? null,
});

/** Each once: the model does not see all their differences. */
const different = (all: Beside['onlyMeasured']): Beside['onlyMeasured'] => [
  ...new Map(all.map((values) => [showConfiguration(values), values])).values(),
];

const countsOf = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]),
  );

/** The same for people. */
export function comparisonText(comparison: Comparison, about: AboutComparison): string {
  const { measured, matches, beside, result, input } = about;
  const { points, failed, onlyMeasured, onlyModelled, ignored } = beside;
  const { baselines, disagreements } = comparison;
  const { largerTile, loadsPerOperation, withoutDead, randomShortlist } = baselines;
  const device = measured.device === undefined ? '' : ` on ${measured.device}`;
  return [
    `${input.name} beside ${measured.times.length} configurations${device} (${FORMATS[measured.format]}, ${measured.unit})`,
    ...measured.notes,
    ...matches.map(
      ({ parameter, column, value, because }) =>
        `  ${parameter} <- ${column ?? (value === undefined ? 'none' : `always ${value}`)} (${because})`,
    ),
    `${points.length} compared, times of the model ${result.status}; ${failed.length} failed when measured`,
    ...Object.entries(countsOf(failed.map(({ reason }) => reason))).map(
      ([reason, count]) => `  ${count} because ${reason}`,
    ),
    ...oneSided('measured, but the kernel has no time for them', onlyMeasured),
    ...oneSided('configurations of the kernel that were not measured', onlyModelled),
    ...(ignored.length === 0
      ? []
      : [`The model knows nothing of ${ignored.join(', ')}: what differs in that alone is tied.`]),
    '',
    [''.padEnd(22), 'rho', 'tau', ...SHORTLISTS.map((one) => `top ${one} %`), 'first']
      .map((word, at) => (at === 0 ? word : word.padStart(9)))
      .join(''),
    row('the model', comparison),
    ...(withoutDead ? [row(withoutInWords(withoutDead.dead), withoutDead)] : []),
    ...(largerTile ? [row('larger tile first', largerTile)] : []),
    ...(loadsPerOperation ? [row('fewer loads first', loadsPerOperation)] : []),
    row('drawn at random', { bestOfTop: randomShortlist }),
    ...(withoutDead ? [leftOutInWords(withoutDead.dead)] : []),
    `The first choice takes ${percent(comparison.regret)} longer than the fastest.`,
    '',
    'Where they differ most, as ranks of the model and of the measurement:',
    ...disagreements.map(
      ({ values, modelRank, measuredRank, taken }) =>
        `  ${showConfiguration(varying(values, points))}: ${modelRank} and ${measuredRank}, ${taken}`,
    ),
  ].join('\n');
}

/** A configuration's values that vary between them. */
const varying = (
  values: Beside['points'][number]['values'],
  points: Beside['points'],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      points.some((point) => point.values[name] !== value),
    ),
  );

function oneSided(what: string, all: Beside['onlyMeasured']): string[] {
  if (all.length === 0) return [];
  const named = different(all);
  const some = named.slice(0, 3).map((values) => `(${showConfiguration(values)})`);
  return [`${all.length} ${what}: ${some.join(', ')}${named.length > some.length ? ', ...' : ''}`];
}

function row(
  what: string,
  { rho, tau, bestOfTop, firstChoice }: Partial<Accuracy> & { readonly bestOfTop: PerShortlist },
): string {
  const cells = [
    ...[rho, tau].map((value) => value?.toFixed(3) ?? '-'),
    ...SHORTLISTS.map((one) => percent(bestOfTop[one])),
    firstChoice === undefined ? '-' : percent(firstChoice),
  ];
  return what.padEnd(22) + cells.map((cell) => cell.padStart(9)).join('');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
