import { toJson } from '../src/base/json-text.ts';
import { timeLimit } from '../src/base/time-limit.ts';
import { sha256 } from '../src/base/digest.ts';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { isOutOfStack } from '../src/base/out-of-stack.ts';
import {
  kernelValues,
  type LaunchVerdict,
  type SearchValues,
  type ValueSearch,
  type VerifiedConfiguration,
  type Verification,
} from '../src/checker/index.ts';
import { verifyLaunches } from '../src/checker/all-launches.ts';
import { poseValues } from '../src/checker/values.ts';
import { factsIn } from '../src/checker/with-reference.ts';
import type { NamedFunction } from '../src/front/reader.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import type { Constants } from '../src/platform/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import {
  type Bound,
  conditionsOf,
  type Finding,
  hasChoices,
  type NotChecked,
  type Remark,
  type ValueProgram,
  type VerdictStatus,
} from '../src/values/index.ts';
import { checkByRunning } from '../src/values/run/check.ts';
import { traceByRunning } from '../src/values/run/trace-by-running.ts';
import type { BuildOptions } from './build-options.ts';
import { InputError, placed, type PlacedDiagnostic, refusal } from './diagnostics.ts';
import { placedFinding, type SaidFinding } from './findings.ts';
import { composedText, type KernelSource, type TextSettings } from './composed-text.ts';
import type { Place, PlaceOf } from './places.ts';
import { type Counterexample, counterexampleOf } from './trace-lines.ts';

/** How kernels are checked. */
export interface CheckSettings extends TextSettings {
  readonly constants: Constants;
  /** Fixed tuning parameters; the others are checked at all values. */
  readonly given: Configuration;
  /** Seconds for a kernel, after which what is undecided stays so. */
  readonly seconds: number;
  /** The most configurations that are looked at. */
  readonly mostConfigurations?: number | undefined;
  /** Megabytes of a verifier, and of a worker's own objects. */
  readonly memory: number;
  /** By running the work-items alone, without a search by SPIN. */
  readonly quick: boolean;
  /** A warning about the text refuses it. */
  readonly strict: boolean;
  /** The host's launches in their order, of all kernels. */
  readonly allLaunches: boolean;
  /** The line of the chosen launch, of several of the host's. */
  readonly launchLine?: number | undefined;
  /** The host's options; each set is asked by itself. */
  readonly sets?: readonly BuildOptions[];
}

/** The answer about a kernel, with places in its text. */
export interface CheckedSource {
  readonly status: VerdictStatus;
  /** Unstated facts that the verdict rests on. */
  readonly conditions: readonly string[];
  readonly findings: readonly SaidFinding<Finding['kind']>[];
  readonly remarks: readonly SaidFinding<Remark['kind']>[];
  readonly checked: readonly string[];
  readonly notChecked: readonly (Partial<Place> & Omit<NotChecked, 'span' | 'searchDecides'>)[];
  readonly configurations: readonly { readonly values: Configuration; readonly status: string }[];
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** Facts that the text states and that were believed. */
  readonly stated: readonly string[];
  /** The time limit ended it. */
  readonly isOutOfTime: boolean;
  readonly states: number;
  readonly transitions: number;
  /** SPIN's, to be made again. */
  readonly searches: readonly SaidSearch[];
  /** None where nothing was run. */
  readonly bound?: Bound | undefined;
  /** The host's launches in their order, where they were asked for. */
  readonly launches?: readonly (Place & {
    readonly kernel: string;
    readonly status: VerdictStatus;
  })[];
}

/** A search by SPIN: what its model hashes to, what its verifier is compiled with, and its words. */
export interface SaidSearch extends Omit<ValueSearch, 'model'> {
  readonly sha256?: string | undefined;
}

export interface CheckCall {
  readonly signal: AbortSignal;
  /** Searches by SPIN; not called for a quick check. */
  readonly search: (
    constants: Constants,
    memoryMB: number,
    onSearch: (search: ValueSearch) => void,
  ) => SearchValues;
  readonly onSearch?: ((search: ValueSearch) => void) | undefined;
  /** Called with remarks on the text before anything runs. */
  readonly onDiagnostics?: (diagnostics: readonly PlacedDiagnostic[]) => void;
  readonly onStage?: (text: string) => void;
  readonly onConfiguration?: (one: VerifiedConfiguration, of: number) => void;
  readonly onLaunch?: (launch: LaunchVerdict, number: number, of: number) => void;
}

/** Steps of the run before a full search: a second or two. */
export const STEPS_BEFORE_SEARCH = 2_000_000;

/** Those that can be judged, or the one that is named. */
export const kernelsIn = (
  functions: readonly NamedFunction[],
  kernelName: string | undefined,
): readonly NamedFunction[] =>
  functions.filter((each) =>
    kernelName === undefined ? each.isKernel && !each.isReference : each.name === kernelName,
  );

/** The functions of a text that can be judged, or the one that is named.
 * @throws {InputError} where there are none. */
