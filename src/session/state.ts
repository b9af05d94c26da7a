import type { Failure } from '../base/failure.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Ticks } from '../base/ticks.ts';
import type { ConstantName, PerConstant } from '../platform/index.ts';
import type { Level, LineSource, SemanticsId } from '../promela/index.ts';
import type {
  Configuration,
  Finish,
  MethodId,
  SearchProgress,
  SearchRun,
  TuningResult,
} from '../tuning/index.ts';
import type { Trace } from '../trace/index.ts';
import type { SavedRun } from './kept/history-schema.ts';
import type { SensitivityView } from './jobs/sensitivity.ts';
import type { ToolOutput } from './tool-log.ts';
import type { ExplorerView, SimulationPlan } from './views/explorer.ts';
import type { LevelChoice, TrailFiles } from '../checker/index.ts';
import type { LevelCheckView } from './jobs/level-check.ts';
import type { ResultsView } from './run/results-table.ts';

/** Limits that the user has set. */
export interface Limits {
  /** MB of memory for all verifiers of a run together, and for those of a sweep, a check or a trace beside
   * it, 32 to 4096; absent: as much as usual. */
  readonly memoryMB?: number;
  /** Seconds that a swarm searches. */
  readonly seconds?: number;
  /** Workers of a swarm, at most 16. */
  readonly workers?: number;
}

/** What the user has set. It survives a reload. The constants are kept as typed, so that nothing typed
 * is lost; `problems` says which of them do not do. */
export interface Settings {
  readonly kernelText: string;
  /** The kernel of the text that is tuned; absent, or no longer in the text: the first one. */
  readonly kernelName?: string;
  /** The example the text was opened from, for the picker. */
  readonly example: string;
  readonly constants: PerConstant<string>;
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  readonly method: MethodId;
  /** Whether clang checks the text as well: absent, once a run has fetched the compiler; true, always,
   * and then it is fetched for that; false, never. */
  readonly compilerChecks?: boolean;
  readonly limits?: Limits;
  /** Whether the page tunes by itself shortly after an edit. */
  readonly live?: boolean;
}

/** What follows from the settings at once, without a model checker. */
export interface Derived {
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the kernels in the text. */
  readonly kernels: readonly string[];
  /** The one that is tuned, where there is one. */
  readonly kernelName?: string;
  /** By constant: what is wrong with the value typed. */
  readonly problems: Readonly<Partial<Record<ConstantName, string>>>;
  /** The level that the model is of, where it was chosen by what it costs or by the user. */
  readonly level?: Level;
  /** The generated model; absent where the kernel has errors. */
  readonly promela?: { readonly text: string; readonly sources: readonly LineSource[] };
  /** Why Tune is not possible now, in one sentence; absent where it is. */
  readonly obstacle?: string;
}

/** Something better than all before. */
export interface BestFound {
  readonly time: Ticks;
  readonly values: Configuration;
  /** States that all searches until then had stored. */
  readonly states: number;
  /** Since the run began. */
  readonly seconds: number;
}

/** What the searches of a run had cost at some moment. */
export interface EffortSample {
  /** Since the run began. */
  readonly seconds: number;
  /** Of all searches until then. */
  readonly states: number;
  readonly memoryMB: number;
  readonly depth: number;
}

/** The run in progress, or the last one. */
export interface Run {
  readonly phase: 'idle' | 'running' | 'ended';
  /** What is being done now, by the strategy or by a tool on its behalf. */
  readonly stage: string;
  /** What the strategy is doing. */
  readonly aim: string;
  /** Bytes of the compiler fetched so far, while it is fetched. */
  readonly download?: { readonly received: number; readonly total: number };
  /** The search in progress. */
  readonly progress?: SearchProgress & Pick<SearchRun, 'bound' | 'purpose'>;
  readonly interval?: { readonly low: Ticks; readonly high: Ticks };
  readonly runs: readonly SearchRun[];
  /** Times of configurations as far as known, in order of enumeration. */
  readonly configurations: ResultsView;
  readonly best?: Finish;
  /** Each time something better was found: after how many states of all searches, and when. */
  readonly bests: readonly BestFound[];
  /** What the searches had cost from time to time; a few hundred at most, evenly over the run. */
  readonly samples: readonly EffortSample[];
  /** Configurations whose time is known, of all. */
  readonly counted?: { readonly done: number; readonly total: number };
  readonly result?: TuningResult;
  readonly failure?: Failure;
  /** `performance.now()` at the click, and seconds from there to the end. */
  readonly startedAt: number;
  readonly seconds?: number;
  /** What of a run of the history was not kept. */
  readonly unkept?: SavedRun['unkept'];
  /** Whether the settings have changed since this run began. */
  readonly stale: boolean;
}

