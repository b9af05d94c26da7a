import { problemConfigurations } from '../src/checker/index.ts';
import { type Candidates, filledTimes, type Observation } from '../src/learn/index.ts';
import { besideEachOther, type Modelled } from '../src/measured/index.ts';
import { makeTools, UsageError } from './command.ts';
import type { KernelInput } from './input.ts';
import { measuredIn, type NamedBytes, parametersOf } from './measured-file.ts';
import { keptModelTimes, type Limits } from './model-times.ts';
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
  const { rows, times, obstacle } = await rowsOf(options, input);
  if (rows.length === 0) throw new UsageError(`${input.name} has no valid configuration`);
  const parameters = parametersOf(input).map(({ name }) => ({
    name,
    values: Float64Array.from(rows, ({ values }) => values[name] ?? 0),
  }));
  const { observations, unknown, notes } = await observed(options, input, rows);
  const relative = await relativeTimes(options, input, rows);
  const guides: Candidates['guides'] = [
    ...(relative ? [{ id: 'relative', times: filledTimes(parameters, relative) } as const] : []),
    ...(times ? [{ id: 'model', times } as const] : []),
  ];
  return {
    problem: input.problem,
    configurations: rows.map(({ values }) => values),
    candidates: { count: rows.length, parameters, guides },
    observations,
    unknown,
    notes,
    obstacle,
  };
}

/** Valid configurations, with the model's times where it has them. */
async function rowsOf(
  options: KnownOptions,
  { problem }: KernelInput,
): Promise<{ rows: readonly Modelled[]; times?: Float64Array; obstacle?: string | undefined }> {
  const valid = (): readonly Modelled[] =>
    [...problemConfigurations(problem)].flatMap(({ values, reason }) =>
      reason === undefined ? [{ values }] : [],
    );
  if (options.isWithoutModel) return { rows: valid() };
  makeTools();
  const { result, modelled } = await keptModelTimes(problem, options);
  if (result.status === 'proved' || result.status === 'sampled')
    return { rows: modelled, times: Float64Array.from(modelled, ({ time }) => time ?? Number.NaN) };
  const { status, reason = 'it has no time' } = result;
  if (status === 'invalid') throw new UsageError(`${problem.kernel.name}: ${reason}`);
  const obstacle = `The times of the model are not known (${status}: ${reason}); the parameters alone are learnt from.`;
  return { rows: valid(), obstacle };
}

/** The row of each configuration stands for its time while they are joined. */
const numbered = (rows: readonly Modelled[]): readonly Modelled[] =>
  rows.map(({ values }, time) => ({ values, time }));

async function observed(
  { measured: given, columns }: KnownOptions,
  input: KernelInput,
  rows: readonly Modelled[],
): Promise<{ observations: readonly Observation[]; unknown: number; notes: readonly string[] }> {
  if (given === undefined || given.bytes.length === 0)
    return { observations: [], unknown: 0, notes: [] };
  const file = await measuredIn(given, columns, parametersOf(input), true);
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
