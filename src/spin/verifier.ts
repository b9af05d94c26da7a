import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import { maxMemoryPages } from './clang.ts';
import { ColumnReader, type PrintedColumns } from './columns.ts';
import {
  hasOutOfMemory,
  parsePanReport,
  parseProgress,
  type ParsedReport,
  type PanProgress,
} from './pan-output.ts';
import { packedTrail } from '../base/packed-trail.ts';
import type { OnEvent, TrailFile } from './toolchain-event.ts';
import { workingFolder } from './verifier-files.ts';

/** pan's command line buffer, from which the model reads parameters. */
export const commandLineLimit = 511;

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

const progressInterval = 100; // ms
/** Lines kept from the start and the end, where the report is. */
const linesKept = { first: 2000, last: 20_000 };

export interface VerifierRequest extends VerifierOptions {
  readonly module: WebAssembly.Module;
  /** pan's options, then the model's words: `['-E', '-m20000', 'n=5', 'T=583']`. */
  readonly args: readonly string[];
}

/** Runs a verifier synchronously in a fresh instance: call it in a worker. An exception from
 * `onEvent` ends the run and is rethrown. */
export function runVerifier(
  { module, args, memory, files, outputPrefix, columns, patience = Infinity }: VerifierRequest,
  onEvent: OnEvent = () => {},
): VerifierRun {
  let heardAt = performance.now();
  const stdout = lineLog();
  const output = new Set<string>();
  let lastProgress: PanProgress | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const trails: TrailFile[] = [];
  const reader = columns === undefined ? undefined : new ColumnReader(columns);
  let rowsToldAt = performance.now();
  const onLine = (line: string): void => {
    if (reader?.read(line) === true) {
      // A clock is dear compared with a line.
      if (reader.rows % 64 !== 0) return;
      const now = performance.now();
      if (now - rowsToldAt < progressInterval) return;
      rowsToldAt = now;
      return onEvent({ kind: 'rows', rows: reader.rows });
    }
    const progress = parseProgress(line);
    if (progress) {
      lastProgress = progress;
      const now = performance.now();
      if (now - heardAt > patience * 1000) throw new GivenUp();
      if (now - reportedAt < progressInterval) return;
      reportedAt = now;
      return onEvent({ kind: 'search', progress });
    }
    stdout.push(line);
    if (outputPrefix === undefined || !line.startsWith(outputPrefix) || output.has(line)) return;
    output.add(line);
    heardAt = performance.now();
    onEvent({ kind: 'output', line });
  };
  const onFile = (name: string, bytes: Uint8Array): void => {
    const trail = { name, packed: packedTrail(bytes) };
    // With `-i` a shorter trail replaces a longer one.
    const old = trails.findIndex((t) => t.name === name);
    if (old >= 0) trails.splice(old, 1);
    trails.push(trail);
    heardAt = performance.now();
    onEvent({ kind: 'trail', trail });
  };
  const out = lineSplitter(onLine);
  const program = { memory, files, onStdout: (bytes: Uint8Array) => out.write(bytes), onFile };
  const run = runProgram(module, args, { ...program, lineBuffered: true }, onEvent);
  out.end();
  const lines = stdout.lines();
  const outOfMemory = run.outcome === 'out-of-memory' || hasOutOfMemory(lines);
  return {
    ...run,
    outcome: outOfMemory ? 'out-of-memory' : run.outcome,
    report: parsePanReport(lines),
    lastProgress,
    trails,
    output: [...output],
    columns: reader?.columns(),
    stdout: lines,
  };
}

/** Unwinds a run that ran out of patience. */
class GivenUp extends Error {}

export interface ProgramOptions extends Pick<VerifierOptions, 'memory'> {
  /** Files in the working folder, by name. */
  readonly files?: ProgramFiles | undefined;
  /** The bytes are good for the call alone. */
  readonly onStdout: (bytes: Uint8Array) => void;
  /** Line by line as printed; otherwise in blocks, which is faster. */
  readonly lineBuffered: boolean;
  /** Called for each file the program finishes. */
  readonly onFile?: (name: string, bytes: Uint8Array) => void;
}

