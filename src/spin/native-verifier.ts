import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '../base/digest.ts';
import { Cancelled, Failure } from '../base/failure.ts';
import type { CompileOptions } from './clang.ts';
import { JAIL } from './native-jail.ts';
import { once } from './once.ts';
import type { VerifierSources } from './spin.ts';
import type { CallOptions } from './toolchain-event.ts';
import { type Ended, readProcess, type Told } from './process-run.ts';
import type { VerifierOptions, VerifierRun } from './verifier-run.ts';
import { tooManyWords } from './verifier.ts';
import { lineSplitter } from './verifier-reader.ts';

/** A verifier that this machine's compiler has made. */
export interface NativeVerifier {
  /** The program. */
  readonly path: string;
  /** The digest of its bytes. */
  readonly sha256: string | undefined;
}

/** The C compiler; `OVERTIME_CC` names another. */
const compiler = (): string => process.env['OVERTIME_CC'] ?? 'gcc';

/** Searches that would go on without this process. */
const running = new Set<ChildProcess>();

/** A folder of this process. */
const home = once(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-native-'));
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
});

/** The program that keeps a verifier in a jail; undefined where this system has none. */
export const jailHere = once(async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const folder = mkdtempSync(join(await home(), 'jail-'));
  writeFileSync(join(folder, 'jail.c'), JAIL);
  const run = (program: string, ...words: string[]) =>
    ends(spawn(program, words, { cwd: folder }), () => undefined);
  if ((await run(compiler(), '-O1', '-w', '-o', 'jail', 'jail.c')).code !== 0) return undefined;
  const jail = join(folder, 'jail');
  return (await run(jail)).code === 0 ? jail : undefined;
});

/** The compiler's own first line. @throws {Failure} where there is none. */
export const compilerVersion = once(async (): Promise<string> => {
  const lines: string[] = [];
  const out = lineSplitter((line) => lines.push(line));
  const ended = await ends(spawn(compiler(), ['--version']), (bytes) => out.write(bytes));
  out.end();
  if (ended.code === 0) return lines[0] ?? compiler();
  throw new Failure(
    'compiler',
    `The C compiler ${compiler()} cannot be started.`,
    'Install gcc, or name another in OVERTIME_CC; without --native nothing is needed.',
  );
});

/** A division by zero ends the search, as it does in WebAssembly: gcc makes 0 of 1 / 0. */
const FAULTS = ['-fsanitize=integer-divide-by-zero', '-fsanitize-undefined-trap-on-error'];

/** Compiles what SPIN wrote. @throws {Failure}, {Cancelled} */
export async function compileNatively(
  sources: VerifierSources,
  { optimise, defines }: CompileOptions,
  { signal }: CallOptions,
): Promise<NativeVerifier> {
  const folder = mkdtempSync(join(await home(), 'pan-'));
  for (const [name, text] of Object.entries(ofThisMachine(sources)))
    writeFileSync(join(folder, name), text);
  const macros = defines.map((define) => `-D${define}`);
  const words = [optimise, '-w', ...FAULTS, ...macros, '-o', 'pan', 'pan.c'];
  const said: string[] = [];
  const err = lineSplitter((line) => said.push(line));
  const child = spawn(compiler(), [...words, '-lm'], { cwd: folder });
  child.stderr.on('data', (bytes: Uint8Array) => err.write(bytes));
  const compiled = ends(child, () => undefined, signal, 'SIGTERM');
  const { code } = await compiled.catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  if (code === 0) {
    const path = join(folder, 'pan');
    return { path, sha256: await sha256(new Uint8Array(readFileSync(path))) };
  }
  rmSync(folder, { recursive: true, force: true });
  const first = said.find((line) => /error/.test(line)) ?? said[0] ?? 'it does not say why';
  throw new Failure(
    'compiler',
    `The C compiler ${compiler()} rejects the verifier: ${first}`,
    'Leave out --native.',
    said.slice(0, 20).join('\n'),
  );
}

/** Removes what was compiled. */
export const forget = ({ path }: NativeVerifier): void =>
  rmSync(dirname(path), { recursive: true, force: true });

/** Whose words have 64 bits. */
const WIDE: ReadonlySet<string> = new Set(['x64', 'arm64', 'ppc64', 'riscv64', 's390x', 'loong64']);

