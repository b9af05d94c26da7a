import { isOutOfStack } from '../base/out-of-stack.ts';
import { readArchive, type FileTree } from './clang-archive.ts';
import { replayHook } from './replay-unit.ts';
import { modelFileName } from './spin-problems.ts';
import { editPan, panEdits, TABLE_LINES, verifierUnit } from './verifier-unit.ts';

/** Runs the modules of @yowasp/clang (see scripts/prepare-clang.mjs). */
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

/** A folder of the runtime. */
interface ClangFolder {
  traverse(path: string, options?: object): object;
}

interface ClangEnvironment {
  args: readonly string[];
  root: object;
  stdin: null;
  stdout: (bytes: Uint8Array | null) => void;
  stderr: (bytes: Uint8Array | null) => void;
  readonly exports: object;
}

/** Everything clang needs; can be posted to a worker. */
export interface ClangAssets {
  readonly version: string;
  /** Compiled modules: `llvm.core.wasm` and three small ones. */
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  /** Headers and libraries for pan.c, as `readArchive` reads them. */
  readonly resources: Uint8Array;
}

/** Adds the OpenCL C headers from the second archive, opencl.bin. */
export interface OpenclAssets extends ClangAssets {
  readonly openclHeaders: Uint8Array;
}

/** clang, loaded. */
export interface Clang<A extends ClangAssets = ClangAssets> {
  readonly runtime: ClangRuntime;
  readonly assets: A;
}

/** Settings that change the binary. */
export interface CompileOptions {
  /** -O0 compiles in about a second and runs four times slower. */
  readonly optimise: '-O0' | '-O2';
  /** pan's directives without `-D`: `SAFETY`, `VECTORSZ=2048`. */
  readonly defines: readonly string[];
}

/** The product, or the messages: bad input never throws. */
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

/** Bytes of C stack, below the data, so that overflow traps. */
const stackBytes = 4 << 20;

/** Maximum memory in 64 KiB pages (4 GiB); the caller of `runVerifier` imports the actual memory. */
export const maxMemoryPages = 65536;

/** States between pan's progress reports; its default of a million is seconds of silence. */
const statesBetweenReports = 100_000;

/** Inlining enlarges pan.c's one big function: a quarter more compile time, and 5 % slower in V8. */
const compileFlags = ['--target=wasm32-wasip1', '-w', '-fno-inline'];
/** clang makes anything of `1 / 0`: the search would go on (verifier-unit.ts says how it ends). */
const CHECKED_DIVISION = [
  '-fsanitize=integer-divide-by-zero',
  '-fno-sanitize-recover=integer-divide-by-zero',
  '-fsanitize-minimal-runtime',
];
/** Statements and initial values, without comments; other models keep their speed. */
const divides = ({ 'pan.m': moves = '', 'pan.c': program = '' }: Record<string, string>): boolean =>
  /[/%]/.test(moves.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|"[^"\n]*"|^#[^\n]*/gm, '')) ||
  /^\s*(?:now\.|\(\(P\d).*=.*[/%]/m.test(program);
/** pan.c calls `enabled` before declaring it. Harmless elsewhere, so not part of the recipe. */
const C_OF_PAN = ['-Wno-error=implicit-function-declaration'];
const systemDefines = ['_WASI_EMULATED_SIGNAL', '_WASI_EMULATED_PROCESS_CLOCKS', 'MYSTEP'];
const libraries = '/usr/lib/wasm32-wasip1';
const linkArgs = [
  `-L${libraries}`,
  `${libraries}/crt1-command.o`,
  'pan.o',
  '-lwasi-emulated-signal',
  '-lwasi-emulated-process-clocks',
  '-lc',
  '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a',
  '-z',
  `stack-size=${stackBytes}`,
  '--stack-first',
  '--strip-debug',
  '--import-memory',
  '--export-memory',
  `--max-memory=${maxMemoryPages * 65536}`,
  '-o',
  '-',
];

/** Part of a verifier's cache key. */
export const compileRecipe = (): string =>
  JSON.stringify([
    verifierUnit,
    panEdits,
    TABLE_LINES,
    compileFlags,
    CHECKED_DIVISION,
    replayHook,
    systemDefines,
    stackBytes,
    statesBetweenReports,
    linkArgs,
  ]);

/** clang -c: pan.c and its includes to an object file, synchronously; warm, 0.5 s at -O0 and 3 s at
 * -O2. */
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
    files[name] = encoder.encode(editPan(name, text));
  }
  const defines = [...systemDefines, ...options.defines];
  if (!defines.some((define) => /^FREQ(=|$)/.test(define))) {
    defines.push(`FREQ=${statesBetweenReports}`);
  }
  return runLlvm(clang, { usr: readArchive(clang.assets.resources), ...files }, [
    'clang',
    '-c',
    options.optimise,
    ...compileFlags,
    ...(divides(sources) ? CHECKED_DIVISION : []),
    ...C_OF_PAN,
    ...defines.map((define) => `-D${define}`),
    // Standard output: the in-memory file copies itself at every write.
    '-o',
    '-',
    'verifier.c',
  ]);
}

