import type { Span } from '../base/span.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Machine, platformOf } from '../device/index.ts';
import type { Kernel } from '../kernel/ir.ts';
import { unmentioned } from '../kernel/unmentioned.ts';
import {
  checkConstants,
  type ConstantName,
  CONSTANTS,
  type Constants,
  isOnMachine,
  perConstant,
  type PerConstant,
  semanticsOf,
} from '../platform/index.ts';
import { asReduction, type Level, type Model } from '../promela/index.ts';
import {
  chargesOf as chargesOfSetting,
  NO_CONFIGURATION,
  pose,
  type Posed,
  type Problem,
  type Setting,
} from '../checker/index.ts';
import { chosenKernel, type Reads } from './reading/text-reader.ts';
import {
  type MachineProblems,
  readMachine,
  USUAL_MACHINE_SETTINGS,
} from './kept/machine-settings.ts';
import { shortName } from './kept/kept-list.ts';
import type { Settings } from './kept/settings.ts';
import { isOfPaper, type Likeness, likePapers } from './caveats/papers.ts';

/** Everything known without a model checker. */
export interface Derived {
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the kernels in the text. */
  readonly kernels: readonly string[];
  /** The one that is tuned, where there is one. */
  readonly kernelName?: string | undefined;
  /** By constant: what is wrong with the value typed. */
  readonly problems: Readonly<Partial<Record<ConstantName, string>>>;
  /** The same of the machine, in the device semantics. */
  readonly machineProblems: MachineProblems;
  /** The model's level, if chosen by its cost or the user. */
  readonly level?: Level | undefined;
  /** The generated model; absent where the kernel has errors. */
  readonly promela?: Pick<Model, 'text' | 'sources'> | undefined;
  /** A long text is being read; the rest describes the previous text. */
  readonly isReading?: true;
  /** The reading of a long text was cancelled: nothing is known. */
  readonly isUnread?: true;
  /** Why tuning is impossible now, in one sentence. */
  readonly obstacle?: string | undefined;
  /** The place of its cause in the text, if any. */
  readonly obstaclePlace?: Span | undefined;
  /** Likeness to the published kernels; absent for other semantics. */
  readonly likeness?: Likeness | undefined;
  /** Counted by the published model of a reduction. */
  readonly isReduction?: boolean;
  /** Parameters and `size` without effect on the time. */
  readonly unused?: readonly string[];
}

/** The view of some settings, and their problem if any. */
export interface Derivation extends Pick<Posed, 'kernel' | 'model'> {
  readonly derived: Derived;
  readonly problem: Problem | undefined;
  readonly constants: Constants | undefined;
  /** The text that the kernel was read from. */
  readonly text: string;
  /** Parameters and constants in `#if` conditions of the text. */
  readonly chosenBy: readonly string[];
}

/** The constants as numbers, or their faults by name. */
function readConstants(typed: PerConstant<string>): {
  constants?: Constants;
  problems: Derived['problems'];
} {
  const constants = perConstant(({ name }) => {
    const text = typed[name].trim();
    return /^\d+$/.test(text) ? Number(text) : Number.NaN;
  });
  const wrong = checkConstants(constants).map(({ name, message }) => [name, message] as const);
  const problems = Object.fromEntries(wrong);
  return wrong.length > 0 ? { problems } : { constants, problems };
}

/** A real machine hides all typed constants but the size. */
const sizeAlone = ({ size }: PerConstant<string>): PerConstant<string> =>
  perConstant(({ name, usual }) => (name === 'size' ? size : String(usual)));

/** Adds the machine's constants; undefined where any is wrong. */
const onMachine = (
  constants: Constants | undefined,
  machine: Machine | undefined,
): Constants | undefined => constants && machine && { ...constants, ND: 1, ...platformOf(machine) };

