import type { StoreApi } from 'zustand/vanilla';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { EndProcess, FinalState } from '../spin/pan-final-state.ts';
import type { WalkChoice } from '../spin/spin-walk.ts';
import type { Level } from '../promela/index.ts';
import type { Trace } from '../trace/index.ts';
import type { Configuration } from '../tuning/index.ts';
import type { Derived } from './derive.ts';
import type { KernelSplitsView } from './jobs/kernel-splits.ts';
import type { ParView } from './jobs/par.ts';
import type { OrdersView, SteeringView } from './jobs/steering-view.ts';
import type { LevelCheckView } from './jobs/level-check.ts';
import type { MachineSensitivityView } from './jobs/machine-sensitivity.ts';
import type { Arrival } from './portable/view.ts';
import type { RobustnessView } from './jobs/robustness.ts';
import type { SensitivityView } from './jobs/sensitivity.ts';
import type { SchedulesView } from './jobs/schedules.ts';
import type { ValueTraceView, VerificationView } from './jobs/verification.ts';
import type { WhyView } from './jobs/why.ts';
import type { Saved } from './kept/history-schema.ts';
import type { Settings } from './kept/settings.ts';
import type { MeasuredView } from './measured/measured-view.ts';
import type { ModelRunView } from './model-run/model-run-view.ts';
import type { ModelView } from './promela/model-view.ts';
import type { RecheckView } from './workbench/recheck-view.ts';
import type { OpenDocument } from './workspace/open-document.ts';
import type { OwnKernel } from './workspace/own-kernel.ts';
import type { UndoView } from './workspace/undo-history.ts';
import type { Notice } from './notice.ts';
import type { ReadingProgress } from './reading/text-reader.ts';
import type { Run } from './run/run.ts';

/** What the page shows, all of it but for the text of editors. */
export interface SessionState {
  /** Whether nobody has been here before, in this browser. */
  readonly isFirstVisit?: boolean;
  readonly settings: Settings;
  /** What the text in the editor is: an own kernel, a file. */
  readonly document: OpenDocument;
  /** The user's own kernels, those written last first. */
  readonly kernels: readonly OwnKernel[];
  readonly undo: UndoView;
  /** What the browser does not keep now: it is full, or refuses. */
  readonly unsaved: { readonly settings: boolean; readonly kernel: boolean };
  /** Whether something that was kept could not be read, and is set aside. */
  readonly isPartLost: boolean;
  readonly derived: Derived;
  /** How far the reading of a long text is, and how many lines it has. */
  readonly reading?: (ReadingProgress & { readonly lines: number }) | undefined;
  readonly run: Run;
  readonly trace: TraceView;
  readonly explorer: ExplorerView;
  readonly compiler: CompilerView;
  /** clang's errors and warnings about the text as it is; none while it is being checked. */
  readonly compilerDiagnostics: readonly Diagnostic[];
  /** What the last run showed to be wrong with the text: barriers that some work-items never reach. Of
   * the text it ran on, so of no other (see `isStale`). */
  readonly runDiagnostics: readonly Diagnostic[];
  /** How the minimum changes with one constant. */
  readonly sensitivity: SensitivityView;
  /** How much each constant of the machine matters, in the device semantics. */
  readonly machineSensitivity: MachineSensitivityView;
  /** Which configuration is good on several platforms. */
  readonly robustness: RobustnessView;
  readonly levelCheck: LevelCheckView;
  /** Where the time of kernels goes that are compared. */
  readonly kernelSplits: KernelSplitsView;
  /** What came of checking again the answer of a file. */
  readonly recheck: RecheckView;
  /** Why the best configuration of the run is the best. */
  readonly why: WhyView;
  /** All schedules of one configuration. */
  readonly schedules: SchedulesView;
  /** Whether the values are right. */
  readonly verification: VerificationView;
  /** How one of the findings comes about. */
  readonly valueTrace: ValueTraceView;
  /** A run whose order the user chooses, and whether any order goes wrong. */
  readonly steering: SteeringView;
  readonly orders: OrdersView;
  /** The least time of some kernel, proved beside the page. */
  readonly par: ParView;
  /** Times that were measured on a device. */
  readonly measured: MeasuredView;
  /** A Promela model of its own, in place of the kernel's or beside it. */
  readonly model: ModelView;
  /** The run of that model that is looked at. */
  readonly modelRun: ModelRunView;
  /** Runs of earlier times, newest first. */
  readonly history: readonly Saved[];
  /** What SPIN and its verifiers printed lately, oldest first. */
  readonly outputs: readonly ToolOutput[];
  /** What the last thing that was done has changed besides. */
  readonly notice?: Notice | undefined;
  /** What came with a link or file is to be looked at like this, once there is an answer. */
  readonly arrival?: Arrival | undefined;
  /** Why a page that tunes by itself waits for the button, in one sentence. */
  readonly held?: string | undefined;
  /** The configuration that costs are shown for, where the user has chosen one. */
  readonly chosen?: Configuration | undefined;
}

export type Store = StoreApi<SessionState>;

/** The counterexample that is looked at. */
export interface TraceView {
  readonly phase: 'none' | 'loading' | 'ready' | 'failed';
  readonly trace?: Trace;
  /** Of the model whose run it is. */
  readonly level?: Level;
  readonly values?: Configuration;
  readonly message?: string;
  /** What it was opened for, beside the answer; absent: it is the counterexample of the answer. */
  readonly origin?: 'simulation' | 'configuration' | 'schedules';
}

/** What of the trace is asked for beside its events. */
export interface ExplorerView {
  readonly inspection?: Inspection;
  /** The last look-up that found nothing: of which step, and why. */
  readonly uninspected?: { readonly step: number; readonly why: string };
  /** The enabled steps of a free simulation that waits for one to be chosen, and those taken so far. */
  readonly choices?: readonly Choice[] | undefined;
  readonly taken?: readonly number[];
  /** Whether SPIN is simulating now. */
  readonly simulating?: boolean;
}

/** Variables and places of the processes after a step. */
export interface Inspection extends Pick<FinalState, 'globals' | 'locals'> {
  readonly step: number;
  /** Where processes stand: their next Promela line, none at their end, and what stands there. */
  readonly places: readonly Pick<EndProcess, 'pid' | 'line' | 'next'>[];
}

/** A step that the user can have SPIN take next. */
export interface Choice extends Pick<WalkChoice, 'number' | 'statement' | 'line'> {
  /** `pex 1`, as the trace names it. */
  readonly label: string;
}

/** What clang says of the kernel text. It comes later than our own diagnostics, if at all. */
export interface CompilerView {
  /** `off`: the compiler has not been fetched, or is not to check. `waiting`: for the edits to pause.
   * `failed`: it could not be fetched or run. */
  readonly phase: 'off' | 'waiting' | 'checking' | 'checked' | 'failed';
  /** Why it has failed. */
  readonly message?: string;
}

/** What SPIN or a verifier printed in one call. */
export interface ToolOutput {
  /** Counted from 1. */
  readonly number: number;
  /** As one would type it: `pan -E -m100000 n=5 T=583` */
  readonly command: string;
  readonly text: string;
  readonly failed: boolean;
}
