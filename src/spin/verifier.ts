import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';
import { maxMemoryPages } from './clang.ts';
import type { OnEvent } from './toolchain-event.ts';
import { workingFolder } from './verifier-files.ts';
import { GivenUp, lineSplitter, VerifierReader } from './verifier-reader.ts';
import type {
  ProgramFiles,
  ProgramRun,
  RunOutcome,
  VerifierMemory,
  VerifierOptions,
  VerifierRun,
} from './verifier-run.ts';

/** pan's command line buffer, from which the model reads parameters. */
export const commandLineLimit = 511;

/** Why pan cannot take its words, if it cannot. */
export const tooManyWords = (args: readonly string[]): string | undefined =>
  args.reduce((sum, arg) => sum + arg.length + 1, 0) > commandLineLimit
    ? `the options and parameters are longer than pan's ${commandLineLimit} characters`
    : undefined;

export interface VerifierRequest extends VerifierOptions {
  readonly module: WebAssembly.Module;
  /** pan's options, then the model's words: `['-E', '-m20000', 'n=5', 'T=583']`. */
  readonly args: readonly string[];
}

/** Runs a verifier synchronously in a fresh instance: call it in a worker. An exception from
 * `onEvent` ends the run and is rethrown. */
export function runVerifier(
  { module, args, memory, files, ...heard }: VerifierRequest,
  onEvent: OnEvent = () => {},
): VerifierRun {
  const reader = new VerifierReader(heard, onEvent);
  const out = lineSplitter((line) => reader.line(line));
  const program = {
    memory,
    files,
    onStdout: (bytes: Uint8Array) => out.write(bytes),
    onFile: (name: string, bytes: Uint8Array) => reader.file(name, bytes),
  };
  const run = runProgram(module, args, { ...program, lineBuffered: true }, onEvent);
  out.end();
  return reader.ended(run);
}

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
  const tooMany = tooManyWords(args);
  if (tooMany !== undefined) return end('trapped', undefined, tooMany);
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
