import {
  ALL_TERMS,
  type Machine,
  machineOf,
  platformOf,
  USUAL_MACHINE,
  type Terms,
} from '../device/index.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { Span } from '../base/span.ts';
import { configurations, withoutValues } from '../front/configurations.ts';
import { ExprError } from '../front/expr.ts';
import type { Given } from '../front/reader.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Charged } from '../kernel/charges.ts';
import type { KernelParser } from '../kernel/parser.ts';
import type { Configuration } from '../tuning/index.ts';
import { tooDeep } from '../front/too-deep.ts';
import { type Constants, isOnMachine } from '../platform/index.ts';
import {
  generateModel,
  type Level,
  type Model,
  type ProgramOf,
  type SemanticsId,
} from '../promela/index.ts';
import { programsOn } from './device-costs.ts';
import { chosenLevel, type LevelChoice } from './level.ts';
import { type Problem, tooManyCombinations, tooManyWords } from './problem.ts';

/** Machine, platform and method of a tuning. */
export interface Setting {
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  /** Absent where one of them is out of range. */
  readonly constants?: Constants | undefined;
  /** The fault, in one sentence. */
  readonly wrong?: string | undefined;
  /** Device semantics only; units, schedulers and lanes come from the constants. */
  readonly machine?: Machine | undefined;
  /** Overrides the derived warp programs of the device semantics. */
  readonly programOf?: ProgramOf | undefined;
  /** Earlier findings for the same kernel and setting. */
  readonly fit?: Fit | undefined;
  /** No limit on combinations: they are not searched here. */
  readonly anyNumber?: boolean | undefined;
}

/** Findings that need warp programs, which take seconds; plain data for messages. */
export interface Fit {
  readonly diagnostics: readonly Diagnostic[];
  /** Why no configuration can run, with the place in the text that prevents it. */
  readonly none?: { readonly obstacle: string; readonly span?: Span | undefined } | undefined;
}

/** The usable parts of a text and its setting. */
export interface Posed {
  readonly diagnostics: readonly Diagnostic[];
  readonly kernel?: Kernel;
  readonly model?: Model;
  readonly problem?: Problem;
  /** Why nothing can be tuned, in one sentence; a problem without valid configurations may exist
   * anyway. */
  readonly obstacle?: string;
  readonly fit?: Fit;
}

/** Charges for arithmetic; none if it is free, for the smallest model. */
export function chargesOf({
  semantics,
  programOf,
  constants,
}: Pick<Setting, 'semantics' | 'programOf' | 'constants'>): Charged {
  if (isOnMachine(semantics) && programOf === undefined) return 'machine';
  return (constants?.AT ?? 0) > 0 ? 'operations' : 'accesses';
}

const ERRORS = 'The kernel has errors.';
/** One that is still empty has none. */
const NO_WORK = 'Nothing in the kernel takes time.';
const OUT_OF_RANGE = 'A constant of the platform is out of range.';

/** Makes a problem of a text; pure and quick.
 * @param kernelName default: the first kernel.
 * @param given inputs besides the text. */
export function pose(
  parser: Pick<KernelParser, 'lower'>,
  text: string,
  setting: Setting,
  kernelName?: string,
  given?: Given,
): Posed {
  const lowered = parser.lower(text, kernelName, given, chargesOf(setting));
  if (!lowered.ok) return { diagnostics: lowered.diagnostics, obstacle: ERRORS };
  const posed = posedOrTooDeep(lowered.value, setting);
  return { ...posed, diagnostics: [...lowered.diagnostics, ...posed.diagnostics] };
}

/** Reports a kernel too deep for the engine's stack. */
function posedOrTooDeep(kernel: Kernel, setting: Setting): Posed {
  try {
    return poseKernel(kernel, setting);
  } catch (error) {
    if (!isOutOfStack(error)) throw error;
    return { diagnostics: tooDeep(kernel.span), kernel, obstacle: ERRORS };
  }
}

