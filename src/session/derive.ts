import { configurations, ExprError, type Kernel, type KernelParser } from '../kernel/index.ts';
import { checkConstants, CONSTANTS, type ConstantName, type Constants } from '../platform/index.ts';
import { generateModel, type Level, type Model } from '../promela/index.ts';
import { chosenLevel, type Problem, tooManyWords } from '../checker/index.ts';
import { byConstant, type Settings } from './kept/settings.ts';
import type { Derived } from './state.ts';

/** What the settings amount to: what the page shows of it, and the problem to solve where there is one. */
export interface Derivation {
  readonly derived: Derived;
  readonly problem?: Problem;
  /** What there is even where there is no problem to solve. */
  readonly kernel?: Kernel;
  readonly model?: Model;
  readonly constants?: Constants;
  /** The text that the kernel was read from. */
  readonly text: string;
}

/** The constants as numbers, or what is wrong with them by name. */
export function readConstants(typed: Readonly<Record<ConstantName, string>>): {
  constants?: Constants;
  problems: Partial<Record<ConstantName, string>>;
} {
  const problems: Partial<Record<ConstantName, string>> = {};
  const numbers = byConstant((name) => Number(typed[name].trim()));
  for (const { name, unit } of CONSTANTS) {
    if (!/^\d+$/.test(typed[name].trim()))
      problems[name] = `${name} must be a whole number of ${unit}`;
  }
  for (const { name, message } of checkConstants(numbers)) problems[name] ??= message;
  return Object.keys(problems).length > 0 ? { problems } : { constants: numbers, problems };
}

/** Everything that follows from the settings without a model checker. Pure and quick: it runs at every
 * keystroke. */
export function derive(settings: Settings, parser: KernelParser): Derivation {
  const { constants, problems } = readConstants(settings.constants);
  const { kernelText: text, semantics, level } = settings;
  const kernels = parser.parse(text).kernels.map(({ name }) => name);
  // A name that is no longer in the text was that of an earlier one.
  const kernelName = kernels.find((name) => name === settings.kernelName) ?? kernels[0];
  const known = { problems, kernels, ...(kernelName !== undefined && { kernelName }) };
  const platform = constants && { constants };
  const lowered = parser.lower(text, kernelName);
  if (!lowered.ok) {
    const { diagnostics } = lowered;
    return { text, ...platform, derived: { ...known, diagnostics, obstacle: ERRORS } };
  }
  const kernel = lowered.value;
  const chosen = chosenLevel(level, kernel, semantics, constants);
  const generated = generateModel(kernel, semantics, chosen);
  const diagnostics = [...lowered.diagnostics, ...generated.diagnostics];
  if (!generated.ok) {
    return { text, kernel, ...platform, derived: { ...known, diagnostics, obstacle: ERRORS } };
  }
  const model = generated.value;
  const promela = { text: model.text, sources: model.sources };
  const derived = { ...known, diagnostics, promela, level: chosen };
  if (!constants) {
    return { text, kernel, model, derived: { ...derived, obstacle: OUT_OF_RANGE } };
  }
  const all = { text, kernel, model, constants };
  const problem = { kernel, model, constants };
  const obstacle = noConfiguration(kernel, model, constants) ?? tooManyWords(problem);
  if (obstacle !== undefined) return { ...all, derived: { ...derived, obstacle } };
  return { ...all, derived, problem };
}

const ERRORS = 'The kernel has errors.';
const OUT_OF_RANGE = 'A constant of the platform is out of range.';

/** Why no configuration can be run, if none can. */
function noConfiguration(kernel: Kernel, model: Model, constants: Constants): string | undefined {
  let why = 'a tuning parameter has no values';
  try {
    for (const { values, reason } of configurations(kernel, { ...constants })) {
      const broken = reason ?? model.invalid(values, constants);
      if (broken === undefined) return undefined;
      why = broken;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    why = error.message;
  }
  return `No configuration is valid for size ${constants.size}: ${why}.`;
}

/** The problem at another level than the settings name; nothing where there is none to solve. */
export function problemAt(
  level: Level,
  { problem }: Derivation,
  { semantics }: Settings,
): Problem | undefined {
  if (!problem) return undefined;
  const model = generateModel(problem.kernel, semantics, level);
  return model.ok ? { ...problem, model: model.value } : undefined;
}
