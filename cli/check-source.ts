import { toJson } from '../src/base/json-text.ts';
import { sha256 } from '../src/base/digest.ts';
import { positionAt, type Span } from '../src/base/span.ts';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { isOutOfStack } from '../src/base/out-of-stack.ts';
import {
  kernelValues,
  type LaunchVerdict,
  verifyLaunches,
  poseValues,
  type SearchValues,
  type ValueSearch,
  type VerifiedConfiguration,
  type Verification,
} from '../src/checker/index.ts';
import {
  factsIn,
  stating,
  wholeText,
  withoutPragmas,
  withReference,
} from '../src/checker/with-reference.ts';
import type { Includes } from '../src/front/includes.ts';
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
import { includesOf } from './included.ts';
import { launchedText, placesBefore } from './launched.ts';
import { type Place, type PlaceOf, placesIn } from './places.ts';
import { type Counterexample, counterexampleOf } from './trace-lines.ts';

/** A trusted text that a kernel must equal. */
export interface ReferenceSource {
  /** Its file, or a name for messages. */
  readonly name: string;
  readonly text: string;
  /** Its kernel or function; without it the namesake, or the only one. */
  readonly named?: string | undefined;
  /** What it includes is looked for beside this file first. */
  readonly path?: string | undefined;
  /** How far apart fractional numbers may be, relative or absolute. */
  readonly tolerance?: number | undefined;
}

/** How kernels are checked. */
export interface CheckSettings {
  /** Only this kernel of a text. */
  readonly kernelName?: string | undefined;
  /** Macros, by name. */
  readonly defines: Readonly<Record<string, string>>;
  /** Folders in which included files are looked for. */
  readonly folders: readonly string[];
  readonly constants: Constants;
  /** Fixed tuning parameters; the others are checked at all values. */
  readonly given: Configuration;
  /** Seconds for a kernel, after which what is undecided stays so. */
  readonly seconds: number;
  /** Megabytes of a verifier, and of a worker's own objects. */
  readonly memory: number;
  /** By running the work-items alone, without a search by SPIN. */
  readonly quick: boolean;
  /** A warning about the text refuses it. */
  readonly strict: boolean;
  readonly reference?: ReferenceSource | undefined;
  /** The caller's facts, as after `#pragma tuner`; they win over the text's. */
  readonly stated: readonly string[];
  /** The caller's launch, for texts that have none. */
  readonly launch?: string | undefined;
  /** The host's launches in their order, of all kernels. */
  readonly allLaunches: boolean;
  /** Facts that the text states are ignored. */
  readonly distrusts: boolean;
  /** The host's options; each set is asked by itself. */
  readonly sets?: readonly BuildOptions[];
}

/** A kernel's text, and what finds its includes. */
export interface KernelSource {
  /** In messages. */
  readonly name: string;
  readonly text: string;
  readonly includes: Includes;
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
const STEPS_BEFORE_SEARCH = 2_000_000;

/** The functions of a text that can be judged, or the one that is named.
 * @throws {InputError} where there are none. */
export function kernelsOf(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  { defines, kernelName, strict }: Pick<CheckSettings, 'defines' | 'kernelName' | 'strict'>,
): readonly NamedFunction[] {
  const read = parser.functionsOf(text, { defines, includes });
  const kernels = read.functions.filter((each) =>
    kernelName === undefined ? each.isKernel && !each.isReference : each.name === kernelName,
  );
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
  const { name, includes } = source;
  const { constants, quick, memory, strict } = settings;
  const { text, placeOf, twin } = launched(parser, source, settings);
  if (settings.allLaunches) return checkLaunches(parser, source, settings, call);
  const posed = poseValues(parser, text, { ...settings, includes });
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
  const { text, placeOf } = launched(parser, source, settings);
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
  const limit = AbortSignal.timeout(Math.ceil(seconds * 1000));
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
    // SPIN searches all inputs, and faster: the run adds its own findings.
    const isSearched = !quick && hasChoices(program) && program.isLockstep !== true;
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
  const { text, placeOf } = launched(parser, source, settings);
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
  const { text } = launched(parser, source, settings);
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
function ran(program: ValueProgram, options: Parameters<typeof checkByRunning>[1]) {
  try {
    return checkByRunning(program, options);
  } catch (error) {
    if (!isOutOfStack(error)) throw error;
    return open('the kernel is nested too deeply for its work-items to be run');
  }
}

interface Composed {
  readonly text: string;
  readonly placeOf: PlaceOf;
  readonly twin?: string;
}

/** The text that is checked, with the caller's launch.
 * @throws {InputError} where it does not fit. */
function launched(parser: KernelParser, source: KernelSource, settings: CheckSettings): Composed {
  const made = composed(parser, source, settings);
  const { launch } = settings;
  if (launch === undefined) return made;
  const about = { ...settings, includes: source.includes };
  const { text, from } = launchedText(parser, source.name, made.text, launch, about);
  return { ...made, text, placeOf: placesBefore(made.placeOf, from) };
}

/** The text that is checked: with the reference, and with what the caller states.
 * @throws {InputError} where the reference does not fit. */
function composed(
  parser: KernelParser,
  { name, text, includes }: KernelSource,
  { reference, kernelName, defines, folders, stated, distrusts }: CheckSettings,
): Composed {
  const own = distrusts ? withoutPragmas(text) : text;
  if (reference === undefined)
    return { text: stating(own, stated), placeOf: placesFrom(placesIn(text), own.length, text) };
  const functionsOf = (of: string): readonly NamedFunction[] =>
    parser.functionsOf(of, { defines, includes }).functions;
  const trusted = wholeText(reference.text, includesOf(reference.path, folders));
  const functions = functionsOf(own);
  const kernel = functions.find((each) =>
    kernelName === undefined ? each.isKernel && !each.isReference : each.name === kernelName,
  );
  if (kernel === undefined) return { text: own, placeOf: placesIn(text) };
  const joined = withReference(
    { text: own, functions, kernel: kernel.name, includes },
    { ...reference, text: trusted, functions: functionsOf(trusted) },
    Object.keys(defines),
  );
  const at = placesIn(text)(kernel.span);
  if (!joined.ok) {
    const { why: message } = joined;
    const diagnostic = { severity: 'error', code: 'no-reference', ...at, message } as const;
    throw new InputError(`${name}: ${reference.name}: ${message}`, [diagnostic]);
  }
  const theirs = joined.text.slice(joined.from);
  const placeOf = (span: Span): Place =>
    span.start < joined.from || span.start > joined.text.length
      ? at
      : { ...positionAt(theirs, span.start - joined.from), file: reference.name };
  return {
    text: stating(joined.text, stated),
    placeOf: placesFrom(placeOf, own.length, text),
    twin: joined.name,
  };
}

/** Text after the kernel's own has other places. */
const placesFrom =
  (other: PlaceOf, length: number, text: string): PlaceOf =>
  (span) =>
    span.start <= length ? placesIn(text)(span) : other(span);

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
