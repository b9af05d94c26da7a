import { MOST_TICKS, type Ticks } from '../base/ticks.ts';
import { configurations, domainValues, ExprError, type Kernel } from '../kernel/index.ts';
import type { Constants } from '../platform/index.ts';
import { type Model, type Range, type RunParameters, runWords } from '../promela/index.ts';
import type { TraceModel } from '../trace/index.ts';
import type { Configuration, ListedConfiguration } from '../tuning/index.ts';

/** What is tuned: a kernel, through its model, on a platform. */
export interface Problem {
  readonly kernel: Kernel;
  readonly model: Model;
  readonly constants: Constants;
}

/** The plain numbers of a platform, as expressions see them. */
export const environmentOf = (constants: Constants): Readonly<Record<string, number>> => ({
  ...constants,
});

/** What the trace of a configuration has to know of its model. */
export const traceModelOf = ({ model, constants }: Problem, values: Configuration): TraceModel => ({
  sources: model.sources,
  standsFor: model.standsFor(values, constants),
});

/** The tuning parameters of a run: as it finished, or as they are where it is stuck. */
export const configurationOf = (
  { kernel, model }: Problem,
  finish: Readonly<Record<string, number>> | undefined,
  variables: Readonly<Record<string, number>>,
): Configuration =>
  Object.fromEntries(
    kernel.parameters.map(({ name }) => {
      const inModel = model.parameterNames.get(name) ?? name;
      return [name, finish?.[name] ?? finish?.[inModel] ?? variables[inModel] ?? 0];
    }),
  );

/** All configurations of a problem, invalid ones with the reason why they are. */
export function* problemConfigurations(problem: Problem): Generator<ListedConfiguration> {
  for (const { values, reason } of configurations(
    problem.kernel,
    environmentOf(problem.constants),
  )) {
    const why = reason ?? problem.model.invalid(values, problem.constants);
    if (why !== undefined) {
      yield { values, reason: why };
      continue;
    }
    const uncountable = problem.model.wide
      ? undefined
      : problem.model.uncountable(values, problem.constants);
    yield uncountable === undefined
      ? { values }
      : { values, reason: uncountable, uncountable: true };
  }
}

/** How many combinations the values of the parameters have, valid or not; none where a parameter has no
 * values on this platform. */
export function combinations({ kernel, constants }: Problem): number {
  try {
    return kernel.parameters.reduce(
      (count, { domain }) => count * domainValues(domain, environmentOf(constants)).length,
      1,
    );
  } catch (error) {
    if (error instanceof ExprError) return 0;
    throw error;
  }
}

/** The ranges that hold every value of every parameter.
 * @throws {ExprError} where a parameter has no values on this platform. */
export function fullRanges(problem: Problem): Record<string, Range> {
  const ranges: Record<string, Range> = {};
  for (const { name, domain } of problem.kernel.parameters) {
    const values = domainValues(domain, environmentOf(problem.constants));
    const [first, second] = values;
    if (first === undefined) {
      throw new ExprError(`${name} has no values for size ${problem.constants.size}`);
    }
    const step = domain.kind === 'range' ? { step: second === undefined ? 1 : second - first } : {};
    ranges[promelaName(problem, name)] = {
      low: Math.min(...values),
      high: Math.max(...values),
      ...step,
    };
  }
  return ranges;
}

/** Why a verifier cannot be told the numbers of a problem; nothing where it can.
 * @throws {ExprError} where a parameter has no values on this platform. */
export function tooManyWords(problem: Problem): string | undefined {
  try {
    runWords(boundedRun(problem, MOST_TICKS, true));
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** The ranges that hold one configuration. */
export function rangesOf(problem: Problem, values: Configuration): Record<string, Range> {
  const ranges: Record<string, Range> = {};
  for (const { name, domain } of problem.kernel.parameters) {
    const value = values[name] ?? 0;
    const step = domain.kind === 'range' ? { step: 1 } : {};
    ranges[promelaName(problem, name)] = { low: value, high: value, ...step };
  }
  return ranges;
}

/** A run that finds the paths which finish within a bound in ticks, or with none all that finish; of all
 * configurations, unless the ranges say otherwise. */
export function boundedRun(
  problem: Problem,
  bound: Ticks | undefined,
  improve: boolean,
  ranges: Readonly<Record<string, Range>> = fullRanges(problem),
): RunParameters {
  const { constants } = problem;
  return { constants, ranges, prune: true, ...(bound !== undefined && { bound }), improve };
}

/** A run that lets every path go to its end and calls none of them an error. */
export function unboundedRun(
  problem: Problem,
  ranges: Readonly<Record<string, Range>>,
): RunParameters {
  return { constants: problem.constants, ranges, bound: -1, prune: false };
}

/** A run that reports the time of every path, whatever it is. */
export const censusRun = (
  problem: Problem,
  ranges: Readonly<Record<string, Range>> = fullRanges(problem),
): RunParameters => ({ ...unboundedRun(problem, ranges), report: true });

const promelaName = (problem: Problem, name: string): string =>
  problem.model.parameterNames.get(name) ?? name;
