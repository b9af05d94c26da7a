/** The package's exports. No state is kept between calls. */
import { host } from '#host';
import { timeLimit } from '../src/base/time-limit.ts';
import { perform, kernelTime, type Tunable } from '../src/checker/index.ts';
import { proposal } from '../src/learn/index.ts';
import { MACHINE_SEMANTICS } from '../src/platform/index.ts';
import {
  type ConfigurationResult,
  type SearchRun,
  type TuningEvent,
  USUAL_SWARM,
} from '../src/tuning/index.ts';
import { type Answer, answer } from './answer.ts';
import { readKernelArguments, readMethod } from './kernel-arguments.ts';
import type { Allowed, CheckReport, KernelAnswer } from './check-answer.ts';
import type { CheckSettings } from './check-source.ts';
import type { SentText } from './check-kernels.ts';
import { createChecker } from './checker.ts';
import { type BuildOptions, onlySet, readBuildOptions, withBuildOptions } from './build-options.ts';
import { checkFolders } from './files.ts';
import { UsageError } from './usage-error.ts';
import { readStated } from './check-arguments.ts';
import { includesOf } from './included.ts';
import { poseText, withStated } from './posed-text.ts';
import { type Known, nextAnswer, type NextAnswer } from './next-answer.ts';
import { readCount, readSeed } from './next-arguments.ts';
import { type MeasuredRow, observationsOf } from './next-dialogue.ts';
import { knownOf } from './next-known.ts';
import { readValueSettings } from './value-arguments.ts';

export type { Allowed, CheckReport, CheckVerdict, KernelAnswer } from './check-answer.ts';
export type { Answer as TuneAnswer } from './answer.ts';
export type { NextAnswer, NextProposal } from './next-answer.ts';
export type { MeasuredRow } from './next-dialogue.ts';
export { UsageError };

