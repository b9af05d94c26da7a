import { isOutOfStack } from '../base/out-of-stack.ts';
import { readArchive, type FileTree } from './clang-archive.ts';
import { replayHook } from './replay-unit.ts';
import { modelFileName } from './spin-problems.ts';
import { editPan, panEdits, verifierUnit } from './verifier-unit.ts';

/** The part of @yowasp/clang that runs its modules (see scripts/prepare-clang.mjs). */
export interface ClangRuntime {
  readonly Environment: new () => ClangEnvironment;
  readonly File: new (data: Uint8Array) => object;
  /** Thrown by a program that exits. */
  readonly Exit: new (code?: number) => Error & { readonly code: number };
  /** With a synchronous `instantiateCore` the result comes synchronously. */
  instantiate(
    getCoreModule: (name: string) => WebAssembly.Module,
    imports: { readonly runtime: object },
    instantiateCore: (
      module: WebAssembly.Module,
      imports: WebAssembly.Imports,
    ) => WebAssembly.Instance,
  ): { readonly run: { run(): void } };
}

interface ClangEnvironment {
  args: readonly string[];
  root: object;
  stdin: null;
  stdout: (bytes: Uint8Array | null) => void;
  stderr: (bytes: Uint8Array | null) => void;
  readonly exports: object;
}

/** Everything clang needs to run. All of it can be posted to a worker. */
export interface ClangAssets {
  readonly version: string;
  /** The compiled modules by file name, `llvm.core.wasm` and three small ones. */
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  /** Headers and libraries for pan.c, as `readArchive` reads them. */
  readonly resources: Uint8Array;
}

/** With the headers for OpenCL C, of the second archive, opencl.bin. */
export interface OpenclAssets extends ClangAssets {
  readonly openclHeaders: Uint8Array;
}

/** clang, loaded. */
export interface Clang<A extends ClangAssets = ClangAssets> {
  readonly runtime: ClangRuntime;
  readonly assets: A;
}

/** What makes two builds of the same sources differ. */
export interface CompileOptions {
  /** -O0 compiles in about a second and runs some four times slower. */
  readonly optimise: '-O0' | '-O2';
  /** pan's compile-time directives without `-D`, such as `SAFETY` or `VECTORSZ=2048`. */
  readonly defines: readonly string[];
}

/** What a compiler or linker made, or what it said: never an exception for bad input. */
export type ClangResult =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      readonly errors: readonly ClangMessage[];
      readonly stderr: readonly string[];
    };

export interface ClangMessage {
  readonly file: string;
  /** 1-based; 0 where clang names no place. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
}

/** Bytes of the verifier's C stack. It lies below the data, so that running over it traps. */
const stackBytes = 4 << 20;

/**
 * The most memory, in pages of 64 KiB, that a verifier may be given at run time: 4 GiB. What it is
 * given is decided by the caller of `runVerifier`: the memory is an import.
 */
export const maxMemoryPages = 65536;

/** pan reports its progress every so many stored states; its own default is a million, which is
 * seconds of silence in a browser. */
const statesBetweenReports = 100_000;

/** Inlining makes the one large function of pan.c larger: it compiles in a quarter more time, and what
 * V8 makes of it is 5 % slower. */
const compileFlags = ['--target=wasm32-wasip1', '-w', '-fno-inline'];
/** pan.c calls `enabled` before it declares it, as C once allowed. What compiles without compiles to the same with it,
 * so that it is no part of the recipe. */
const C_OF_PAN = ['-Wno-error=implicit-function-declaration'];
const systemDefines = ['_WASI_EMULATED_SIGNAL', '_WASI_EMULATED_PROCESS_CLOCKS', 'MYSTEP'];
const libraries = '/usr/lib/wasm32-wasip1';
const linkArgs = [
  ...[`-L${libraries}`, `${libraries}/crt1-command.o`, 'pan.o'],
  ...['-lwasi-emulated-signal', '-lwasi-emulated-process-clocks', '-lc'],
  '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a',
  ...['-z', `stack-size=${stackBytes}`, '--stack-first', '--strip-debug'],
  ...['--import-memory', '--export-memory', `--max-memory=${maxMemoryPages * 65536}`],
  ...['-o', '-'],
];

/** Which recipe a verifier was made with: part of its key in the cache. */
export const compileRecipe = (): string =>
  JSON.stringify([
    verifierUnit,
    panEdits,
    compileFlags,
    replayHook,
    systemDefines,
    stackBytes,
    statesBetweenReports,
    linkArgs,
  ]);

/** clang -c: pan.c, with the files that it includes, to an object file. Synchronous; 0.5 s at -O0 and 3 s at
 * -O2 when warm. */
export function compilePan(
  clang: Clang,
  sources: Readonly<Record<string, string>>,
  options: CompileOptions,
): ClangResult {
  const encoder = new TextEncoder();
  const files: Record<string, Uint8Array> = {
    'verifier.c': encoder.encode(verifierUnit),
    'mystep.c': encoder.encode(replayHook),
  };
  for (const [name, text] of Object.entries(sources)) {
    files[name] = encoder.encode(name === 'pan.c' ? editPan(text) : text);
  }
  const defines = [...systemDefines, ...options.defines];
  if (!defines.some((define) => /^FREQ(=|$)/.test(define))) {
    defines.push(`FREQ=${statesBetweenReports}`);
  }
  return runLlvm(clang, { usr: readArchive(clang.assets.resources), ...files }, [
    'clang',
    ...['-c', options.optimise, ...compileFlags, ...C_OF_PAN],
    ...defines.map((define) => `-D${define}`),
    // Not to a file: the in-memory file copies itself at every small write.
    ...['-o', '-', 'verifier.c'],
  ]);
}

/** wasm-ld: the object file to a module whose memory is an import, `env.memory`. Synchronous. */
export function linkPan(clang: Clang, object: Uint8Array): ClangResult {
  const files = { usr: readArchive(clang.assets.resources), 'pan.o': object };
  return runLlvm(clang, files, ['wasm-ld', ...linkArgs]);
}

export interface PreprocessRequest {
  readonly model: string;
  /** Macros as `-D` has them, `NAME` or `NAME=VALUE`. */
  readonly defines?: readonly string[] | undefined;
  /** What may be included, by path from the model's folder. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Folders of these files in which to look besides (`-I`). */
  readonly folders?: readonly string[] | undefined;
}

/** clang -E: a Promela model with its `#define`s expanded, its `#if`s decided and its files included, as
 * SPIN has it done by the C preprocessor. Line markers keep the lines' numbers. */
export function preprocessModel(
  clang: Clang,
  { model, defines = [], files = {}, folders = [] }: PreprocessRequest,
): ClangResult {
  const root: FileTree = {};
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries({ ...files, [modelFileName]: model }))
    place(root, path.split('/'), encoder.encode(text));
  return runLlvm(clang, root, [
    'clang',
    // Promela is no C: what looks like an unclosed character or a lone `#` is not for clang to judge.
    ...['-E', '-x', 'c', '-w', '-undef', '-nostdinc', '-Wno-invalid-pp-token'],
    ...folders.map((folder) => `-I${folder}`),
    ...defines.map((define) => `-D${define}`),
    modelFileName,
  ]);
}

