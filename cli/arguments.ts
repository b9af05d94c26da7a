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
import { AUTO_LEVEL, type Keeping, type LevelChoice } from '../src/checker/index.ts';
import { KERNEL_ENDINGS } from '../src/front/language.ts';
import { isPythonFile } from '../src/front/python-text.ts';
import { LEVEL_TABLE, type Tuning } from '../src/promela/index.ts';
import { METHODS, MOST_WITHIN, type Task, USUAL_SWARM } from '../src/tuning/index.ts';
import { type Machine, USUAL_MACHINE } from '../src/device/index.ts';
import { BUILD_HELP, BUILD_OPTIONS, type BuildOptions, readBuildOptions } from './build-options.ts';
import { readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';
import {
  type Choice,
  count,
  line,
  oneOf,
  readConfiguration,
  readDefines,
  upTo,
} from './option-values.ts';
import { scriptOf } from './kernel-tuner.ts';
import { MOST_NATIVE_MEMORY, NATIVE_HELP } from './native-options.ts';
import { KEEPING_OPTIONS, readKeeping, readTuning, TUNING_HELP } from './tuning-arguments.ts';
import {
  MACHINE_HELP,
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

export interface TuneArguments extends KernelArguments {
  /** A Promela model to check instead of a kernel. */
  readonly promela?: string;
  /** By default that of the papers' models. */
  readonly tuning?: Tuning;
  /** The way its searches keep states. */
  readonly keeping?: Keeping;
  readonly task: Task;
  /** A swarm's workers, and the seed of their random order. */
  readonly workers: number;
  readonly seed: number;
  /** Names all configurations within this margin of the minimum. */
  readonly within?: number;
  /** Paths of files that the shortlist is written to. */
  readonly exports: readonly string[];
  /** Several platforms, to find the best on all of them. */
  readonly robust?: { readonly presets?: string; readonly typed: ReadonlyMap<string, unknown> };
  /** Only adds the pragmas that the text lacks. */
  readonly suggest: boolean;
  /** Writes quick fixes into the file first. */
  readonly fix: boolean;
  /** Leaves out configurations whose values are not right. */
  readonly onlyRight: boolean;
  /** The host's options; each set is tuned by itself. */
  readonly sets: readonly BuildOptions[];
}

const usualFirst = <T extends { readonly id: string }>(table: readonly T[], usual: T['id']): T[] =>
  [...table].sort((one, other) => Number(other.id === usual) - Number(one.id === usual));

const SEMANTICS_CHOICES = usualFirst(SEMANTICS, USUAL_SEMANTICS);
const METHOD_CHOICES = usualFirst(METHODS, 'bisection');
const LEVEL_CHOICES: readonly Choice<LevelChoice>[] = [AUTO_LEVEL, ...LEVEL_TABLE];

/** The longest limit in seconds that timers can count. */
export const MOST_SECONDS = 2_000_000;
export const MOST_MEMORY = 4096;
export const USUAL_MEMORY = 3072;
const MOST_WORKERS = 64;
const MOST_SEED = 2 ** 31 - 1;

export const optionOf = (name: ConstantName): string => name.toLowerCase();

type ConstantRow = Pick<(typeof CONSTANTS)[number], 'name' | 'meaning' | 'unit' | 'usual'>;

/** The line of `--help` about a constant. */
export function constantHelp({ name, meaning, unit, usual }: ConstantRow): string {
  const inUnit = meaning.toLowerCase().includes(unit) ? '' : `, in ${unit}`;
  return line(`--${optionOf(name)} N`, `${meaning}${inUnit} (default ${usual})`);
}

const choicesOf = (option: string, [usual, ...others]: readonly Choice<string>[]): string[] => [
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
  ...CONSTANTS.map(constantHelp),
  ...MACHINE_HELP,
];

const USAGE = [
  'Usage: npm run -s tune -- [options]',
  '',
  ...KERNEL_HELP,
  ...LAUNCH_HELP,
  ...BUILD_HELP,
  line('--promela FILE.pml', 'any Promela model instead (with -D and -I as well), and of it'),
  ...TUNING_HELP.map(([option, help]) => line(option, help)),
  ...SEMANTICS_HELP,
  ...choicesOf('level', LEVEL_CHOICES),
  ...choicesOf('method', METHOD_CHOICES),
  line('', '(of a Promela model branch-and-bound)'),
  line('--within R', 'list all configurations within R times the minimum (1.05: 5 % more), proved'),
  line('--export FILE', 'write a file, which its name says; may be repeated: .T1.json the search'),
  line('', 'space, .T4.json or .csv the results; with --within the list: .json (T1), .py'),
  line('', '(Kernel Tuner) or .csv'),
  line(
    '--robust',
    'instead, the configuration that loses least on the worst of several platforms:',
  ),
  line('  --presets A,B', 'these presets, and'),
  line('  --gmt 2..8, ...', 'constants with every value of a range, those of a machine too'),
  line('--longest WG=16,TS=4', 'instead, the longest time of one configuration over all schedules'),
  line('', '(at level free unless --level says otherwise)'),
  ...PLATFORM_HELP,
  line('--timeout S', 'give up after S seconds; a swarm then answers with its best'),
  line('--memory MB', `the most memory of all verifiers together (default ${USUAL_MEMORY})`),
  ...NATIVE_HELP,
  line('--workers N', `workers of a swarm (default ${USUAL_SWARM.workers})`),
  line('--seed N', `seed of a swarm's random order (default ${USUAL_SWARM.seed})`),
  line('--json', 'print one JSON object'),
  line('--strict', 'a warning about the kernel is bad input'),
  line('--only-right', 'leave out configurations that are not right, as verify --quick says'),
  line(
    '--suggest',
    'instead, print the kernel with the pragmas that it lacks, and on standard error',
  ),
  line(
    '',
    'what was added and why; numbers in them are guesses. Status 2 where that is not enough',
  ),
  ...FIX_HELP,
  '',
  'Exit status 0 when an answer was reached, 1 when not, 2 on bad input.',
].join('\n');

const string = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;

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

interface TypedKernel {
  readonly [option: string]: unknown;
  readonly json?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly kernel?: string | undefined;
  readonly semantics?: string | undefined;
  readonly level?: string | undefined;
  readonly preset?: string | undefined;
  readonly 'kernel-name'?: string | undefined;
  readonly define?: string[] | undefined;
  readonly include?: string[] | undefined;
  readonly space?: string | undefined;
  readonly timeout?: string | undefined;
  readonly memory?: string | undefined;
  readonly native?: boolean | undefined;
}

/** @param usualLevel the default level. @throws {UsageError} */
export function readKernelArguments(typed: TypedKernel, usualLevel?: LevelChoice): KernelArguments {
  const { kernel = 'abstract', json = false, strict = false } = typed;
  const { 'kernel-name': kernelName, define = [], include: folders = [] } = typed;
  const timeout = upTo(MOST_SECONDS, typed.timeout, '--timeout');
  const own = isKernelFile(kernel) ? OWN_SEMANTICS : undefined;
  const semantics = oneOf(SEMANTICS_CHOICES, typed.semantics ?? own, '--semantics');
  const preset = typed.preset ?? (isOnMachine(semantics) ? USUAL_MACHINE : undefined);
  const known = preset === undefined ? {} : presetNamed(preset);
  const constants = readConstants(new Map(Object.entries(typed)), known);
  return {
    kernel,
    ...(kernelName !== undefined && { kernelName }),
    defines: readDefines(define),
    folders,
    ...(typed.space !== undefined && { space: typed.space }),
    constants,
    semantics,
    machine: readMachine(typed, { preset, semantics }, constants),
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

/** Reads the words of the command line. @throws {UsageError} */
export function readArguments(args?: readonly string[]): TuneArguments {
  const options = {
    ...KERNEL_OPTIONS,
    ...BUILD_OPTIONS,
    suggest: { type: 'boolean' },
    fix: { type: 'boolean' },
    launch: string,
    'kernel-tuner': string,
    'only-right': { type: 'boolean' },
    robust: { type: 'boolean' },
    promela: string,
    method: string,
    longest: string,
    workers: string,
    seed: string,
    within: string,
    export: several,
    presets: string,
    parameters: string,
    objective: string,
    when: string,
    largest: { type: 'boolean' },
    ...KEEPING_OPTIONS,
  } as const;
  const all = readOptions(USAGE, options, args);
  const isRobust = all.robust === true;
  // A constant with a range stands for many platforms.
  const typed = isRobust ? { ...all, ...withoutRanges(all) } : all;
  const { kernel, promela, suggest = false, fix = false } = typed;
  if (fix && (suggest || promela !== undefined))
    throw new UsageError('--fix is for a kernel, and --suggest prints instead: leave one out');
  if (kernel !== undefined && promela !== undefined) {
    throw new UsageError('--kernel and --promela exclude each other: leave one of them out');
  }
  const longest = readConfiguration(typed.longest);
  if (longest && promela !== undefined) {
    throw new UsageError('--longest needs a kernel: other models are searched as a whole');
  }
  if (all.presets !== undefined && !isRobust)
    throw new UsageError('--presets is for --robust; for one platform take --preset');
  if (isRobust && (promela !== undefined || longest || all.within !== undefined))
    throw new UsageError('--robust is by itself: leave out --promela, --longest and --within');
  const onlyRight = typed['only-right'] === true;
  if (onlyRight && (promela !== undefined || isRobust))
    throw new UsageError('--only-right is for one kernel on one platform');
  const sets = readBuildOptions(typed);
  if (sets.length > 0 && promela !== undefined)
    throw new UsageError('--options is for a kernel: leave out --promela');
  const script = scriptOf(typed['kernel-tuner']);
  const tuning = readTuning(typed);
  if (tuning && promela === undefined)
    throw new UsageError('--parameters, --objective, --when and --largest are for --promela');
  const keeping = readKeeping(typed);
  if (keeping && promela === undefined)
    throw new UsageError(
      '--collapse, --bitstate, --hash-compact, --breadth-first and --context-switches are for --promela',
    );
  const within = readWithin(typed.within);
  if (within !== undefined && tuning)
    throw new UsageError('--within is about times: leave it out beside --objective');
  if (longest && within !== undefined)
    throw new UsageError('--longest is about one configuration: leave out --within');
  // Each search of a foreign model may be of all its states.
  const usual = promela === undefined ? undefined : 'branch-and-bound';
  const method = readMethod(typed.method ?? usual);
  return {
    ...readKernelArguments(typed, longest ? 'free' : isRobust ? 'accelerated' : undefined),
    ...(promela !== undefined && { promela }),
    ...(script.kernel !== undefined &&
      typed['kernel-name'] === undefined && { kernelName: script.kernel }),
    stated: script.lines,
    ...(typed.launch !== undefined && { launch: typed.launch }),
    ...(tuning && { tuning }),
    ...(keeping && { keeping }),
    task: longest ? { longest } : method,
    workers: count(MOST_WORKERS, typed.workers, '--workers') ?? USUAL_SWARM.workers,
    seed: count(MOST_SEED, typed.seed, '--seed') ?? USUAL_SWARM.seed,
    ...(within !== undefined && { within }),
    exports: typed.export ?? [],
    ...(isRobust && {
      robust: {
        ...(all.presets !== undefined && { presets: all.presets }),
        typed: new Map(Object.entries(all)),
      },
    }),
    suggest,
    fix,
    onlyRight,
    sets,
  };
}

/** A margin as a multiple of the minimum. */
function readWithin(typed: string | undefined): number | undefined {
  const within = upTo(MOST_WITHIN, typed, '--within');
  if (within === undefined || within >= 1) return within;
  throw new UsageError(`--within must be 1 or more, such as 1.05 for 5 %; it is '${typed}'`);
}

const RANGE = /^\d+\.\.\d+$/;

/** Leaves out constants that are ranges. */
const withoutRanges = (typed: object): object =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === 'string' && RANGE.test(value) ? undefined : value,
    ]),
  );

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

/** `WG=block_size_x,TS=tile` @throws {UsageError} */
export function readPairs(typed: string | undefined): [string, string][] {
  if (typed === undefined) return [];
  return typed.split(',').map((pair) => {
    const [, left, right] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    if (left !== undefined && right !== undefined) return [left, right];
    throw new UsageError(`--columns takes pairs such as WG=block_size_x,TS=tile; it is '${typed}'`);
  });
}
