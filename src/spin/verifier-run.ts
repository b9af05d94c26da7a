import type { PrintedColumns } from './columns.ts';
import type { PanProgress, ParsedReport } from './pan-output.ts';
import type { TrailFile } from './toolchain-event.ts';

export interface VerifierMemory {
  /** Initial MB (2^20 bytes). Much more makes V8 collect garbage after every run. */
  readonly initialMB?: number;
  /** Maximum MB, up to 4096; beyond it the outcome is out-of-memory. */
  readonly maxMB?: number;
}

export interface VerifierOptions {
  readonly memory?: VerifierMemory | undefined;
  /** Gives up after so many seconds without a new trail or line, at the next progress report. */
  readonly patience?: number | undefined;
  /** Prefix of the model's own lines. */
  readonly outputPrefix?: string;
  /** Lines `WORD name=number ...` with this word go into columns instead of the log. */
  readonly columns?: string;
  /** Files in its folder, by name, that the model reads. */
  readonly files?: ProgramFiles | undefined;
}

export type ProgramFiles = Readonly<Record<string, Uint8Array>>;

/** Finished, out of memory, trapped (arithmetic, stack overflow), or out of patience. */
export type RunOutcome = 'done' | 'out-of-memory' | 'trapped' | 'given-up';

export interface ProgramRun {
  readonly outcome: RunOutcome;
  /** pan's exit status: 0 after a report, with or without errors; 1 if it could not search.
   * Undefined after a trap. */
  readonly exit: number | undefined;
  /** The trap's message. */
  readonly trap: string | undefined;
  readonly stderrTail: readonly string[];
  /** Wall-clock seconds, measured outside: pan's are wrong under WASI. */
  readonly seconds: number;
}

export interface VerifierRun extends ProgramRun {
  readonly report: ParsedReport;
  /** All that is known after a trap. */
  readonly lastProgress: PanProgress | undefined;
  readonly trails: readonly TrailFile[];
  /** Distinct lines with `outputPrefix`, by first appearance. */
  readonly output: readonly string[];
  /** Requested columns. */
  readonly columns?: PrintedColumns | undefined;
  /** Standard output without progress; if long, its start and end. */
  readonly stdout: readonly string[];
}