export function kernelsOf(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  { defines, kernelName, strict }: Pick<CheckSettings, 'defines' | 'kernelName' | 'strict'>,
): readonly NamedFunction[] {
  const read = parser.functionsOf(text, { defines, includes });
  const kernels = kernelsIn(read.functions, kernelName);
  if (kernels.length > 0) return kernels;
  const diagnostics = placed(text, read.diagnostics);
  const which = kernelName === undefined ? '' : ` ${kernelName}`;
  throw (
    refusal(name, diagnostics, strict) ??
    new InputError(`${name}: there is no kernel${which} in this text`, diagnostics)
  );
}

/** Asks whether one kernel of a text is right: of the settings' name, or the first.
 * @throws {InputError} where the text cannot be checked; {Cancelled} by the signal. */
export async function checkSource(
  parser: KernelParser,
  source: KernelSource,
  settings: CheckSettings,
  call: CheckCall,
): Promise<CheckedSource> {
  if (settings.allLaunches) return checkLaunches(parser, source, settings, call);
  const { name, includes } = source;
  const { constants, quick, memory, strict } = settings;
  const { text, placeOf, twin } = composedText(parser, source, settings);
  const step = stepOf(parser, { name, text, includes }, placeOf, settings);
  const posed = poseValues(parser, text, { ...settings, includes, step });
  const diagnostics = placed(text, posed.diagnostics, placeOf);
  const refused = refusal(name, diagnostics, strict);
  if (refused) throw refused;
  if (posed.obstacle !== undefined) throw new InputError(`${name}: ${posed.obstacle}`, diagnostics);
  // Whatever a text does to hide the claim behind it: without it nothing was compared.
  const isCompared = posed.programs.every(({ twins }) =>
    twins.some((each) => each.program.kernel === twin),
  );
  if (twin !== undefined && !isCompared)
    throw new InputError(`${name}: the text keeps its reference from being read`, diagnostics);
  call.onDiagnostics?.(diagnostics);
  const { isOutOfTime, signal } = clockOf(settings, call);
  const kept = keepingSearches(call);
  const verification = await kernelValues(name, posed).verify({
    run: runnerOf(text, settings, call, isOutOfTime),
    ...(!quick && { search: kept.search(constants, memory) }),
    signal,
    isOutOfTime,
    ...(call.onStage && { onStage: call.onStage }),
    ...(call.onConfiguration && { onConfiguration: call.onConfiguration }),
  });
  call.signal.throwIfAborted();
  return {
    ...said(text, verification, placeOf),
    searches: await kept.said(),
    diagnostics,
    stated: settings.distrusts ? [] : factsIn(source.text),
    isOutOfTime: signal.aborted || isOutOfTime(),
  };
}

/** The host's step that the settings mean by its line.
 * @throws {InputError} where nothing is launched there. */
function stepOf(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  placeOf: PlaceOf,
  { launchLine, defines }: CheckSettings,
): number | undefined {
  if (launchLine === undefined) return undefined;
  const launches = (parser.stepsOf(text, { defines, includes }) ?? []).flatMap((each) =>
    each.kind === 'launch' ? [{ number: each.number, line: placeOf(each.span).line }] : [],
  );
  const found = launches.find(({ line }) => line === launchLine);
  if (found) return found.number;
  const lines = [...new Set(launches.map(({ line }) => line))].join(', ');
  const others = lines === '' ? 'the host launches no kernel' : `launches are in lines ${lines}`;
  throw new InputError(`${name}: --launch-line ${launchLine}: ${others}`, []);
}

/** The host's launches, each with what those before it leave.
 * @throws {InputError} where there are none. */
async function checkLaunches(
  parser: KernelParser,
  source: KernelSource,
  settings: CheckSettings,
  call: CheckCall,
): Promise<CheckedSource> {
  const { name, includes } = source;
  const { constants, quick, memory, strict } = settings;
  const { text, placeOf } = composedText(parser, source, settings);
  const { isOutOfTime, signal } = clockOf(settings, call);
  const run = runnerOf(text, settings, call, isOutOfTime);
  const kept = keepingSearches(call);
  const verification = await verifyLaunches(
    parser,
    text,
    { ...settings, includes },
    {
      run,
      ...(!quick && { search: kept.search(constants, memory) }),
      signal,
      isOutOfTime,
      ...(call.onLaunch && { onLaunch: call.onLaunch }),
    },
  );
  call.signal.throwIfAborted();
  if (typeof verification === 'string')
    throw new InputError(`${name}: --all-launches: ${verification}`, []);
  const diagnostics = placed(text, verification.diagnostics, placeOf);
  const refused = refusal(name, diagnostics, strict);
  if (refused) throw refused;
  call.onDiagnostics?.(diagnostics);
  return {
    ...said(text, verification, placeOf),
    launches: verification.launches.map(({ kernel, status, span }) => ({
      kernel,
      status,
      ...placeOf(span),
    })),
    searches: await kept.said(),
    diagnostics,
    stated: settings.distrusts ? [] : factsIn(source.text),
    isOutOfTime: signal.aborted || isOutOfTime(),
  };
}

