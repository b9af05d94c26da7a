import type { Span } from '../base/span.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { type Machine, platformOf } from '../device/index.ts';
import { type Kernel, unmentioned } from '../kernel/index.ts';
import {
  checkConstants,
  CONSTANTS,
  type ConstantName,
  type Constants,
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

/** What follows from the settings at once, without a model checker. */
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
  /** The level that the model is of, where it was chosen by what it costs or by the user. */
  readonly level?: Level | undefined;
  /** The generated model; absent where the kernel has errors. */
  readonly promela?: Pick<Model, 'text' | 'sources'> | undefined;
  /** The text is long, and is being read beside the page: what is said of it is of the text before. */
  readonly isReading?: true;
  /** The text is long, and reading it was cancelled: nothing is known of it. */
  readonly isUnread?: true;
  /** Why Tune is not possible now, in one sentence; absent where it is. */
  readonly obstacle?: string | undefined;
  /** Where in the text its cause is, where it has one there. */
  readonly obstaclePlace?: Span | undefined;
  /** How the kernel stands to those that the semantics is published with; absent where it is not. */
  readonly likeness?: Likeness | undefined;
  /** Whether it is counted as the published model of a reduction. */
  readonly isReduction?: boolean;
  /** Parameters, and `size`, that its time does not depend on. */
  readonly unused?: readonly string[];
}

/** What the settings amount to: what the page shows of it, and the problem to solve where there is one. */
export interface Derivation extends Pick<Posed, 'kernel' | 'model'> {
  readonly derived: Derived;
  readonly problem: Problem | undefined;
  readonly constants: Constants | undefined;
  /** The text that the kernel was read from. */
  readonly text: string;
  /** Names of parameters and constants that directives of the text choose its code by. */
  readonly chosenBy: readonly string[];
}

/** The constants as numbers, or what is wrong with them by name. */
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

/** What is typed of the constants that matter on a real machine: the others are not seen. */
const sizeAlone = ({ size }: PerConstant<string>): PerConstant<string> =>
  perConstant(({ name, usual }) => (name === 'size' ? size : String(usual)));

/** The constants with those that a machine says; none where one of either is wrong. */
const onMachine = (
  constants: Constants | undefined,
  machine: Machine | undefined,
): Constants | undefined => constants && machine && { ...constants, ND: 1, ...platformOf(machine) };

/** The numbers of some settings, and what is wrong with them. */
function readNumbers({ semantics, constants, machine: chosen }: Settings) {
  if (semantics !== 'device')
    return { ...readConstants(constants), machine: undefined, machineProblems: {} };
  const typed = readConstants(sizeAlone(constants));
  const { machine, problems: machineProblems } = readMachine(chosen ?? USUAL_MACHINE_SETTINGS);
  const { problems } = typed;
  return { constants: onMachine(typed.constants, machine), problems, machine, machineProblems };
}

/** On what the kernel of some settings is to be tuned. */
export function settingOf(settings: Settings): Setting {
  const { constants, machine, problems, machineProblems } = readNumbers(settings);
  const wrong = wrongInWords(settings, { ...problems, ...machineProblems });
  return { semantics: settings.semantics, level: settings.level, constants, machine, wrong };
}

/** What the kernel of some settings is to be read with. */
export const chargesOf = (settings: Settings) =>
  chargesOfSetting({ semantics: settings.semantics, constants: readNumbers(settings).constants });

/** Which numbers keep the kernel from being tuned, with what is typed and what may be: `NP abc: NP must be a whole
 * number of elements.` */
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

/** Everything that follows from the settings without a model checker. Pure and quick: it runs at every
 * keystroke.
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
      ...{ diagnostics, kernels, kernelName, problems, machineProblems, obstacle },
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

/** What the time of a kernel does not depend on; as published the size decides how many groups there are. */
const unusedIn = (kernel: Kernel, semantics: Settings['semantics']): readonly string[] =>
  unmentioned(kernel).filter((name) => name !== 'size' || !isOfPaper(semantics));

/** The first error, or what else keeps the kernel from being tuned. */
function obstaclePlace({ diagnostics, obstacle }: Posed): Span | undefined {
  if (obstacle === undefined) return undefined;
  const cause =
    diagnostics.find(({ severity }) => severity === 'error') ??
    diagnostics.find(({ code }) => code === NO_CONFIGURATION);
  return cause?.span;
}

/** What is known of a text that has not been read, and why. */
export function unread(obstacle: string): Derived {
  return { diagnostics: [], kernels: [], problems: {}, machineProblems: {}, obstacle };
}