/** The problem of a kernel that has been read. */
export function poseKernel(
  kernel: Kernel,
  { semantics, level, constants, machine = machineOf(USUAL_MACHINE).machine, ...setting }: Setting,
): Posed {
  const chosen = chosenLevel(level, kernel, semantics, constants);
  const derived =
    isOnMachine(semantics) && setting.programOf === undefined
      ? programsOn(kernel, machine)
      : undefined;
  const programOf = setting.programOf ?? derived?.programOf;
  const generated = generateModel(kernel, semantics, chosen, programOf);
  const said = setting.fit?.diagnostics ?? derived?.diagnostics ?? [];
  const diagnostics = [...generated.diagnostics, ...said];
  if (!generated.ok) {
    const isEmpty = generated.diagnostics.some(({ code }) => code === 'no-work');
    const obstacle = isEmpty ? NO_WORK : ERRORS;
    return { diagnostics, kernel, obstacle, fit: { diagnostics: said } };
  }
  const known = { diagnostics, kernel, model: generated.value };
  if (!constants)
    return { ...known, obstacle: setting.wrong ?? OUT_OF_RANGE, fit: { diagnostics: said } };
  const problem = {
    kernel,
    semantics,
    model: generated.value,
    constants,
    ...(programOf && { programOf }),
    ...(derived && { machine }),
  };
  const tooMany = setting.anyNumber === true ? undefined : tooManyCombinations(problem);
  const unfit = tooMany ?? tooManyWords(problem);
  const none =
    tooMany !== undefined ? undefined : setting.fit ? setting.fit.none : noConfiguration(problem);
  const obstacle = tooMany ?? none?.obstacle ?? unfit;
  return {
    ...known,
    fit: { diagnostics: said, none },
    ...(none?.span && { diagnostics: [...diagnostics, noneThere(none.obstacle, none.span)] }),
    ...(unfit === undefined && { problem }),
    ...(obstacle !== undefined && { obstacle }),
  };
}

/** Marks the cause of having no valid configuration. */
export const NO_CONFIGURATION = 'no-configuration';

const noneThere = (message: string, span: Span): Diagnostic => ({
  severity: 'warning',
  code: NO_CONFIGURATION,
  span,
  message,
  hint: 'Change it, the size or the platform.',
});

/** The problem at another level, if it has a model there. */
export const atLevel = (
  { kernel, semantics, constants, machine, programOf }: Problem,
  level: Level,
): Problem | undefined =>
  poseKernel(kernel, {
    semantics,
    level,
    constants,
    machine,
    // Programs depend on the machine.
    ...(!machine && { programOf }),
  }).problem;

/** The problem on another machine, if some configuration runs there. */
export const onMachine = (
  { kernel, semantics, constants, model }: Problem,
  machine: Machine,
): Problem | undefined =>
  poseKernel(kernel, {
    semantics,
    machine,
    level: model.level,
    constants: { ...constants, ...platformOf(machine) },
  }).problem;

/** The problem with programs of its own. */
const reposed = (problem: Problem, programOf: ProgramOf): Problem => {
  const { kernel, semantics, constants, model } = problem;
  const setting = { semantics, level: model.level, constants, anyNumber: true, programOf };
  return poseKernel(kernel, setting).problem ?? problem;
};

/** The problem without some terms of the machine's costs. */
export const withoutTerms = (problem: Problem, off: readonly (keyof Terms)[]): Problem =>
  problem.machine
    ? reposed(
        problem,
        programsOn(problem.kernel, problem.machine, {
          ...ALL_TERMS,
          ...Object.fromEntries(off.map((term) => [term, false])),
        }).programOf,
      )
    : problem;

const UNASKED = new ExprError('its time was not asked for');

/** The problem with the times of some configurations alone, where making all programs takes too long.
 * Problems without programs stay as they are. */
export function among(problem: Problem, wanted: Iterable<Configuration>): Problem {
  const { kernel, programOf } = problem;
  if (!programOf) return problem;
  const key = (values: Configuration): string =>
    kernel.parameters.map(({ name }) => values[name]).join(' ');
  const keys = new Set([...wanted].map(key));
  return reposed(problem, (values, on) => {
    if (keys.has(key(values))) return programOf(values, on);
    throw UNASKED;
  });
}

/** Programs made to find one valid configuration; milliseconds each. */
const MOST_PROGRAMS = 100;

/** Why no configuration can run; if that is costly, judged by the first ones. */
function noConfiguration(problem: Problem): Fit['none'] {
  const { kernel, model, constants } = problem;
  let why = 'there are none';
  let span: Span | undefined;
  let looked = 0;
  try {
    const empty = withoutValues(kernel, { ...constants });
    if (empty) [why, span] = [empty.why, empty.parameter.span];
    for (const { values, reason: broken } of configurations(kernel, { ...constants })) {
      const reason = broken ?? model.invalid(values, constants);
      if (reason === undefined) return undefined;
      why = reason;
      span = kernel.constraints.find(({ text }) => text === broken)?.span;
      if (broken === undefined && model.program) looked += 1;
      if (looked === MOST_PROGRAMS) return undefined;
    }
  } catch (error) {
    if (!(error instanceof ExprError)) throw error;
    why = error.message;
  }
  return { obstacle: `No configuration is valid for size ${constants.size}: ${why}.`, span };
}