/** Runs a linked program of `linkPan` under WASI. */
export function runProgram(
  module: WebAssembly.Module,
  args: readonly string[],
  { memory, files = {}, onStdout, lineBuffered, onFile }: ProgramOptions,
  onEvent: OnEvent = () => {},
): ProgramRun {
  const began = performance.now();
  const stderr: string[] = [];
  const end = (outcome: RunOutcome, exit?: number, trap?: string): ProgramRun => {
    const seconds = (performance.now() - began) / 1000;
    return { outcome, exit, trap, stderrTail: stderr.slice(-40), seconds };
  };
  if (args.reduce((sum, arg) => sum + arg.length + 1, 0) > commandLineLimit) {
    const trap = `the options and parameters are longer than pan's ${commandLineLimit} characters`;
    return end('trapped', undefined, trap);
  }
  // An exception from the caller's callbacks is no trap.
  let thrown: { readonly error: unknown } | undefined;
  const guarded =
    <Args extends unknown[]>(callback: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        callback(...args);
      } catch (error) {
        thrown = { error };
        throw error;
      }
    };
  const write = guarded(onStdout);
  const err = lineSplitter(
    guarded((line: string) => {
      stderr.push(line);
      if (stderr.length > 400) stderr.splice(0, 200);
      onEvent({ kind: 'stderr', line });
    }),
  );
  const folder = workingFolder(
    files,
    guarded((name: string, bytes: Uint8Array) => onFile?.(name, bytes)),
  );
  const wasi = new WASI(
    ['pan', ...args],
    [],
    [
      new OpenFile(new File([])),
      lineBuffered ? new ConsoleStdout(write) : new BlockStdout(write),
      new ConsoleStdout((b) => err.write(b)),
      folder,
    ],
    { debug: false },
  );
  try {
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: wasi.wasiImport,
      env: { memory: createMemory(memory ?? {}) },
    });
    const { memory: exported, _start: start } = instance.exports;
    if (!(exported instanceof WebAssembly.Memory) || typeof start !== 'function') {
      throw new Error('not a program for WASI');
    }
    const exit = wasi.start({ exports: { memory: exported, _start: () => start() as unknown } });
    err.end();
    return end('done', exit);
  } catch (error) {
    if (thrown && !(thrown.error instanceof GivenUp)) throw thrown.error;
    err.end();
    if (thrown) return end('given-up');
    const outcome = isOutOfMemory(error) ? 'out-of-memory' : 'trapped';
    return end(outcome, undefined, String(error).slice(0, 300));
  }
}

/** Always a RangeError: V8 says "WebAssembly.Memory(): could not allocate memory", but so is a
 * JavaScript stack overflow. Memory below the module's data fails to link. */
function isOutOfMemory(error: unknown): boolean {
  if (error instanceof WebAssembly.LinkError) return /memory/i.test(error.message);
  return error instanceof RangeError && !/call stack|recursion/i.test(error.message);
}

/** Must cover at least the module's declared data. */
function createMemory({ initialMB = 32, maxMB = 2048 }: VerifierMemory): WebAssembly.Memory {
  const pages = (megabytes: number): number =>
    Math.min(maxMemoryPages, Math.max(1, Math.floor(megabytes * 16)));
  const maximum = pages(maxMB);
  return new WebAssembly.Memory({ initial: Math.min(pages(initialMB), maximum), maximum });
}

/** Not a terminal to the C library, so it writes in blocks. */
class BlockStdout extends ConsoleStdout {
  override fd_fdstat_get() {
    const got = super.fd_fdstat_get();
    if (got.fdstat) got.fdstat.fs_filetype = 4; // a regular file
    return got;
  }
}

/** Cuts a stream of UTF-8 into lines. */
function lineSplitter(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    write(bytes: Uint8Array): void {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    },
    end(): void {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}

/** Keeps the first and last lines of any text. */
function lineLog() {
  const first: string[] = [];
  let last: string[] = [];
  return {
    push(line: string): void {
      if (first.length < linesKept.first) first.push(line);
      else last.push(line);
      if (last.length > 2 * linesKept.last) last = last.slice(-linesKept.last);
    },
    lines: () => [...first, ...last],
  };
}
