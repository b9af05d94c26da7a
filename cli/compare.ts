import { withoutTerms } from '../src/checker/index.ts';
import { ExprError } from '../src/front/expr.ts';
import { besideEachOther, compare } from '../src/measured/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import { readCompareArguments } from './compare-arguments.ts';
import { begin, makeTools } from './command.ts';
import { UsageError } from './usage-error.ts';
import { comparisonAnswer, comparisonText } from './comparison.ts';
import { said } from './diagnostics.ts';
import { readKernel } from './input.ts';
import { sayMachine } from './machine-arguments.ts';
import type { KernelInput } from './posed-text.ts';
import { toJson } from '../src/base/json-text.ts';
import { parametersOf, readMeasuredFile } from './measured-file.ts';
import { measuredAmong, modelTimes, timely, untimed } from './model-times.ts';

async function main(): Promise<number> {
  const started = performance.now();
  const options = readCompareArguments();
  sayMachine(options.described);
  const input = await readKernel(options);
  const { measured, columns } = await readMeasuredFile(
    options.measured,
    options.columns,
    parametersOf(input),
  );
  if (!options.json)
    for (const diagnostic of input.diagnostics) console.error(said(input.name, diagnostic));
  makeTools();
  const whole =
    options.without.length > 0 ? withoutTerms(input.problem, options.without) : input.problem;
  const { problem, valid } = timely(whole, (all) => measuredAmong(all, measured, columns.map));
  const { result, modelled } = await modelTimes(problem, options);
  if (result.status !== 'proved' && result.status !== 'sampled') {
    const { status, reason = 'no time of the model is known' } = result;
    if (status === 'invalid') throw new UsageError(`${input.name}: ${reason}`);
    console.error(`compare: ${status}: ${reason}`);
    return 1;
  }
  const found = besideEachOther(measured, columns.map, modelled);
  const { onlyModelled } =
    problem === whole ? found : besideEachOther(measured, columns.map, untimed(valid));
  const beside = { ...found, onlyModelled };
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
