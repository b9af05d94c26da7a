import { readOptions } from './command.ts';
import type { Keeping } from '../src/checker/index.ts';
import type { Tuning } from '../src/promela/index.ts';
import { MOST_WITHIN, type Task, USUAL_SWARM } from '../src/tuning/index.ts';
import { BUILD_HELP, BUILD_OPTIONS, type BuildOptions, readBuildOptions } from './build-options.ts';
import {
  FIX_HELP,
  KERNEL_HELP,
  KERNEL_OPTIONS,
  type KernelArguments,
  LAUNCH_HELP,
  LEVEL_CHOICES,
  METHOD_CHOICES,
  PLATFORM_HELP,
  RANGE,
  SEMANTICS_HELP,
  USUAL_MEMORY,
  choicesOf,
  readKernelArguments,
  readMethod,
} from './kernel-arguments.ts';
import {
  count,
  line,
  MOST_SEED,
  readConfiguration,
  upTo,
  string,
  several,
} from './option-values.ts';
import { scriptOf, tunerScriptFor } from './kernel-tuner.ts';
import { NATIVE_HELP } from './native-options.ts';
import { KEEPING_OPTIONS, readKeeping, readTuning, TUNING_HELP } from './tuning-arguments.ts';
import { UsageError } from './usage-error.ts';

/** A run of tune, as its command line says it. */
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

const MOST_WORKERS = 64;

const USAGE = [
  'Usage: npm run -s tune -- [NAME|FILE] [options]',
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
  if (isRobust && typed['machine-from'] !== undefined)
    throw new UsageError('--machine-from is for one platform: leave out --robust');
  const onlyRight = typed['only-right'] === true;
  if (onlyRight && (promela !== undefined || isRobust))
    throw new UsageError('--only-right is for one kernel on one platform');
  const sets = readBuildOptions(typed);
  if (sets.length > 0 && promela !== undefined)
    throw new UsageError('--options is for a kernel: leave out --promela');
  const script = scriptOf(tunerScriptFor(typed['kernel-tuner'], typed.kernel));
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

/** Leaves out constants that are ranges. */
const withoutRanges = (typed: object): object =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === 'string' && RANGE.test(value) ? undefined : value,
    ]),
  );
