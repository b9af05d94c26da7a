import type { Diagnostic } from '../base/diagnostic.ts';
import type { ConstantName } from '../platform/index.ts';
import type { Level, LineSource, Semantics } from '../promela/index.ts';
import type {
  Configuration,
  ConfigurationResult,
  Finish,
  SearchProgress,
  SearchRun,
  TuningResult,
} from '../tuning/index.ts';
import type { Trace } from '../trace/index.ts';

export type Method = 'sweep' | 'bisection' | 'branch-and-bound';

/** What the user has set. It survives a reload. The constants are kept as typed, so that nothing typed
 * is lost; `problems` says which of them do not do. */
export interface Settings {
  readonly kernelText: string;
  /** The example the text was opened from, for the picker. */
  readonly example: string;
  readonly constants: Readonly<Record<ConstantName, string>>;
  readonly semantics: Semantics;
  readonly level: Level;
  readonly method: Method;
}

/** What follows from the settings at once, without a model checker. */
export interface Derived {
  readonly diagnostics: readonly Diagnostic[];
  /** By constant: what is wrong with the value typed. */
  readonly problems: Readonly<Partial<Record<ConstantName, string>>>;
  /** The generated model; absent where the kernel has errors. */
  readonly promela?: { readonly text: string; readonly sources: readonly LineSource[] };
  /** Why Tune is not possible now, in one sentence; absent where it is. */
  readonly obstacle?: string;
}

/** Where a failure belongs, so that it is shown there. */
export type FailurePlace = 'spin' | 'compiler' | 'download' | 'verifier' | 'worker' | 'model';

export interface Failure {
  readonly place: FailurePlace;
  /** One sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** The tool's own last words, for a disclosure. */
  readonly detail?: string;
}

/** The run in progress, or the last one. */
export interface Run {
  readonly phase: 'idle' | 'running' | 'ended';
  /** What is being done now. */
  readonly stage: string;
  /** Bytes of the compiler fetched so far, while it is fetched. */
  readonly download?: { readonly received: number; readonly total: number };
  /** The search in progress. */
  readonly progress?: SearchProgress & { readonly bound: number | null };
  readonly interval?: { readonly low: number; readonly high: number };
  readonly runs: readonly SearchRun[];
  /** Times of configurations as far as known, in order of enumeration. */
  readonly configurations: readonly ConfigurationResult[];
  readonly best?: Finish;
  readonly result?: TuningResult;
  readonly failure?: Failure;
  /** `performance.now()` at the click, and seconds from there to the end. */
  readonly startedAt: number;
  readonly seconds?: number;
  /** Whether the settings have changed since this run began. */
  readonly stale: boolean;
}

/** The counterexample that is looked at. */
export interface TraceView {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly trace?: Trace;
  readonly values?: Configuration;
  readonly message?: string;
}

export interface SessionState {
  readonly settings: Settings;
  readonly derived: Derived;
  readonly run: Run;
  readonly trace: TraceView;
}

/** Everything the page can do. None of them throws; outcomes arrive in the state. */
export interface Commands {
  setKernelText(text: string): void;
  openExample(id: string): void;
  setConstant(name: ConstantName, value: string): void;
  applyPreset(id: string): void;
  setSemantics(semantics: Semantics): void;
  setLevel(level: Level): void;
  setMethod(method: Method): void;
  /** Does nothing while a run is in progress. */
  tune(): void;
  cancel(): void;
}
