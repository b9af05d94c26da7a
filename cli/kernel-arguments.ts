import {
  checkConstants,
  type ConstantName,
  CONSTANTS,
  type Constants,
  isOnMachine,
  OWN_SEMANTICS,
  perConstant,
  PRESETS,
  SEMANTICS,
  type SemanticsId,
  USUAL_SEMANTICS,
} from '../src/platform/index.ts';
import { AUTO_LEVEL, type LevelChoice } from '../src/checker/index.ts';
import { KERNEL_ENDINGS } from '../src/front/language.ts';
import { isPythonFile } from '../src/front/python-kernels.ts';
import { LEVEL_TABLE } from '../src/promela/index.ts';
import { METHODS } from '../src/tuning/index.ts';
import { type Machine, platformOf, USUAL_MACHINE } from '../src/device/index.ts';

import { UsageError } from './usage-error.ts';
import {
  type Choice,
  line,
  oneOf,
  readDefines,
  upTo,
  string,
  several,
  type Typed,
} from './option-values.ts';

import { MOST_NATIVE_MEMORY } from './native-options.ts';

import {
  type MachineInFile,
  MACHINE_HELP,
  machineFrom,
  MACHINE_NAMES,
  MACHINE_OPTIONS,
  platformNamed,
  readMachine,
} from './machine-arguments.ts';

/** A kernel and platform, as a command line names them. */
export interface KernelArguments {
  /** An example's name, or a kernel file's path. */
  readonly kernel: string;
  /** The kernel in the text; absent: the first. */
  readonly kernelName?: string;
  /** Macros of -D with their bodies. */
  readonly defines: Readonly<Record<string, string>>;
  /** The -I folders for included files. */
  readonly folders: readonly string[];
  /** Pragmas from a script, without `#pragma tuner`. */
  readonly stated?: readonly string[];
  /** A launch, for texts that have none. */
  readonly launch?: string;
  /** A search space file (T1) replacing the text's own. */
  readonly space?: string;
  readonly constants: Constants;
  /** For the device semantics. */
  readonly machine: Machine;
  /** Where a file describes it. */
  readonly described?: MachineInFile;
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  /** Seconds after which the run is cancelled. */
  readonly timeout?: number;
  /** MB for a verifier, or for all workers of a swarm together. */
  readonly memory: number;
  /** Searches are made by this machine's own compiler. */
  readonly native: boolean;
  readonly json: boolean;
  /** A warning is as bad as an error. */
  readonly strict: boolean;
}

const usualFirst = <T extends { readonly id: string }>(table: readonly T[], usual: T['id']): T[] =>
  [...table].sort((one, other) => Number(other.id === usual) - Number(one.id === usual));

const SEMANTICS_CHOICES = usualFirst(SEMANTICS, USUAL_SEMANTICS);
export const METHOD_CHOICES = usualFirst(METHODS, 'bisection');
export const LEVEL_CHOICES: readonly Choice<LevelChoice>[] = [AUTO_LEVEL, ...LEVEL_TABLE];

/** The longest limit in seconds that timers can count. */
export const MOST_SECONDS = 2_000_000;
export const MOST_MEMORY = 4096;
export const USUAL_MEMORY = 3072;
export const optionOf = (name: ConstantName): string => name.toLowerCase();

type ConstantRow = Pick<(typeof CONSTANTS)[number], 'name' | 'meaning' | 'unit' | 'usual'>;

/** The line of `--help` about a constant. */
export function constantHelp({ name, meaning, unit, usual }: ConstantRow): string {
  const inUnit = meaning.toLowerCase().includes(unit) ? '' : `, in ${unit}`;
  return line(`--${optionOf(name)} N`, `${meaning}${inUnit} (default ${usual})`);
}

export const choicesOf = (
  option: string,
  [usual, ...others]: readonly Choice<string>[],
): string[] => [
  line(`--${option} NAME`, 'one of'),
  ...(usual ? [line(`  ${usual.id}`, `${usual.help} (default)`)] : []),
  ...others.map(({ id, help }) => line(`  ${id}`, help)),
];

/** `--help` on the option of tune, verify and check. */
export const FIX_HELP = [
  line(
    '--fix',
    'first write the quick fixes that the page offers into the file, and say on standard',
  ),
  line('', 'error what was written and why; numbers in them are guesses'),
];

export const LAUNCH_HELP = [
  line(
    '--launch "B, T"',
    'the launch of a text that has none: blocks and threads as between <<< and >>>,',
  ),
  line('', 'such as "(n+255)/256, 256"; of OpenCL C work-items in all and in a work-group'),
  line(
    '--kernel-tuner FILE.py',
    'a script of Kernel Tuner, which is read and not run: its tune_params,',
  ),
  line('', 'restrictions, block_size_names and grid_div_x; the problem is --size long'),
];