/** wasm-ld: an object file to a module that imports its memory, `env.memory`; synchronous. */
export function linkPan(clang: Clang, object: Uint8Array): ClangResult {
  const files = { usr: readArchive(clang.assets.resources), 'pan.o': object };
  return runLlvm(clang, files, ['wasm-ld', ...linkArgs]);
}

export interface PreprocessRequest {
  readonly model: string;
  /** Macros as `-D` has them, `NAME` or `NAME=VALUE`. */
  readonly defines?: readonly string[] | undefined;
  /** Files to include, by path from the model's folder. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Include folders among these files (`-I`). */
  readonly folders?: readonly string[] | undefined;
}

/** clang -E on a Promela model, as SPIN would run the C preprocessor; line markers keep line
 * numbers. */
export function preprocessModel(
  clang: Clang,
  { model, defines = [], files = {}, folders = [] }: PreprocessRequest,
): ClangResult {
  const root: FileTree = {};
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries({ ...files, [modelFileName]: model }))
    place(root, plainPath(path).split('/'), encoder.encode(text));
  return runLlvm(clang, root, [
    'clang',
    // Promela is not C: clang must not judge lone `#` or quotes.
    '-E',
    '-x',
    'c',
    '-w',
    '-undef',
    '-nostdinc',
    '-Wno-invalid-pp-token',
    ...folders.map((folder) => `-I${folder}`),
    ...defines.map((define) => `-D${define}`),
    modelFileName,
  ]);
}

/** The folder above the first, which the runtime does not know. */
const ABOVE = '(above)';

/** A path without `.` and `..`, for the runtime passes over both. */
function plainPath(path: string): string {
  const plain: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') plain.push(segment);
    else if (plain.length === 0 || plain.at(-1) === ABOVE) plain.push(ABOVE);
    else plain.pop();
  }
  return plain.join('/');
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
    'clang',
    '-fsyntax-only',
    '-x',
    'cl',
    '--target=spir64',
    '-cl-std=CL2.0',
    '-Xclang',
    '-finclude-default-header',
    'text',
  ]);
  return result.ok ? parseMessages(result.warnings) : result.errors;
}

/** For text nested too deeply for a worker's half-megabyte stack. */
const OUT_OF_STACK =
  'ran out of stack: the text is nested too deeply for the half megabyte that a browser gives it';

/** Runs an LLVM tool in a fresh instance; returns its standard output. */
function runLlvm(
  { runtime, assets }: Clang,
  files: FileTree,
  args: readonly string[],
): ClangResult {
  const environment = new runtime.Environment();
  const Directory = environment.root.constructor as new (files: object) => ClangFolder;
  const node = (entry: FileTree | Uint8Array): object =>
    entry instanceof Uint8Array ? new runtime.File(entry) : new Directory(inner(entry));
  const inner = (folder: FileTree): object =>
    Object.fromEntries(Object.entries(folder).map(([name, child]) => [name, node(child)]));
  const chunks: Uint8Array[] = [];
  const stderr: Uint8Array[] = [];
  environment.args = ['llvm', ...args];
  const root = new Directory(inner(files));
  const found = root.traverse.bind(root);
  root.traverse = (path, options) => found(plainPath(path), options);
  environment.root = root;
  environment.stdin = null;
  // The bytes are a view, valid during this call only.
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

/** `FILE:LINE:COLUMN: error: ...`, or a tool's name before `error:`. */
const messageLine =
  /^(?:([^:\s][^:]*):(\d+):(\d+)|([\w+-]+)): (?:fatal )?(error|warning|note): (.*)$/;

/** Messages of clang or wasm-ld, without quoted source. */
export function parseMessages(lines: readonly string[]): readonly ClangMessage[] {
  const messages: ClangMessage[] = [];
  for (const line of lines) {
    const found = messageLine.exec(line);
    if (!found) continue;
    const [, file = found[4] ?? '', at = 0, column = 0, , severity, message = ''] = found;
    messages.push({
      file,
      line: Number(at),
      column: Number(column),
      message,
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