/** What a kernel's text is given besides itself. */
interface Common {
  /** Only this kernel of a text. */
  readonly kernel?: string | undefined;
  /** Macros with their bodies. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Folders for included files; without them none are read. */
  readonly folders?: readonly string[] | undefined;
  /** The host's options for the compiler, as one line: `-DTS=16 -I include`. Several are asked one by one, which only
   * `check` takes. */
  readonly options?: string | readonly string[] | undefined;
  /** The launch of a text that has none, as between <<< and >>>: `"(n+255)/256, 256"`; of OpenCL C the work-items in
   * all and those of a work-group. */
  readonly launch?: string | undefined;
  /** `size` and the other constants of the platform, in any case. */
  readonly constants?: Readonly<Record<string, number>> | undefined;
  /** Seconds: of each kernel that is checked, of the whole of a tuning. */
  readonly seconds?: number | undefined;
  /** Megabytes of a verifier. */
  readonly memory?: number | undefined;
  readonly strict?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CheckOptions extends Common {
  /** Tuning parameters with one value; the others are checked at all. */
  readonly parameters?: Readonly<Record<string, number>> | undefined;
  /** A trusted text that each kernel must equal. */
  readonly reference?: string | undefined;
  /** Its kernel or function. */
  readonly referenceName?: string | undefined;
  readonly tolerance?: number | undefined;
  /** Lines after `#pragma tuner`, which win over the text's own. */
  readonly state?: readonly string[] | undefined;
  readonly distrust?: boolean | undefined;
  /** The line, from 1, of the launch to judge, where the host has several. */
  readonly launchLine?: number | undefined;
  /** The host's launches in their order, as one question. */
  readonly allLaunches?: boolean | undefined;
  /** The most configurations of tuning parameters; of more so many are drawn. */
  readonly configurations?: number | undefined;
  /** Without a search by SPIN. */
  readonly quick?: boolean | undefined;
  readonly allow?: readonly Allowed[] | undefined;
  readonly onKernel?: ((answer: KernelAnswer) => void) | undefined;
}

export interface CheckerOptions {
  /** Threads at once; as many as there are cores without it. */
  readonly threads?: number | undefined;
  /** Megabytes of the objects of each. */
  readonly memory?: number | undefined;
}

/** A text, or several by their names in the report. */
export type Kernels = string | Readonly<Record<string, string>>;

/** Threads that stay warm between questions. */
export interface OpenChecker {
  /** See `check`. */
  check(kernels: Kernels, options?: CheckOptions): Promise<CheckReport>;
  /** Ends its threads; questions under way are cancelled. */
  close(): void;
}

const USUAL_HEAP_MB = 3072;

export function openChecker({ threads, memory = USUAL_HEAP_MB }: CheckerOptions = {}): OpenChecker {
  const checker = createChecker({ threads, memoryMB: memory });
  return {
    async check(kernels, options = {}) {
      const { signal = new AbortController().signal, onKernel, allow = [] } = options;
      const question = { texts: textsOf(kernels), settings: settingsOf(options), allowed: allow };
      return checker.check(question, { signal, onKernel });
    },
    close: () => checker.dispose(),
  };
}

/** Whether kernels are right: one answer for each kernel of each text.
 * @throws {UsageError} for options that cannot be; {Cancelled} by the signal. */
export async function check(kernels: Kernels, options: CheckOptions = {}): Promise<CheckReport> {
  const checker = openChecker({ memory: options.memory });
  try {
    return await checker.check(kernels, options);
  } finally {
    checker.close();
  }
}

const textsOf = (kernels: Kernels): readonly SentText[] =>
  Object.entries(typeof kernels === 'string' ? { kernel: kernels } : kernels).map(
    ([file, text]) => ({ file, text }),
  );

/** Options as the command line's settings. @throws {UsageError} */
export function settingsOf(options: CheckOptions): CheckSettings {
  const { defines = {}, folders = [], parameters = {}, reference, state = [] } = options;
  checkFolders(folders);
  const sets = setsOf(options);
  const typed = {
    ...typedOf(options),
    configurations: numbered(options.configurations),
    'kernel-name': options.kernel,
    launch: options.launch,
    'launch-line': numbered(options.launchLine),
    'all-launches': options.allLaunches,
  };
  if (options.allLaunches === true && reference !== undefined)
    throw new UsageError('allLaunches and reference exclude each other: one is for one kernel');
  return {
    ...readValueSettings(typed, parameters),
    defines,
    folders,
    quick: options.quick === true,
    strict: options.strict === true,
    stated: state.map(readStated),
    distrusts: options.distrust === true,
    ...(sets.length > 0 && { sets }),
    ...(reference !== undefined && {
      reference: {
        name: 'reference',
        text: reference,
        named: options.referenceName,
        tolerance: options.tolerance,
      },
    }),
  };
}

const setsOf = ({ options = [] }: Pick<Common, 'options'>): readonly BuildOptions[] =>
  readBuildOptions({ options: typeof options === 'string' ? [options] : [...options] });

/** A text and its surroundings as the host compiles it. @throws {UsageError} */
async function built(text: string, { defines = {}, folders = [], launch, ...options }: Common) {
  const set = onlySet(setsOf(options), 'a kernel is tuned');
  const own = { defines, folders, stated: [] };
  const given = set === undefined ? own : withBuildOptions(own, set, text);
  checkFolders(given.folders);
  const includes = includesOf(undefined, given.folders);
  const about = { kernelName: options.kernel, defines: given.defines, includes };
  const made = await withStated(
    'kernel',
    text,
    { stated: given.stated, ...(launch !== undefined && { launch }) },
    about,
  );
  return { text: made.text, about: { ...about, placeOf: made.placeOf } };
}

/** Numbers as they would be typed, to be checked in one place. */
const typedOf = ({ constants = {}, seconds, memory }: Common) => ({
  ...Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name.toLowerCase(), String(value)]),
  ),
  ...(seconds !== undefined && { timeout: String(seconds) }),
  ...(memory !== undefined && { memory: String(memory) }),
});

export interface TuneOptions extends Common {
  /** `opencl`, `device` and others of `overtime tune --help`. */
  readonly semantics?: string | undefined;
  readonly level?: string | undefined;
  readonly method?: string | undefined;
  /** A device whose constants are taken: `a100`. */
  readonly preset?: string | undefined;
  readonly onEvent?: ((event: TuningEvent) => void) | undefined;
}

