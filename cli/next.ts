import { existsSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { toJson } from '../src/base/json-text.ts';
import { problemConfigurations } from '../src/checker/index.ts';
import { measuringScript, SCRIPTS } from '../src/exchange/index.ts';
import { type Candidates, filledTimes, type Observation, proposal } from '../src/learn/index.ts';
import { besideEachOther, type Modelled } from '../src/measured/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import { begin, makeTools, UsageError } from './command.ts';
import { said } from './diagnostics.ts';
import { type KernelInput, readKernel } from './input.ts';
import { parametersOf, readMeasuredFile } from './measured-file.ts';
import { keptModelTimes } from './model-times.ts';
import { type NextArguments, readNextArguments } from './next-arguments.ts';
import { type Known, nextAnswer, nextText } from './next-answer.ts';
import { answerTo, Dialogue } from './next-dialogue.ts';

async function main(): Promise<number> {
  const options = readNextArguments();
  if (options.script !== undefined && !/\.csv$/i.test(options.measured ?? ''))
    throw new UsageError('--script adds times to a table: --measured has to end in .csv');
  const input = await readKernel(options);
  const isQuiet = options.json || options.isServing || options.script !== undefined;
  if (!isQuiet)
    for (const diagnostic of input.diagnostics) console.error(said(input.name, diagnostic));
  const known = await readKnown(options, input, isQuiet);
  if (options.isServing) return serve(known, options);
  const found = proposal(known.candidates, known.observations, options);
  if (options.script !== undefined) return printScript(options.script, input, known, found.next);
  if (options.json) console.log(toJson(nextAnswer(found, known)));
  else console.log(nextText(found, known));
  if (found.next.length > 0) return 0;
  console.error('next: every configuration has been measured');
  return 1;
}

/** All that may be measured, and what was. */
async function readKnown(
  options: NextArguments,
  input: KernelInput,
  isQuiet: boolean,
): Promise<Known> {
  const { rows, times, obstacle } = await rowsOf(options, input, isQuiet);
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
  options: NextArguments,
  { problem }: KernelInput,
  isQuiet: boolean,
): Promise<{ rows: readonly Modelled[]; times?: Float64Array; obstacle?: string | undefined }> {
  const valid = (): readonly Modelled[] =>
    [...problemConfigurations(problem)].flatMap(({ values, reason }) =>
      reason === undefined ? [{ values }] : [],
    );
  if (options.isWithoutModel) return { rows: valid() };
  makeTools();
  const { result, modelled } = await keptModelTimes(problem, { ...options, json: isQuiet });
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

const isThere = (path: string): boolean => existsSync(path) && statSync(path).size > 0;

async function observed(
  { measured: path, columns }: NextArguments,
  input: KernelInput,
  rows: readonly Modelled[],
): Promise<{ observations: readonly Observation[]; unknown: number; notes: readonly string[] }> {
  if (path === undefined || !isThere(path)) return { observations: [], unknown: 0, notes: [] };
  const file = await readMeasuredFile(path, columns, parametersOf(input), true);
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
  { prior: path, columns }: NextArguments,
  input: KernelInput,
  rows: readonly Modelled[],
): Promise<Float64Array | undefined> {
  if (path === undefined) return undefined;
  const file = await readMeasuredFile(path, columns, parametersOf(input));
  const { points } = besideEachOther(file.measured, file.columns.map, numbered(rows));
  if (points.length === 0)
    throw new UsageError(
      `--prior ${path}: none of its configurations with a time is one of the kernel's`,
    );
  const times = new Float64Array(rows.length).fill(Number.NaN);
  for (const { model: row, measured } of points) times[row] = measured;
  return times;
}

/** Prints a program that measures what is proposed. */
function printScript(
  id: NonNullable<NextArguments['script']>,
  input: KernelInput,
  { configurations }: Known,
  next: readonly { readonly row: number }[],
): number {
  const { measured = '' } = readNextArguments();
  const chosen = next.flatMap(({ row }): Configuration[] => {
    const values = configurations[row];
    return values ? [values] : [];
  });
  const script = SCRIPTS.find((each) => each.id === id);
  if (!script) throw new UsageError(`--script ${id}: there is none`);
  const about = {
    kernel: input.problem.kernel.name,
    text: input.text,
    language: input.language,
    file: measured,
  };
  const text = measuringScript(script, about, chosen, input.program);
  if (!text.ok) throw new UsageError(`--script ${id}: ${text.message}`);
  process.stdout.write(text.value);
  return 0;
}

/** Answers each line of standard input with one of standard output. */
async function serve(known: Known, options: NextArguments): Promise<number> {
  const dialogue = new Dialogue(known, options);
  for await (const line of createInterface({ input: process.stdin }))
    if (line.trim() !== '') console.log(toJson(answerTo(dialogue, line)));
  return 0;
}

begin('next');
process.exitCode = await main();