/** The sources that this machine's own SPIN would write: that of WebAssembly knows of words of 32 bits. */
export const ofThisMachine = (sources: VerifierSources): VerifierSources =>
  WIDE.has(process.arch)
    ? {
        ...sources,
        'pan.h': sources['pan.h'].replaceAll(
          /^(#define (?:G_long|WS)\t+)4\b/gm,
          (_all, head) => `${head}8`,
        ),
      }
    : sources;

/** KB besides what the verifier may take: its program and libraries. */
const OWN_KB = 65_536;

/** Keeps to an amount of memory, where the system can. */
const LIMITED = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/** Runs a verifier in a folder of its own, and in a jail where there is one. @throws {Cancelled} by its signal. */
export const runNatively = (
  program: NativeVerifier,
  args: readonly string[],
  { memory, files, ...heard }: VerifierOptions,
  call: CallOptions,
): Promise<VerifierRun> =>
  readProcess(
    (tell, signal) => runProcess(program, args, { memory, files }, tell, signal),
    heard,
    call,
  );

/** The same, unread. @throws {Cancelled} by its signal. */
export async function runProcess(
  { path }: NativeVerifier,
  args: readonly string[],
  { memory: { maxMB = 2048 } = {}, files = {} }: Pick<VerifierOptions, 'memory' | 'files'>,
  tell: (told: Told) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const tooMany = tooManyWords(args);
  if (tooMany !== undefined) return { outcome: 'trapped', exit: undefined, trap: tooMany };
  const folder = mkdtempSync(join(await home(), 'run-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const kilobytes = Math.floor(maxMB * 1024) + OWN_KB;
    const jail = await jailHere();
    const words = [...(jail === undefined ? [] : [jail]), path, ...args];
    const child = spawn('sh', ['-c', LIMITED, 'sh', String(kilobytes), ...words], { cwd: folder });
    const trail = (name: string): void => {
      // A model may print the same words.
      if (!existsSync(join(folder, name))) return;
      tell({ file: name, bytes: new Uint8Array(readFileSync(join(folder, name))) });
      rmSync(join(folder, name));
    };
    const written = new Set<string>();
    // A shorter one takes its place while it is read: then the last of them counts.
    const isReplaced = args.includes('-i');
    const out = lineSplitter((line) => {
      tell({ line });
      const name = /^pan: wrote ([\w-][\w.-]*\.trail)$/.exec(line)?.[1];
      if (name === undefined) return;
      if (isReplaced) written.add(name);
      else trail(name);
    });
    const err = lineSplitter((line) => tell({ stderr: line }));
    child.stderr.on('data', (bytes: Uint8Array) => err.write(bytes));
    const ended = await ends(child, (bytes) => out.write(bytes), signal);
    out.end();
    err.end();
    for (const name of written) trail(name);
    return outcomeOf(ended);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Exit {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
}

function outcomeOf({ code, by }: Exit): Ended {
  if (by === null) return { outcome: 'done', exit: code ?? undefined, trap: undefined };
  // The system ends what takes its last memory.
  if (by === 'SIGKILL') return { outcome: 'out-of-memory', exit: undefined, trap: undefined };
  return { outcome: 'trapped', exit: undefined, trap: TRAPS[by] ?? `it was ended by ${by}` };
}

/** A signal's meaning, in the words of `arithmeticFault`. */
const TRAPS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGILL: 'division by zero',
  SIGTRAP: 'division by zero',
  SIGFPE: 'integer overflow',
};

/** Waits for a process. @throws {Cancelled} by the signal, which ends it.
 * @param by the compiler ends its parts where it is asked to */
function ends(
  child: ChildProcess,
  onStdout: (bytes: Uint8Array) => void,
  signal?: AbortSignal,
  by: NodeJS.Signals = 'SIGKILL',
): Promise<Exit> {
  running.add(child);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      child.kill(by);
      reject(new Cancelled());
    };
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout?.on('data', onStdout);
    child.on('error', () => resolve({ code: 127, by: null }));
    child.on('close', (code, ended) => {
      running.delete(child);
      signal?.removeEventListener('abort', stop);
      resolve({ code, by: ended });
    });
  });
}
