import { basename } from 'node:path';
import { approximately } from '../src/base/ticks.ts';
import { combinations, ModelChecker, perform } from '../src/checker/index.ts';
import { domainValues } from '../src/front/configurations.ts';
import { ExprError } from '../src/front/expr.ts';
import {
  besideEachOther,
  chooseColumns,
  type ChosenColumns,
  compare,
  type Measured,
  type Modelled,
  MOST_BYTES,
  readMeasured,
} from '../src/measured/index.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { Configuration, TuningResult } from '../src/tuning/index.ts';
import { type CompareArguments, readCompareArguments } from './compare-arguments.ts';
import { begin, makeTools, readBytes, UsageError } from './command.ts';
import { comparisonAnswer, comparisonText } from './comparison.ts';
import { said } from './diagnostics.ts';
import { type KernelInput, readKernel } from './input.ts';
import { toJson } from '../src/base/json-text.ts';
import { signalAfter, withTools } from './tools.ts';

async function main(): Promise<number> {
  const started = performance.now();
  const options = readCompareArguments();
  const input = await readKernel(options);
  const parameters = parametersOf(input);
  const measured = await readTimes(options, new Set(parameters.map(({ name }) => name)));
  const named = options.columns.filter(([left]) => !isTimeColumn(left, parameters));
  const columns = chosen(options, chooseColumns(measured, parameters, named));
  if (!options.json)
    for (const diagnostic of input.diagnostics) console.error(said(input.name, diagnostic));
  makeTools();
  const { result, modelled } = await modelTimes(options, input);
  if (result.status !== 'proved' && result.status !== 'sampled') {
    const { status, reason = 'no time of the model is known' } = result;
    if (status === 'invalid') throw new UsageError(`${input.name}: ${reason}`);
    console.error(`compare: ${status}: ${reason}`);
    return 1;
  }
  const beside = besideEachOther(measured, columns.map, modelled);
  if (beside.points.length === 0)
    throw new UsageError(
      `${options.measured}: none of its configurations with a time is one of the kernel's, with these columns and constants`,
    );
  const seconds = Math.round(performance.now() - started) / 1000;
  const about = { input, measured, matches: columns.matches, beside, result, seconds };
  const comparison = compare(beside.points, loadsPerOperation(input));
  if (options.json) console.log(toJson(comparisonAnswer(comparison, about)));
  else console.log(comparisonText(comparison, about));
  return 0;
}

type Parameters = readonly { readonly name: string; readonly values: readonly number[] }[];

const parametersOf = ({ problem }: KernelInput): Parameters =>
  problem.kernel.parameters.map(({ name, domain }) => ({
    name,
    values: domainValues(domain, { ...problem.constants }),
  }));

/** `time` names the times' column, unless a parameter has that name. */
const isTimeColumn = (name: string, parameters: Parameters): boolean =>
  name === 'time' && !parameters.some((parameter) => parameter.name === 'time');

/** The measured times of a file. @throws {UsageError} */
async function readTimes(
  { measured, columns }: CompareArguments,
  parameters: ReadonlySet<string>,
): Promise<Measured> {
  const timeColumn = parameters.has('time')
    ? undefined
    : columns.find(([left]) => left === 'time')?.[1];
  const read = await readMeasured(readBytes(measured, MOST_BYTES), { timeColumn });
  if (read.ok) return read.value;
  throw new UsageError(`${basename(measured)}: ${read.message}`);
}

/** @throws {UsageError} where columns are lacking. */
function chosen({ measured }: CompareArguments, columns: ChosenColumns) {
  if (columns.ok) return columns;
  throw new UsageError(
    `${basename(measured)}: ${columns.message} Say which with --columns PARAMETER=COLUMN.`,
  );
}

/** The time of every configuration, by the model. */
async function modelTimes(
  { memory, timeout, json }: CompareArguments,
  { problem }: KernelInput,
): Promise<{ readonly result: TuningResult; readonly modelled: readonly Modelled[] }> {
  const modelled: Modelled[] = [];
  if (!json) console.error(`Taking the times of ${combinations(problem)} combinations`);
  const result = await withTools((toolchain) =>
    perform(
      'sweep',
      new ModelChecker(toolchain, problem, { memoryMB: memory }),
      (event) => {
        if (event.type !== 'configurations') return;
        for (const { values, time } of event.results)
          modelled.push({ values, time: time === undefined ? undefined : approximately(time) });
      },
      signalAfter(timeout),
      { toolchain: createNodeToolchain },
    ),
  );
  return { result, modelled };
}

/** Traffic alone (device semantics): memory port cycles per arithmetic cycle, without latency,
 * residency or overlap. */
function loadsPerOperation({ problem }: KernelInput) {
  const { programOf, constants } = problem;
  if (!programOf) return undefined;
  return (values: Configuration): number | undefined => {
    try {
      let [port, issue] = [0, 0];
      for (const step of programOf({ ...constants, ...values }, constants).steps) {
        if (step.kind !== 'segment') continue;
        port += step.times * step.port;
        issue += step.times * step.issue;
      }
      return issue === 0 ? undefined : port / issue;
    } catch (error) {
      if (error instanceof ExprError) return undefined;
      throw error;
    }
  };
}

begin('compare');
process.exitCode = await main();
