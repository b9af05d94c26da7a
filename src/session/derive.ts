import type { Diagnostic } from '../base/diagnostic.ts';
import { configurations, ExprError, type Kernel, type KernelParser } from '../kernel/index.ts';
import { checkConstants, CONSTANTS, type ConstantName, type Constants } from '../platform/index.ts';
import { generateModel, type Model } from '../promela/index.ts';
import type { Problem } from './problem.ts';
import type { Derived, Settings } from './state.ts';

/** What the settings amount to: what the page shows of it, and the problem to solve where there is one. */
export interface Derivation {
  readonly derived: Derived;
  readonly problem?: Problem;
}

/** The constants as numbers, or what is wrong with them by name. */
export function readConstants(typed: Readonly<Record<ConstantName, string>>): {
  constants?: Constants;
  problems: Partial<Record<ConstantName, string>>;
} {
  const problems: Partial<Record<ConstantName, string>> = {};
  const numbers: Record<ConstantName, number> = {
    ND: 0,
    NU: 0,
    NP: 0,
    GMT: 0,
    LMT: 0,
    BT: 0,
    DT: 0,
    LM: 0,
    size: 0,
  };
  for (const { name, unit } of CONSTANTS) {
    const text = typed[name].trim();
    numbers[name] = Number(text);
    if (!/^\d+$/.test(text)) problems[name] = `${name} must be a whole number of ${unit}`;
  }
  for (const { name, message } of checkConstants(numbers)) problems[name] ??= message;
  return Object.keys(problems).length > 0 ? { problems } : { constants: numbers, problems };
}

/** Everything that follows from the settings without a model checker. Pure and quick: it runs at every
 * keystroke. */
export function derive(settings: Settings, parser: KernelParser): Derivation {
  const { constants, problems } = readConstants(settings.constants);
  const lowered = parser.lower(settings.kernelText);
  if (!lowered.ok) return { derived: blocked(lowered.diagnostics, problems, ERRORS) };
  const kernel = lowered.value;
  const generated = generateModel(kernel, settings.semantics, settings.level);
  const diagnostics = [...lowered.diagnostics, ...generated.diagnostics];
  if (!generated.ok) return { derived: blocked(diagnostics, problems, ERRORS) };
  const model = generated.value;
  const promela = { text: model.text, sources: model.sources };
  if (!constants) {
    return {
      derived: {
        ...blocked(diagnostics, problems, 'A constant of the platform is out of range.'),
        promela,
      },
    };
  }
  const impossible = noConfiguration(kernel, model, constants);
  if (impossible !== undefined)
    return { derived: { ...blocked(diagnostics, problems, impossible), promela } };
  return { derived: { diagnostics, problems, promela }, problem: { kernel, model, constants } };
}

const ERRORS = 'The kernel has errors.';

function blocked(
  diagnostics: readonly Diagnostic[],
  problems: Derived['problems'],
  obstacle: string,
): Derived {
  return { diagnostics, problems, obstacle };
}

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