/** Searches as the caller has them made, and what can be said of them afterwards. */
function keepingSearches(call: CheckCall) {
  const searches: ValueSearch[] = [];
  return {
    search: (constants: Constants, memory: number): SearchValues =>
      call.search(constants, memory, (one) => {
        searches.push(one);
        call.onSearch?.(one);
      }),
    said: (): Promise<readonly SaidSearch[]> =>
      Promise.all(
        searches.map(async ({ model, ...search }) => ({ sha256: await sha256(model), ...search })),
      ),
  };
}

/** The time limit, and the caller's. */
function clockOf({ seconds }: CheckSettings, call: CheckCall) {
  const end = performance.now() + seconds * 1000;
  const limit = timeLimit(Math.ceil(seconds * 1000));
  return {
    isOutOfTime: (): boolean => performance.now() > end,
    signal: AbortSignal.any([call.signal, limit]),
  };
}

const runnerOf =
  (
    text: string,
    { quick, constants }: CheckSettings,
    { signal }: CheckCall,
    isOutOfTime: () => boolean,
  ) =>
  (program: ValueProgram) => {
    if (isOutOfTime()) return UNFINISHED;
    // SPIN searches all inputs, and faster: the run adds its own findings. SPIN runs no other kernel.
    const isSearched =
      !quick && hasChoices(program) && program.isLockstep !== true && program.twins.length === 0;
    const budget = isSearched ? { budget: STEPS_BEFORE_SEARCH } : {};
    const about = { text, constants: { ...constants }, isOutOfTime, signal };
    return ran(program, { ...about, ...budget });
  };

/** The way to one of the findings of a quick check of the same settings.
 * @param which its index, from 0. @param most steps. @returns nothing where there is none, or where
 * it was not seen by running. */
export async function traceSource(
  parser: KernelParser,
  source: KernelSource,
  settings: CheckSettings,
  { which, most }: { readonly which: number; readonly most: number },
): Promise<Counterexample | undefined> {
  const { text, placeOf } = composedText(parser, source, settings);
  const posed = poseValues(parser, text, { ...settings, includes: source.includes });
  const { constants } = settings;
  const options = { text, constants: { ...constants } };
  const { signal } = new AbortController();
  const runs = new Map<ValueProgram, ReturnType<typeof ran>>();
  const { findings } = await kernelValues(source.name, posed).verify({
    run(program) {
      const verdict = ran(program, options);
      runs.set(program, verdict);
      return verdict;
    },
    signal,
  });
  const wanted = findings[which];
  if (wanted === undefined) return undefined;
  const key = (one: Finding): string => toJson([one.kind, one.span, one.configuration]);
  for (const [program, verdict] of runs) {
    const at = verdict.findings.findIndex((one) => key(one) === key(wanted));
    const trace = at < 0 ? undefined : traceByRunning(program, at, options);
    if (trace) return counterexampleOf(wanted.message, trace, placeOf, most);
  }
  return undefined;
}

/** Problems of the text, with those found by running its work-items. */
export function problemsOf(
  parser: KernelParser,
  source: KernelSource,
  settings: CheckSettings,
): readonly Diagnostic[] {
  const { text } = composedText(parser, source, settings);
  const { programs, diagnostics } = poseValues(parser, text, {
    ...settings,
    includes: source.includes,
  });
  const about = { text, constants: { ...settings.constants }, budget: STEPS_BEFORE_SEARCH };
  const found = programs
    .flatMap((program) => ran(program, about).findings)
    .filter(({ assumed }) => assumed === undefined)
    .map(({ kind: code, span, message, related }): Diagnostic => ({
      severity: 'error',
      code,
      span,
      message,
      ...(related && { related }),
    }));
  return [...diagnostics, ...found].filter(({ span }) => span.start < source.text.length);
}

const open = (why: string) => ({
  findings: [],
  remarks: [],
  checked: [],
  notChecked: [{ what: 'everything', why, weakens: true }],
});

const UNFINISHED = open('the time limit was reached before it');

/** A run, or why the engine cannot do it. */
export function ran(program: ValueProgram, options: Parameters<typeof checkByRunning>[1]) {
  try {
    return checkByRunning(program, options);
  } catch (error) {
    if (!isOutOfStack(error)) throw error;
    return open('the kernel is nested too deeply for its work-items to be run');
  }
}

const said = (text: string, verification: Verification, at: PlaceOf) => {
  const { status, findings, remarks, checked, notChecked, configurations } = verification;
  return {
    status,
    conditions: conditionsOf(verification),
    findings: findings.map((one) => placedFinding(text, one, at)),
    remarks: remarks.map((one) => placedFinding(text, one, at)),
    checked,
    notChecked: notChecked.map(({ what, why, hint, span, weakens, holdsIf }) => ({
      what,
      why,
      weakens,
      ...(holdsIf !== undefined && { holdsIf }),
      ...(hint !== undefined && { hint }),
      ...(span && at(span)),
    })),
    configurations: configurations.map(({ values, status: each }) => ({ values, status: each })),
    states: verification.states,
    transitions: verification.transitions,
    ...(verification.bound && { bound: verification.bound }),
  };
};
