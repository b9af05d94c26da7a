import type { Machine } from '../device/index.ts';
import { MOST_TICKS, type Ticks } from '../base/ticks.ts';
import {
  configurations,
  domainValues,
  MOST_COMBINATIONS,
  validConfigurations,
} from '../front/configurations.ts';
import { evaluate, ExprError, show } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { CONSTANT_NAMES, type Constants, semanticsOf } from '../platform/index.ts';
import {
  FLAGS,
  type Model,
  type ProgramOf,
  type Range,
  type Ranges,
  rangesIn,
  type RunParameters,
  runWords,
  type SemanticsId,
} from '../promela/index.ts';
import type { TraceModel } from '../trace/index.ts';
import type { Configuration, ListedConfiguration } from '../tuning/index.ts';

/** A kernel, its model and its platform. */
export interface Problem {
  readonly kernel: Kernel;
  readonly semantics: SemanticsId;
  readonly model: Model;
  readonly constants: Constants;
  /** Warp programs, and the machine they were derived for. */
  readonly programOf?: ProgramOf;
  readonly machine?: Machine;
}

/** The model's facts that a trace needs. */
export function traceModelOf(problem: Problem, values: Configuration): TraceModel {
  const { kernel, model, constants } = problem;
  return {
    language: kernel.language,
    sources: model.sources,
    standsFor: model.standsFor(values, constants),
    ...programIn(model, values, constants),
    warps: model.warps?.(values, constants),
    spread: spreadOf(problem, values),
  };
}

/** The distribution of a group's items over elements. */
function spreadOf(
  { kernel, semantics: id, model, constants }: Problem,
  values: Configuration,
): TraceModel['spread'] {
  const { spread: how } = semanticsOf(id);
  if (how === undefined || model.invalid(values, constants) !== undefined) return undefined;
  return {
    items: evaluate(kernel.localSize, { ...constants, ...values }),
    elements: constants.NP,
    how,
  };
}

/** A configuration's warp programs; undefined if it cannot run. */
function programIn(
  model: Model,
  values: Configuration,
  constants: Constants,
): Pick<TraceModel, 'program'> {
  if (!model.program || model.invalid(values, constants) !== undefined) return {};
  return { program: model.program(values, constants) };
}

/** Parameter values at the end of a run, or where it is stuck. */
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

/** All configurations, invalid ones with reasons.
 * @throws {ExprError} if a parameter has no values here. */
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

/** Number of combinations, valid or not; undefined if a parameter has no values. */
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

/** Values tried where constraints exclude most of very many combinations: seconds here, minutes of a verifier. */
const MOST_TRIED = 3_000_000;

/** Why the combinations cannot be searched. */
export function tooManyCombinations(problem: Problem): string | undefined {
  const count = combinations(problem);
  if (count <= MOST_COMBINATIONS || !areTooMany(problem)) return undefined;
  const { kernel, constants } = problem;
  const values = kernel.parameters.map(
    ({ name, domain }) => `${name} ${domainValues(domain, { ...constants }).length}`,
  );
  const [all, most] = [count, MOST_COMBINATIONS].map((number) => number.toLocaleString('en'));
  return `The values of the tuning parameters have ${all} combinations (${values.join(', ')}); at most ${most} are searched here, or more where constraints exclude nearly all. Give some parameters fewer values, or export the kernel for other machines.`;
}

/** Kept for the latest parameters and constraints: the text is posed again as it is typed. */
let counted = { key: '', areTooMany: false };

function areTooMany({ kernel, constants }: Problem): boolean {
  const { parameters, constraints } = kernel;
  const conditions = constraints.map(({ condition }) => show(condition));
  const domains = parameters.map(({ name, domain }) => [name, domainValues(domain, constants)]);
  const key = JSON.stringify([domains, conditions, constants]);
  if (counted.key !== key) counted = { key, areTooMany: !isTried(kernel, constants) };
  return counted.areTooMany;
}

/** Every combination that the constraints leave is reached by few tries. */
function isTried(kernel: Kernel, constants: Constants): boolean {
  const tries = { left: MOST_TRIED };
  const values = validConfigurations(kernel, { ...constants }, tries);
  while (values.next().done !== true);
  return tries.left >= 0;
}

/** Value ranges of all parameters, or of one configuration.
 * @throws {ExprError} if a parameter has no values here. */
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
      // A million values are too many arguments for Math.min.
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

/** Finds paths finishing within a bound in ticks, or all of them; `ranges` limits the
 * configurations. */
export function boundedRun(
  problem: Problem,
  bound: Ticks | undefined,
  improve: boolean,
  ranges: Ranges = rangesOf(problem),
): RunParameters {
  const { constants } = problem;
  return { constants, ranges, prune: true, ...(bound !== undefined && { bound }), improve };
}

/** Lets every path finish and reports no errors. */
export const unboundedRun = ({ constants }: Problem, ranges: Ranges): RunParameters => ({
  constants,
  ranges,
  bound: -1,
  prune: false,
});

/** Why the numbers do not fit on a verifier's command line. */
export function tooManyWords(problem: Problem): string | undefined {
  try {
    runWords(boundedRun(problem, MOST_TICKS, true));
    return undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ExprError) return error.message;
    throw error;
  }
}

/** The first command-line word that contradicts the problem's constants or parameters. */
export function unfitWord(problem: Problem, words: readonly string[]): string | undefined {
  const constants = CONSTANT_NAMES.map((name) => `${name}=${problem.constants[name]}`);
  const missing = constants.find((word) => !words.includes(word));
  if (missing !== undefined) return `word for ${missing.split('=')[0] ?? ''}`;
  const own = valuesByName(problem, (name) => problem.model.parameterNames.get(name) ?? name);
  const steps = rangesOf(problem);
  const flags = new RegExp(`^(?:T=-?\\d{1,19}|(?:${FLAGS.join('|')})=[01])$`);
  return words.find((word) => {
    if (constants.includes(word) || flags.test(word)) return false;
    const [[name = '', range] = []] = Object.entries(rangesIn([word]));
    const values = own.get(name);
    if (!range || !values?.has(range.low) || !values.has(range.high)) return true;
    return range.low !== range.high && range.step !== steps[name]?.step;
  });
}

/** Values of each tuning parameter. */
const valuesByName = (
  { kernel, constants }: Problem,
  nameOf: (name: string) => string = (name) => name,
): ReadonlyMap<string, ReadonlySet<number>> =>
  new Map(
    kernel.parameters.map(({ name, domain }) => [
      nameOf(name),
      new Set(domainValues(domain, { ...constants })),
    ]),
  );

/** The first configuration with other parameters, or values that they do not take. */
export function foreignConfiguration(
  problem: Problem,
  configurations: Iterable<Configuration>,
): Configuration | undefined {
  const own = valuesByName(problem);
  for (const values of configurations) {
    const entries = Object.entries(values);
    const isOwn = entries.every(([name, value]) => own.get(name)?.has(value) === true);
    if (!isOwn || entries.length !== own.size) return values;
  }
  return undefined;
}

/** See `Checker.essence`. Based on the model, so proofs of older models do not count. */
export function essenceOf(problem: Problem): readonly unknown[] {
  const words = runWords(boundedRun(problem, 0, false));
  // The device model's text does not contain the warps' work.
  const beside = problem.machine && [problem.machine, problem.kernel];
  return [problem.model.text, words, ...(beside ?? [])];
}
