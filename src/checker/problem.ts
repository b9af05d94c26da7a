import type { Machine } from '../device/index.ts';
import { MOST_TICKS, type Ticks } from '../base/ticks.ts';
import { configurations, domainValues, evaluate, ExprError, type Kernel } from '../kernel/index.ts';
import { type Constants, semanticsOf } from '../platform/index.ts';
import {
  type Model,
  type ProgramOf,
  type Range,
  type Ranges,
  type RunParameters,
  runWords,
  type SemanticsId,
} from '../promela/index.ts';
import type { TraceModel } from '../trace/index.ts';
import type { Configuration, ListedConfiguration } from '../tuning/index.ts';

/** What is tuned: a kernel, through its model, on a platform. */
export interface Problem {
  readonly kernel: Kernel;
  readonly semantics: SemanticsId;
  readonly model: Model;
  readonly constants: Constants;
  /** What the warps do, in the device semantics, and the machine that it was derived for, if it was. */
  readonly programOf?: ProgramOf;
  readonly machine?: Machine;
}

/** What the trace of a configuration has to know of its model. */
export function traceModelOf(problem: Problem, values: Configuration): TraceModel {
  const { model, constants } = problem;
  return {
    sources: model.sources,
    standsFor: model.standsFor(values, constants),
    ...programIn(model, values, constants),
    warps: model.warps?.(values, constants),
    spread: spreadOf(problem, values),
  };
}

/** How the work-items of a group are spread over the elements of its unit. In the device semantics the program of
 * the warps says it; the second paper's listings do not say it at all. */
function spreadOf(
  { kernel, semantics: id, model, constants }: Problem,
  values: Configuration,
): TraceModel['spread'] {
  const { runsItems, runsWarps } = semanticsOf(id);
  if (id === 'device' || id === 'fermi-printed') return undefined;
  if (model.invalid(values, constants) !== undefined) return undefined;
  return {
    items: evaluate(kernel.localSize, { ...constants, ...values }),
    elements: constants.NP,
    how: runsWarps ? 'lanes' : runsItems ? 'strided' : 'handed out',
  };
}

/** What the warps of a configuration do; nothing where none can run it. */
function programIn(
  model: Model,
  values: Configuration,
  constants: Constants,
): Pick<TraceModel, 'program'> {
  if (!model.program || model.invalid(values, constants) !== undefined) return {};
  return { program: model.program(values, constants) };
}

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

/** All configurations of a problem, invalid ones with the reason why they are.
 * @throws {ExprError} where a parameter has no values on this platform. */
export function* problemConfigurations({
  kernel,
  model,
  constants,
}: Problem): Generator<ListedConfiguration> {
  for (const { values, reason: broken } of configurations(kernel, { ...constants })) {
    const reason = broken ?? model.invalid(values, constants);
    const uncounted =
      reason === undefined && !model.wide ? model.uncountable(values, constants) : undefined;
    if (uncounted !== undefined) yield { values, reason: uncounted, uncountable: true };
    else yield reason === undefined ? { values } : { values, reason };
  }
}

/** How many combinations the values of the parameters have, valid or not; none where a parameter has no
 * values on this platform. */
export function combinations({ kernel, constants }: Problem): number {
  try {
    return kernel.parameters.reduce(
      (count, { domain }) => count * domainValues(domain, { ...constants }).length,
      1,
    );
  } catch (error) {
    if (error instanceof ExprError) return 0;
    throw error;
  }
}

/** The most combinations that are searched: some minutes of a verifier, and all of its memory. */
const MOST_COMBINATIONS = 10_000_000;

/** Why the combinations of a problem cannot be searched one by one; nothing where they can. */
export function tooManyCombinations(problem: Problem): string | undefined {
  const count = combinations(problem);
  if (count <= MOST_COMBINATIONS) return undefined;
  const { kernel, constants } = problem;
  const values = kernel.parameters.map(
    ({ name, domain }) => `${name} ${domainValues(domain, { ...constants }).length}`,
  );
  const [all, most] = [count, MOST_COMBINATIONS].map((number) => number.toLocaleString('en'));
  return `The values of the tuning parameters have ${all} combinations (${values.join(', ')}); at most ${most} are searched here. Give some parameters fewer values, or export the kernel for other machines.`;
}

/** The ranges that hold every value of every parameter, or those of one configuration.
 * @throws {ExprError} where a parameter has no values on this platform. */
export function rangesOf(
  { kernel, model, constants }: Problem,
  configuration?: Configuration,
): Record<string, Range> {
  const range = ({ name, domain }: Kernel['parameters'][number]): Range => {
    const one = configuration && [configuration[name] ?? 0];
    const values = one ?? domainValues(domain, { ...constants });
    const [first, second] = values;
    if (first === undefined)
      throw new ExprError(`${name} has no values for size ${constants.size}`);
    return {
      // There may be a million, too many for the arguments of a call.
      low: values.reduce((least, value) => Math.min(least, value), first),
      high: values.reduce((most, value) => Math.max(most, value), first),
      ...(domain.kind === 'range' && { step: second === undefined ? 1 : second - first }),
    };
  };
  return Object.fromEntries(
    kernel.parameters.map((parameter) => [
      model.parameterNames.get(parameter.name) ?? parameter.name,
      range(parameter),
    ]),
  );
}

/** A run that finds the paths which finish within a bound in ticks, or with none all that finish; of all
 * configurations, unless the ranges say otherwise. */
export function boundedRun(
  problem: Problem,
  bound: Ticks | undefined,
  improve: boolean,
  ranges: Ranges = rangesOf(problem),
): RunParameters {
  const { constants } = problem;
  return { constants, ranges, prune: true, ...(bound !== undefined && { bound }), improve };
}

/** A run that lets every path go to its end and calls none of them an error. */
export const unboundedRun = ({ constants }: Problem, ranges: Ranges): RunParameters => ({
  constants,
  ranges,
  bound: -1,
  prune: false,
});

/** Why a verifier cannot be told the numbers of a problem; nothing where it can. */
export function tooManyWords(problem: Problem): string | undefined {
  try {
    runWords(boundedRun(problem, MOST_TICKS, true));
    return undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ExprError) return error.message;
    throw error;
  }
}