/** The fastest configuration of a kernel, and its proof: what `overtime tune --json` prints.
 * @throws {UsageError} where the text cannot be tuned; {Cancelled} by the signal or by `seconds`. */
export async function tune(text: string, options: TuneOptions = {}): Promise<Answer> {
  const started = performance.now();
  const { method, onEvent } = options;
  const { semantics = 'opencl', level, preset } = options;
  const given = { semantics, level, preset, strict: options.strict };
  const asked = readKernelArguments({ ...typedOf(options), ...given });
  const task = readMethod(method);
  const source = await built(text, options);
  const input = await poseText('kernel', source.text, { ...asked, task }, source.about);
  const subject: Tunable = kernelTime(input.problem);
  const signals = [
    ...(options.signal ? [options.signal] : []),
    ...(asked.timeout === undefined ? [] : [timeLimit(Math.ceil(asked.timeout * 1000))]),
  ];
  const signal = AbortSignal.any(signals);
  const runs: SearchRun[] = [];
  const configurations: ConfigurationResult[] = [];
  const see = (told: TuningEvent): void => {
    const event = subject.terms.event(told);
    if (event.type === 'run') runs.push(event.run);
    else if (event.type === 'configurations') configurations.push(...event.results);
    onEvent?.(event);
  };
  const toolchain = await host.toolchain();
  try {
    const checker = subject.open(toolchain, { memoryMB: asked.memory });
    const { workers, seed } = USUAL_SWARM;
    const further = { toolchain: host.toolchain, workers, seed, seconds: asked.timeout };
    const result = subject.terms.result(await perform(task, checker, see, signal, further));
    const [optimum] = result.optima;
    const findings = optimum && input.findings ? input.findings(optimum) : [];
    const seconds = (performance.now() - started) / 1000;
    return answer(result, runs, configurations, input.diagnostics, seconds, findings);
  } finally {
    toolchain.dispose();
  }
}

export interface NextOptions extends Omit<TuneOptions, 'method' | 'onEvent'> {
  /** Measured times: rows, or the text of a file (CSV, T4, Kernel Tuner cache, JSON of KTT). */
  readonly measured?: string | readonly MeasuredRow[] | undefined;
  /** The text of such a file with another GPU's times of the same kernel. */
  readonly prior?: string | undefined;
  /** Which column has the values of a parameter; `time` that of the times. Guessed without it. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Number of proposals: 5 without it. */
  readonly count?: number | undefined;
  readonly seed?: number | undefined;
  /** From the parameters alone, without the times of the model. */
  readonly withoutModel?: boolean | undefined;
}

const numbered = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** Which configurations to measure next: what `overtime next --json` prints.
 * @throws {UsageError} where the kernel or the measured times cannot be read; {Cancelled} by the signal. */
export async function next(text: string, options: NextOptions = {}): Promise<NextAnswer> {
  const { columns = {} } = options;
  const { semantics = MACHINE_SEMANTICS, level = 'accelerated', preset, strict } = options;
  const asked = readKernelArguments({ ...typedOf(options), semantics, level, preset, strict });
  const source = await built(text, options);
  const input = await poseText('kernel', source.text, asked, source.about);
  const { measured, prior } = options;
  const bytesOf = (name: string, content: string) => ({
    name,
    bytes: new TextEncoder().encode(content),
  });
  const known = await knownOf(input, {
    memory: asked.memory,
    timeout: asked.timeout,
    signal: options.signal,
    json: true,
    columns: Object.entries(columns),
    isWithoutModel: options.withoutModel === true,
    measured: typeof measured === 'string' ? bytesOf('measured', measured) : undefined,
    prior: prior === undefined ? undefined : bytesOf('prior', prior),
  });
  const told = typeof measured === 'object' ? observed(known, measured) : known.observations;
  const how = { count: readCount(numbered(options.count)), seed: readSeed(numbered(options.seed)) };
  return nextAnswer(proposal(known.candidates, told, how), { ...known, observations: told });
}

/** @throws {UsageError} */
function observed(known: Known, rows: readonly MeasuredRow[]) {
  try {
    return observationsOf(known, rows);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`measured: ${error.message}`);
    throw error;
  }
}