/** `--help` on kernel and platform. */
export const KERNEL_HELP = [
  line('--kernel NAME|FILE', 'an example by name, or a kernel of your own (default abstract)'),
  line('--kernel-name K', 'which kernel of the file (default the first)'),
  line('-D NAME[=VALUE]', 'a macro that is defined before the text; may be repeated'),
  line(
    '--space FILE.T1.json',
    'parameters and constraints of a search space (T1) in place of its own',
  ),
  line('-I FOLDER', 'where included files are, besides the folder of the file; may be repeated'),
];
export const SEMANTICS_HELP = [
  ...choicesOf('semantics', SEMANTICS_CHOICES),
  line('', `(of a kernel in a file ${OWN_SEMANTICS})`),
];
export const PLATFORM_HELP = [
  line('--preset NAME', `the constants of a device: ${presetNames().join(', ')}`),
  line('', `(a constant that is given beside it wins; of the device semantics ${USUAL_MACHINE})`),
  line(
    '--machine-from FILE',
    'instead, a GPU without a preset, of the device semantics: a file with what',
  ),
  line('', 'nvidia-smi -q, clinfo, rocminfo, deviceQuery or a data sheet (SMs: 68) says of'),
  line('', 'it; the rest is of its nearest relative, which is said'),
  ...CONSTANTS.map(constantHelp),
  ...MACHINE_HELP,
];

/** A kernel of one's own, rather than an example's name. */
export const isKernelFile = (kernel: string): boolean =>
  KERNEL_ENDINGS.some((each) => kernel.endsWith(`.${each}`)) ||
  isPythonFile(kernel) ||
  (/[\\/]/.test(kernel) && !/^cuda\/\w+$/.test(kernel));

/** Options for the kernel, its platform and its search. */
export const KERNEL_OPTIONS = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  kernel: string,
  semantics: string,
  level: string,
  preset: string,
  'machine-from': string,
  'kernel-name': string,
  space: string,
  define: { ...several, short: 'D' },
  include: { ...several, short: 'I' },
  timeout: string,
  memory: string,
  native: { type: 'boolean' },
  ...(Object.fromEntries(CONSTANTS.map(({ name }) => [optionOf(name), string])) as object),
  ...MACHINE_OPTIONS,
} as const;

/** @param usualLevel the default level. @throws {UsageError} */
export function readKernelArguments(
  typed: Typed<typeof KERNEL_OPTIONS>,
  usualLevel?: LevelChoice,
): KernelArguments {
  const { kernel = 'abstract', json = false, strict = false } = typed;
  const { 'kernel-name': kernelName, define = [], include: folders = [] } = typed;
  const timeout = upTo(MOST_SECONDS, typed.timeout, '--timeout');
  const own = isKernelFile(kernel) ? OWN_SEMANTICS : undefined;
  const semantics = oneOf(SEMANTICS_CHOICES, typed.semantics ?? own, '--semantics');
  const described = machineFrom(typed['machine-from'], { preset: typed.preset, semantics });
  const preset = typed.preset ?? (isOnMachine(semantics) ? USUAL_MACHINE : undefined);
  const ofPreset = preset === undefined ? {} : presetNamed(preset);
  const known = described ? platformOf(described.machine) : ofPreset;
  const constants = readConstants(new Map(Object.entries(typed)), known);
  return {
    kernel,
    ...(kernelName !== undefined && { kernelName }),
    defines: readDefines(define),
    folders,
    ...(typed.space !== undefined && { space: typed.space }),
    constants,
    semantics,
    machine: readMachine(typed, { preset, semantics, described }, constants),
    ...(described && { described }),
    level: oneOf(LEVEL_CHOICES, typed.level ?? usualLevel, '--level'),
    ...(timeout !== undefined && { timeout }),
    memory: readMemory(typed),
    native: typed.native === true,
    json,
    strict,
  };
}

/** Megabytes: natively as many as there are. @throws {UsageError} */
export const readMemory = ({
  memory,
  native,
}: {
  readonly memory?: string | undefined;
  readonly native?: boolean | undefined;
}): number =>
  upTo(native === true ? MOST_NATIVE_MEMORY : MOST_MEMORY, memory, '--memory') ?? USUAL_MEMORY;

/** @throws {UsageError} */
export const readMethod = (method: string | undefined) => oneOf(METHOD_CHOICES, method, '--method');

/** Devices with a known abstract platform, and real machines. */
function presetNames(): string[] {
  return [...new Set([...PRESETS.map(({ id }) => id), ...MACHINE_NAMES])];
}

/** A preset's constants by name. @throws {UsageError} where there is none. */
export function presetNamed(name: string, option = '--preset'): Partial<Constants> {
  const platform = PRESETS.find(({ id }) => id === name);
  if (platform || MACHINE_NAMES.includes(name))
    return { ...platform?.constants, ...platformNamed(name) };
  throw new UsageError(`${option}: there is no ${name}; there are ${presetNames().join(', ')}`);
}

export const RANGE = /^\d+\.\.\d+$/;

/** Typed constants, a preset's, or the usual ones. @throws {UsageError} */
export function readConstants(
  typed: ReadonlyMap<string, unknown>,
  preset: Partial<Constants> = {},
): Constants {
  const constants = perConstant(({ name, usual }) => {
    const value = typed.get(optionOf(name));
    if (typeof value !== 'string') return preset[name] ?? usual;
    if (/^\d+$/.test(value)) return Number(value);
    const range = RANGE.test(value) ? ' (a range is for --robust)' : '';
    throw new UsageError(`--${optionOf(name)} must be a whole number; it is '${value}'${range}`);
  });
  const [problem] = checkConstants(constants);
  if (problem) throw new UsageError(problem.message);
  return constants;
}
