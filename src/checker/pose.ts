import { type Machine, machineOf, platformOf, USUAL_MACHINE } from '../device/index.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { isOutOfStack } from '../base/out-of-stack.ts';
import type { Span } from '../base/span.ts';
import {
  configurations,
  ExprError,
  type Given,
  type Kernel,
  type KernelParser,
  tooDeep,
  withoutValues,
} from '../kernel/index.ts';
import type { Charged } from '../kernel/read-variant.ts';
import type { Constants } from '../platform/index.ts';
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

/** On what and how a kernel is to be tuned. */
export interface Setting {
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  /** Absent where one of them is out of range. */
  readonly constants?: Constants | undefined;
  /** What is wrong with them then, in one sentence. */
  readonly wrong?: string | undefined;
  /** Of the device semantics; the usual one where none is chosen. Its units, schedulers and lanes are those of the
   * constants. */
  readonly machine?: Machine | undefined;
  /** What the warps of a kernel do, in the device semantics, where that is not what its text says. */
  readonly programOf?: ProgramOf | undefined;
  /** What was found of the same kernel in the same setting before. */
  readonly fit?: Fit | undefined;
  /** However many combinations there are: they are not searched here. */
  readonly anyNumber?: boolean | undefined;
}

/** What can be said of a kernel only once what its warps do has been made, which takes seconds where it is long. It is
 * data: it goes through a message. */
export interface Fit {
  readonly diagnostics: readonly Diagnostic[];
  /** Why no configuration can be run, if none can, and where the text says what keeps it from it. */
  readonly none?: { readonly obstacle: string; readonly span?: Span | undefined } | undefined;
}

/** What a text and its setting amount to, as far as they are any good. */
export interface Posed {
  readonly diagnostics: readonly Diagnostic[];
  readonly kernel?: Kernel;
  readonly model?: Model;
  readonly problem?: Problem;
  /** Why nothing can be tuned, in one sentence; a problem may be there all the same, none of whose
   * configurations is valid. */
  readonly obstacle?: string;
  readonly fit?: Fit;
}

/** What a kernel is to be read with. Where arithmetic is free it has none, and the model is as small as it can be. */
export function chargesOf({
  semantics,
  programOf,
  constants,
}: Pick<Setting, 'semantics' | 'programOf' | 'constants'>): Charged {
  const accesses = semantics === 'device' && programOf === undefined;
  return { arithmetic: accesses || (constants?.AT ?? 0) > 0, accesses };
}

const ERRORS = 'The kernel has errors.';
const OUT_OF_RANGE = 'A constant of the platform is out of range.';

/** The problem of a text. Pure and quick.
 * @param kernelName which kernel of the text; without it the first.
 * @param given what is read besides the text. */
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

/** Says so where the stack of the engine does not suffice for the kernel. */
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
    semantics === 'device' && setting.programOf === undefined
      ? programsOn(kernel, machine)
      : undefined;
  const programOf = setting.programOf ?? derived?.programOf;
  const generated = generateModel(kernel, semantics, chosen, programOf);
  const said = setting.fit?.diagnostics ?? derived?.diagnostics ?? [];
  const diagnostics = [...generated.diagnostics, ...said];
  if (!generated.ok) return { diagnostics, kernel, obstacle: ERRORS, fit: { diagnostics: said } };
  const known = { diagnostics, kernel, model: generated.value };
  if (!constants)
    return { ...known, obstacle: setting.wrong ?? OUT_OF_RANGE, fit: { diagnostics: said } };
  const problem = {
    ...{ kernel, semantics, model: generated.value, constants },
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

/** Code of the diagnostic at the cause of there being no valid configuration. */
export const NO_CONFIGURATION = 'no-configuration';

const noneThere = (message: string, span: Span): Diagnostic => ({
  ...{ severity: 'warning', code: NO_CONFIGURATION, span, message },
  hint: 'Change it, the size or the platform.',
});

/** The same problem at another level; nothing where it has no model there. */
export const atLevel = (
  { kernel, semantics, constants, machine, programOf }: Problem,
  level: Level,
): Problem | undefined =>
  poseKernel(kernel, {
    ...{ semantics, level, constants, machine },
    // What follows from the machine is derived anew.
    ...(!machine && { programOf }),
  }).problem;

/** The same problem on another machine; nothing where it has no configuration there. */
export const onMachine = (
  { kernel, semantics, constants, model }: Problem,
  machine: Machine,
): Problem | undefined =>
  poseKernel(kernel, {
    ...{ semantics, machine, level: model.level },
    constants: { ...constants, ...platformOf(machine) },
  }).problem;

/** Configurations whose programs are made to see whether one can be run: each takes milliseconds. */
const MOST_PROGRAMS = 100;

/** Why no configuration can be run, if none can. Where that is dear to tell, the first are looked at. */
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
