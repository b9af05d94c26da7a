import type { StoreApi } from 'zustand/vanilla';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { EndProcess, FinalState } from '../spin/pan-final-state.ts';
import type { WalkChoice } from '../spin/spin-walk.ts';
import type { Configuration } from '../tuning/index.ts';
import type { Derived } from './derive.ts';
import type { JobTable, Phase } from './jobs/job.ts';
import type { Arrival } from './portable/view.ts';
import type { Saved } from './kept/history-schema.ts';
import type { Settings } from './kept/settings.ts';
import type { MeasuredView } from './measured/measured-view.ts';
import type { ModelView } from './promela/model-view.ts';
import type { NativeView } from './promela/native-view.ts';
import type { OpenDocument } from './workspace/open-document.ts';
import type { OwnKernel } from './workspace/own-kernel.ts';
import type { UndoView } from './workspace/undo-history.ts';
import type { Notice } from './notice.ts';
import type { ReadingProgress } from './reading/text-reader.ts';
import type { Run } from './run/run.ts';

/** Everything the page shows, except editors' text. */
export interface SessionState {
  /** The first visit in this browser. */
  readonly isFirstVisit?: boolean;
  readonly settings: Settings;
  /** The text's identity: an own kernel, a file. */
  readonly document: OpenDocument;
  /** The user's own kernels, those written last first. */
  readonly kernels: readonly OwnKernel[];
  readonly undo: UndoView;
  /** The browser cannot keep these now: it is full, or refuses. */
  readonly unsaved: { readonly settings: boolean; readonly kernel: boolean };
  /** Some kept record was unreadable, and is set aside. */
  readonly isPartLost: boolean;
  readonly derived: Derived;
  /** Progress through a long text, and its lines. */
  readonly reading?: (ReadingProgress & { readonly lines: number }) | undefined;
  readonly run: Run;
  readonly explorer: ExplorerView;
  readonly compiler: CompilerView;
  /** clang's messages on the present text; none during a check. */
  readonly compilerDiagnostics: readonly Diagnostic[];
  /** Barriers that some work-items never reach, by the last run (see `isStale`). */
  readonly runDiagnostics: readonly Diagnostic[];
  /** Work beside the runs, read by `jobOf`. */
  readonly jobs: JobTable;
  /** Times that were measured on a device. */
  readonly measured: MeasuredView;
  /** What the page is about; asked by `subjectOf`. */
  readonly subject: 'kernel' | 'model';
  /** A standalone Promela model, in the kernel's place or beside it. */
  readonly model: ModelView;
  /** Searches of models by the machine that serves the page. */
  readonly native: NativeView;
  /** Runs of earlier times, newest first. */
  readonly history: readonly Saved[];
  /** Output of SPIN and its verifiers, oldest first. */
  readonly outputs: readonly ToolOutput[];
  readonly notice?: Notice | undefined;
  /** A link's or file's view, until there is an answer. */
  readonly arrival?: Arrival | undefined;
  /** Why Live waits for the button, in one sentence. */
  readonly held?: string | undefined;
  /** Seconds that the last answer took while a constant was dragged. */
  readonly pace?: number;
  /** The user's choice of configuration for costs. */
  readonly chosen?: Configuration | undefined;
}

export type Store = StoreApi<SessionState>;

/** Look-ups in the trace. */
export interface ExplorerView {
  readonly inspection?: Inspection;
  /** The last look-up without a result: its step, and why. */
  readonly uninspected?: { readonly step: number; readonly why: string };
  /** A free simulation's enabled steps to choose from, and those taken. */
  readonly choices?: readonly Choice[] | undefined;
  readonly taken?: readonly number[];
}

/** Variables and places of the processes after a step. */
export interface Inspection extends Pick<FinalState, 'globals' | 'locals'> {
  readonly step: number;
  /** Where processes stand: the next Promela line, none at their end. */
  readonly places: readonly Pick<EndProcess, 'pid' | 'line' | 'next'>[];
}

/** A next step that the user can have SPIN take. */
export interface Choice extends Pick<WalkChoice, 'number' | 'statement' | 'line'> {
  /** `pex 1`, as the trace names it. */
  readonly label: string;
}

/** clang's check of the kernel, slower than our own diagnostics. */
export interface CompilerView {
  /** `none`: not fetched, or unwanted. `failed`: could not be fetched or run. */
  readonly phase: Exclude<Phase, 'cancelled'>;
  /** Why it has failed. */
  readonly message?: string;
}

/** The output of one call. */
export interface ToolOutput {
  /** Counted from 1. */
  readonly number: number;
  /** `pan -E -m100000 n=5 T=583` */
  readonly command: string;
  readonly text: string;
  readonly failed: boolean;
}