/** The counterexample that is looked at. */
export interface TraceView {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly trace?: Trace;
  readonly values?: Configuration;
  readonly message?: string;
  /** Where the run comes from: a search's counterexample, unless it says `simulation`. */
  readonly origin?: 'simulation';
}

/** What clang says of the kernel text. It comes later than our own diagnostics, if at all. */
export interface CompilerView {
  /** `off`: the compiler has not been fetched, or is not to check. `waiting`: for the edits to pause.
   * `failed`: it could not be fetched or run. */
  readonly phase: 'off' | 'waiting' | 'checking' | 'checked' | 'failed';
  readonly message?: string;
}

/** Tuning that starts by itself. */
export interface LiveView {
  readonly on: boolean;
  /** Why it waits for the button, in one sentence. */
  readonly held?: string;
}

export interface SessionState {
  readonly settings: Settings;
  readonly derived: Derived;
  readonly run: Run;
  readonly trace: TraceView;
  readonly explorer: ExplorerView;
  readonly compiler: CompilerView;
  /** clang's errors and warnings about the text as it is; none while it is being checked. */
  readonly compilerDiagnostics: readonly Diagnostic[];
  /** What the last run showed to be wrong with the text: barriers that some work-items never reach. Of
   * the text it ran on, so empty once that has changed. */
  readonly runDiagnostics: readonly Diagnostic[];
  /** How the minimum changes with one constant. */
  readonly sensitivity: SensitivityView;
  readonly levelCheck: LevelCheckView;
  /** Runs of earlier times, newest first. */
  readonly history: readonly SavedRun[];
  /** What SPIN and its verifiers printed lately, oldest first. */
  readonly outputs: readonly ToolOutput[];
  /** Whether the page tunes by itself after an edit, and why it does not now where it does not. */
  readonly live: LiveView;
  /** The configuration that costs are shown for, where the user has chosen one. */
  readonly chosen?: Configuration;
}

/** Everything the page can do. None of them throws; outcomes arrive in the state. */
export interface Commands {
  setKernelText(text: string): void;
  openExample(id: string): void;
  /** Which kernel of the text is tuned. */
  setKernelName(name: string): void;
  setConstant(name: ConstantName, value: string): void;
  applyPreset(id: string): void;
  setSemantics(semantics: SemanticsId): void;
  setLevel(level: LevelChoice): void;
  setMethod(method: MethodId): void;
  /** Sets all limits at once; what is left out is as usual again. Ones that make no sense are ignored. */
  setLimits(limits: Limits): void;
  /** See `Settings.compilerChecks`. */
  setCompilerChecks(on: boolean): void;
  /** Which configuration costs are shown for; undefined: the best known. */
  chooseConfiguration(values: Configuration | undefined): void;
  /** Opens the run of one configuration in place of the counterexample. */
  showTraceOf(values: Configuration): void;
  /** Proves the minimum for each of some values of a constant; the settings stay. */
  sweepConstant(name: ConstantName, values: readonly number[]): void;
  cancelSweep(): void;
  /** Compares the time of every configuration at this level with that at the one below. */
  checkLevel(): void;
  cancelLevelCheck(): void;
  /** Opens a run of the history: its settings and what it found. */
  restoreRun(id: string): void;
  renameRun(id: string, name: string): void;
  deleteRun(id: string): void;
  /** Puts back the run that was deleted last. */
  undeleteRun(): void;
  /** Whether the page tunes by itself shortly after an edit. */
  setLive(on: boolean): void;
  /** Opens a run that SPIN simulates of one configuration: by a seed, or by choices made so far. */
  simulate(plan: SimulationPlan, values: Configuration): void;
  /** Has the variables after a step of the trace looked up, for `explorer.inspection`. */
  inspect(step: number): void;
  /** The trail that is shown, to be saved; nothing where there is none. */
  trailFiles(): TrailFiles | undefined;
  /** The steps of the trail that executed one of some statements. */
  stepsOf(isWanted: (transition: number) => boolean): Promise<Uint32Array>;
  /** Does nothing while a run is in progress. */
  tune(): void;
  /** Finds the shortest and the longest time of a configuration over all schedules, at level free, as a
   * run of its own. Does nothing while another is in progress. */
  searchSchedules(values: Configuration): void;
  cancel(): void;
}
