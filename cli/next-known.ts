import { problemConfigurations } from '../src/checker/index.ts';
import { type Candidates, filled, type Observation } from '../src/learn/index.ts';
import { besideEachOther, type Modelled } from '../src/measured/index.ts';
import { randomNumbers, shuffled } from '../src/base/random.ts';
import { count, whole } from '../src/base/words.ts';
import { UsageError } from './usage-error.ts';
import type { KernelInput } from './posed-text.ts';
import { type MeasuredFile, measuredIn, type NamedBytes, parametersOf } from './measured-file.ts';
import { keptModelTimes, type Limits, measuredAmong, timely, untimed } from './model-times.ts';
import type { Known } from './next-answer.ts';

export interface KnownOptions extends Limits {
  /** Measured times; none where absent or empty. */
  readonly measured?: NamedBytes | undefined;
  /** Another GPU's times of the same kernel. */
  readonly prior?: NamedBytes | undefined;
  readonly columns: readonly (readonly [string, string])[];
  readonly isWithoutModel: boolean;
}

/** All that may be measured, and what was. */
export async function knownOf(input: KernelInput, options: KnownOptions): Promise<Known> {
  const file = await fileOf(options, input);
  const { rows, times, notes: drawn, obstacle } = await rowsOf(options, input, file);
  if (rows.length === 0) throw new UsageError(`${input.name} has no valid configuration`);
  const parameters = parametersOf(input).map(({ name }) => ({
    name,
    values: Float64Array.from(rows, ({ values }) => values[name] ?? 0),
  }));
  const { observations, unknown, notes } = observed(file, rows);
  const relative = await relativeTimes(options, input, rows);
  const guides: Candidates['guides'] = [
    ...(relative ? [{ id: 'relative', times: relative } as const] : []),
    ...(times ? [{ id: 'model', times } as const] : []),
  ];
  return {
    problem: input.problem,
    configurations: rows.map(({ values }) => values),
    candidates: filled({ count: rows.length, parameters, guides }),
    observations,
    unknown,
    notes: [...drawn, ...notes],
    obstacle,
  };
}

/** Valid configurations, with the model's times where it has them. */
async function rowsOf(
  options: KnownOptions,
  { problem }: KernelInput,
  file: MeasuredFile | undefined,
): Promise<{
  rows: readonly Modelled[];
  times?: Float64Array;
  notes: readonly string[];
  obstacle?: string | undefined;
}> {
  // Each once: what was proposed and measured leaves the kept times as they are.
  const timed = timely(problem, (all) => [
    ...new Set([
      ...shuffled(all, MOST_PROPOSED, randomNumbers(1)),
      ...(file ? measuredAmong(all, file.measured, file.columns.map) : []),
    ]),
  ]);
  const isPart = timed.problem !== problem;
  const notes = isPart
    ? [
        `Of ${count(timed.valid.length, 'configuration')}, ${whole(timed.asked.length)} are looked at: drawn evenly, and what was measured. The times of all would take too long.`,
      ]
    : [];
  const valid = (): readonly Modelled[] =>
    isPart
      ? timed.asked.map((values) => ({ values }))
      : [...problemConfigurations(problem)].flatMap(({ values, reason }) =>
          reason === undefined ? [{ values }] : [],
        );
  if (options.isWithoutModel) return { rows: valid(), notes };
  const { result, modelled } = await keptModelTimes(timed, options);
  if (result.status === 'proved' || result.status === 'sampled')
    return {
      rows: modelled,
      times: Float64Array.from(modelled, ({ time }) => time ?? Number.NaN),
      notes,
    };
  const { status, reason = 'it has no time' } = result;
  if (status === 'invalid') throw new UsageError(`${problem.kernel.name}: ${reason}`);
  const obstacle = `The times of the model are not known (${status}: ${reason}); the parameters alone are learnt from.`;
  return { rows: valid(), notes, obstacle };
}

/** Configurations that are looked at, evenly spread, where there are very many. */
const MOST_PROPOSED = 5000;

const numbered = (rows: readonly Modelled[]): readonly Modelled[] =>
  untimed(rows.map(({ values }) => values));

const fileOf = async (
  { measured: given, columns }: KnownOptions,
  input: KernelInput,
): Promise<MeasuredFile | undefined> =>
  given === undefined || given.bytes.length === 0
    ? undefined
    : measuredIn(given, columns, parametersOf(input), true);

function observed(
  file: MeasuredFile | undefined,
  rows: readonly Modelled[],
): { observations: readonly Observation[]; unknown: number; notes: readonly string[] } {
  if (!file) return { observations: [], unknown: 0, notes: [] };
  const beside = besideEachOther(file.measured, file.columns.map, numbered(rows));
  const failed = beside.failed.flatMap(({ model: row, row: line }) =>
    row === undefined ? [] : [{ row, line }],
  );
  const timed = beside.points.map(({ model: row, measured: time, row: line }) => ({
    row,
    time,
    line,
  }));
  const observations = [...timed, ...failed].toSorted((left, right) => left.line - right.line);
  const unknown = file.measured.times.length - observations.length;
  return { observations, unknown, notes: file.measured.notes };
}

/** Another GPU's times, NaN where it has none. */
async function relativeTimes(
  { prior, columns }: KnownOptions,
  input: KernelInput,
  rows: readonly Modelled[],
): Promise<Float64Array | undefined> {
  if (prior === undefined) return undefined;
  const file = await measuredIn(prior, columns, parametersOf(input));
  const { points } = besideEachOther(file.measured, file.columns.map, numbered(rows));
  if (points.length === 0)
    throw new UsageError(
      `${prior.name}: none of its configurations with a time is one of the kernel's`,
    );
  const times = new Float64Array(rows.length).fill(Number.NaN);
  for (const { model: row, measured } of points) times[row] = measured;
  return times;
}