/** Puts a file where its path says. */
function place(folder: FileTree, path: readonly string[], bytes: Uint8Array): void {
  const [name = '', ...rest] = path;
  const known = folder[name];
  const inner = known && !(known instanceof Uint8Array) ? known : {};
  folder[name] = rest.length === 0 ? bytes : inner;
  if (rest.length > 0) place(inner, rest, bytes);
}

/** clang's messages about a text in OpenCL C. */
export function checkSyntax(clang: Clang<OpenclAssets>, text: string): readonly ClangMessage[] {
  const { resources, openclHeaders } = clang.assets;
  const files = {
    usr: readArchive(openclHeaders, readArchive(resources)),
    text: new TextEncoder().encode(text),
  };
  const result = runLlvm(clang, files, [
    ...['clang', '-fsyntax-only', '-x', 'cl', '--target=spir64', '-cl-std=CL2.0'],
    ...['-Xclang', '-finclude-default-header', 'text'],
  ]);
  return result.ok ? parseMessages(result.warnings) : result.errors;
}

/** Told of a text that is nested deeper than the stack of a worker, half a megabyte, lets clang follow. */
const OUT_OF_STACK =
  'ran out of stack: the text is nested too deeply for the half megabyte that a browser gives it';

/** Runs one tool of LLVM in a fresh instance; what it writes to standard output is the result. */
function runLlvm(
  { runtime, assets }: Clang,
  files: FileTree,
  args: readonly string[],
): ClangResult {
  const environment = new runtime.Environment();
  const Directory = environment.root.constructor as new (files: object) => object;
  const node = (entry: FileTree | Uint8Array): object =>
    entry instanceof Uint8Array
      ? new runtime.File(entry)
      : new Directory(
          Object.fromEntries(Object.entries(entry).map(([name, child]) => [name, node(child)])),
        );
  const chunks: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  environment.args = ['llvm', ...args];
  environment.root = node(files);
  environment.stdin = null;
  // The bytes are a view into the instance's memory, good for the call alone.
  environment.stdout = (bytes) => bytes && chunks.push(bytes.slice());
  environment.stderr = (bytes) => bytes && stderr.push(bytes.slice());
  let code = 0;
  let trap = '';
  try {
    const moduleNamed = (name: string): WebAssembly.Module => {
      const module = assets.modules[name];
      if (!module) throw new Error(`clang has no module ${name}`);
      return module;
    };
    const instance = runtime.instantiate(
      moduleNamed,
      { runtime: environment.exports },
      (module, imports) => new WebAssembly.Instance(module, imports),
    );
    instance.run.run();
  } catch (error) {
    if (error instanceof runtime.Exit) code = error.code;
    else if (isOutOfStack(error)) trap = `${args[0]} ${OUT_OF_STACK}`;
    else trap = `${args[0]} ended in an error of its own: ${String(error).slice(0, 200)}`;
  }
  const lines = new TextDecoder()
    .decode(concatenate(stderr))
    .split('\n')
    .filter((line) => line !== '');
  if (code === 0 && !trap) return { ok: true, bytes: concatenate(chunks), warnings: lines };
  const errors = parseMessages(lines).filter((message) => message.severity === 'error');
  if (trap) {
    errors.push({ file: '', line: 0, column: 0, severity: 'error', message: trap });
    lines.push(trap);
  }
  return { ok: false, errors, stderr: lines };
}

/** `FILE:LINE:COLUMN: error: ...`, or with the tool in place of a place. */
const messageLine =
  /^(?:([^:\s][^:]*):(\d+):(\d+)|([\w+-]+)): (?:fatal )?(error|warning|note): (.*)$/;

/** The messages in what clang or wasm-ld prints; the lines that quote source text are left out. */
export function parseMessages(lines: readonly string[]): readonly ClangMessage[] {
  const messages: ClangMessage[] = [];
  for (const line of lines) {
    const found = messageLine.exec(line);
    if (!found) continue;
    const [, file = found[4] ?? '', at = 0, column = 0, , severity, message = ''] = found;
    messages.push({
      ...{ file, line: Number(at), column: Number(column), message },
      severity: severity as ClangMessage['severity'],
    });
  }
  return messages;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