/** The numbers of some settings, and their faults. */
function readNumbers({ semantics, constants, machine: chosen }: Settings) {
  if (!isOnMachine(semantics))
    return { ...readConstants(constants), machine: undefined, machineProblems: {} };
  const typed = readConstants(sizeAlone(constants));
  const { machine, problems: machineProblems } = readMachine(chosen ?? USUAL_MACHINE_SETTINGS);
  const { problems } = typed;
  return { constants: onMachine(typed.constants, machine), problems, machine, machineProblems };
}

/** The platform or machine that some settings tune on. */
export function settingOf(settings: Settings): Setting {
  const { constants, machine, problems, machineProblems } = readNumbers(settings);
  const wrong = wrongInWords(settings, { ...problems, ...machineProblems });
  return { semantics: settings.semantics, level: settings.level, constants, machine, wrong };
}

export const chargesOf = (settings: Settings) =>
  chargesOfSetting({ semantics: settings.semantics, constants: readNumbers(settings).constants });

/** Faulty numbers as typed and as allowed: `NP abc: NP must be a whole number of elements.` */
function wrongInWords(
  { constants, machine }: Settings,
  problems: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [first, ...others] = Object.keys(problems);
  if (first === undefined) return undefined;
  const constant = CONSTANTS.find(({ name }) => name === first);
  const typed = (constant ? constants[constant.name] : machine?.changed[first])?.trim();
  const shown = typed === '' ? `${first} is empty` : `${first} ${shortName(typed ?? '')}`.trim();
  const why = constant
    ? `${typed === '' ? ': it has to be' : ' is not'} a whole number from ${constant.least} to ${constant.most.toLocaleString('en')}`
    : `: ${problems[first] ?? 'it is out of range'}`;
  const more = others.length === 0 ? '' : ` Wrong as well: ${others.join(', ')}.`;
  return `${shown}${why}.${more}`;
}

/** Everything that follows without a model checker. Pure and quick: runs at every keystroke.
 * @param exampleText the text of an example. */
export function derive(
  settings: Settings,
  parser: Reads,
  exampleText: (id: string) => string | undefined = () => undefined,
): Derivation {
  const { kernelText: text, semantics } = settings;
  const { constants, problems, machineProblems } = readNumbers(settings);
  const parsed = parser.parse(text);
  const kernels = parsed.kernels.map(({ name }) => name);
  const kernelName = chosenKernel(parsed, settings.kernelName);
  const posed = pose(parser, text, { ...settingOf(settings), fit: parser.fit }, kernelName);
  const { diagnostics, obstacle, model, kernel } = posed;
  return {
    ...posed,
    text,
    chosenBy: parsed.chosenBy,
    constants,
    problem: obstacle === undefined ? posed.problem : undefined,
    derived: {
      diagnostics,
      kernels,
      kernelName,
      problems,
      machineProblems,
      obstacle,
      obstaclePlace: obstaclePlace(posed),
      likeness: likePapers(text, semantics, exampleText),
      ...(kernel && {
        isReduction: asReduction(kernel.body, kernel, semanticsOf(semantics)) !== undefined,
        unused: unusedIn(kernel, semantics),
      }),
      level: model?.level,
      promela: model && { text: model.text, sources: model.sources },
    },
  };
}

/** As published, the size sets the groups, so it counts. */
const unusedIn = (kernel: Kernel, semantics: Settings['semantics']): readonly string[] =>
  unmentioned(kernel).filter((name) => name !== 'size' || !isOfPaper(semantics));

/** The first error, or whatever else prevents tuning. */
function obstaclePlace({ diagnostics, obstacle }: Posed): Span | undefined {
  if (obstacle === undefined) return undefined;
  const cause =
    diagnostics.find(({ severity }) => severity === 'error') ??
    diagnostics.find(({ code }) => code === NO_CONFIGURATION);
  return cause?.span;
}

/** The view of an unread text, and why. */
export function unread(obstacle: string): Derived {
  return { diagnostics: [], kernels: [], problems: {}, machineProblems: {}, obstacle };
}
