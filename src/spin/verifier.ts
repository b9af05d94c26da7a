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

/** pan keeps its command line in 512 characters, where the model reads its parameters. */
export const commandLineLimit = 511;

export interface VerifierMemory {
  /** Megabytes (2^20 bytes) the run starts with. Growing in steps costs time; what is not touched
   * costs nothing. */
  readonly initialMB?: number;
  /** The most it may use; beyond that the outcome is out-of-memory. At most 4096. */
  readonly maxMB?: number;
}

export interface VerifierOptions {
  readonly memory?: VerifierMemory | undefined;
  /** Seconds without a new trail or line of the model's own after which the run is ended, as soon as it
   * reports progress. */
  readonly patience?: number | undefined;
  /** Lines of standard output that begin with this are the model's own. */
  readonly outputPrefix?: string;
  /** Lines of standard output `WORD name=number ...` with this word are read into columns, and neither
   * kept nor told of. */
  readonly columns?: string;
  /** Files in its folder before it begins, by name: what a model reads besides its words. */
  readonly files?: ProgramFiles | undefined;
}

export type ProgramFiles = Readonly<Record<string, Uint8Array>>;

/** How a run ended, whatever it found: by itself, for lack of memory, by a fault of the program (an
 * arithmetic trap, a stack overflow), or because its patience was at an end. */
export type RunOutcome = 'done' | 'out-of-memory' | 'trapped' | 'given-up';

export interface ProgramRun {
  readonly outcome: RunOutcome;
  /** pan's exit status: 0 for any search that came to its report, errors found or not; 1 for wrong
   * options, a full disk and other reasons not to search. Undefined after a trap. */
  readonly exit: number | undefined;
  /** What the trap was. */
  readonly trap: string | undefined;
  readonly stderrTail: readonly string[];
  /** Wall-clock seconds, measured outside: pan's own times are wrong under WASI. */
  readonly seconds: number;
}

export interface VerifierRun extends ProgramRun {
  readonly report: ParsedReport;
  /** The last line of progress, all that is known after a trap. */
  readonly lastProgress: PanProgress | undefined;
  readonly trails: readonly TrailFile[];
  /** The distinct lines that begin with `outputPrefix`, in the order they were first printed. */
  readonly output: readonly string[];
  /** What was read into columns, where that was asked for. */
  readonly columns?: PrintedColumns | undefined;
  /** All lines of standard output but progress; of very many the first and the last. */
  readonly stdout: readonly string[];
}

const progressInterval = 100; // ms
/** Lines kept of the beginning and of the end of what pan prints: the report stands at the end. */
const linesKept = { first: 2000, last: 20_000 };

export interface VerifierRequest extends VerifierOptions {
  readonly module: WebAssembly.Module;
  /** pan's options and then words for the model, such as `['-E', '-m20000', 'n=5', 'T=583']`. */
  readonly args: readonly string[];
}

/** Runs a verifier to its end, in a fresh instance and synchronously: call it in a worker. An exception
 * that \`onEvent\` throws ends the run and is passed on. */
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
    // With `-i` a shorter trail takes the place of a longer one of the same name.
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

/** Thrown through a run whose patience is at an end. */
class GivenUp extends Error {}

export interface ProgramOptions extends Pick<VerifierOptions, 'memory'> {
  /** Files in the working folder before the run, by name. */
  readonly files?: ProgramFiles | undefined;
  /** The bytes are good for the call alone. */
  readonly onStdout: (bytes: Uint8Array) => void;
  /** Lines come as they are printed; otherwise in blocks, which is quicker. */
  readonly lineBuffered: boolean;
  /** Called when the program closes a file that it made. */
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
  // An exception of the caller's own callbacks is not a trap: it comes back as it went.
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

/** V8: "WebAssembly.Memory(): could not allocate memory"; other engines word it otherwise, and it is
 * always a RangeError. A stack overflow in JavaScript is one, too. A memory smaller than the module's
 * own data does not link. */
function isOutOfMemory(error: unknown): boolean {
  if (error instanceof WebAssembly.LinkError) return /memory/i.test(error.message);
  return error instanceof RangeError && !/call stack|recursion/i.test(error.message);
}

/** The memory a verifier imports. It must have at least what the module declares (its data). */
function createMemory({ initialMB = 256, maxMB = 2048 }: VerifierMemory): WebAssembly.Memory {
  const pages = (megabytes: number): number =>
    Math.min(maxMemoryPages, Math.max(1, Math.floor(megabytes * 16)));
  const maximum = pages(maxMB);
  return new WebAssembly.Memory({ initial: Math.min(pages(initialMB), maximum), maximum });
}

/** Not a terminal, as far as the C library can see: it then writes in blocks. */
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

/** The first and the last lines of a text of any length. */
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
