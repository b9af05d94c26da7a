/** The used part of Emscripten's in-memory file system, one per instance. */
interface SpinFiles {
  writeFile(path: string, data: string | Uint8Array): void;
  readFile(path: string, options: { encoding: 'utf8' }): string;
  readdir(path: string): string[];
  utime(path: string, accessed: number, modified: number): void;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: SpinDevice): void;
  mkdev(path: string, device: number): unknown;
  open(path: string, flags: string): { fd: number };
  close(stream: unknown): void;
  streams: readonly unknown[];
}

interface SpinDevice {
  open(stream: { seekable: boolean }): void;
  close(): void;
  write(stream: unknown, buffer: Uint8Array | Int8Array, offset: number, length: number): number;
}

interface SpinInstance {
  readonly FS: SpinFiles;
  callMain(args: string[]): unknown;
}

interface SpinConfig {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
  stdin(): number | null;
  print(line: string): void;
  printErr(line: string): void;
  quit(status: number, toThrow: unknown): never;
}

/** Exported by wasm/build/spin.js: each call makes an instance. */
export type SpinFactory = (config: SpinConfig) => Promise<SpinInstance>;

/** Compiles SPIN once; every run gets a fresh instance. */
export interface SpinLoader {
  readonly factory: SpinFactory;
  readonly module: WebAssembly.Module;
}

/** The result of one SPIN call. */
export interface SpinRun {
  /** Absent after a trap, out of memory, or too much output. */
  readonly status: number | undefined;
  /** Why there is no status, in one line. */
  readonly crash: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readFile(path: string): string | undefined;
}

/** Fails properly if no instance can be made; the glue would never answer. */
const instantiated = (
  factory: SpinFactory,
  module: WebAssembly.Module,
  config: Omit<SpinConfig, 'instantiateWasm'>,
): Promise<SpinInstance> =>
  new Promise((resolve, reject) => {
    const made = factory({
      ...config,
      instantiateWasm(imports, done) {
        try {
          const fresh = new WebAssembly.Instance(module, imports);
          done(fresh, module);
          return fresh.exports;
        } catch (error) {
          reject(error);
          throw error;
        }
      },
    });
    made.then(resolve, reject);
  });

/** Runs one command line as a fresh process; `files` get ascending timestamps, a second apart.
 * Output beyond `maxBytes` ends it as a crash; `input` is plain ASCII. Never rejects. */
export async function runSpin(
  { factory, module }: SpinLoader,
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
  maxBytes = 256 * 1024 * 1024,
  input = '',
): Promise<SpinRun> {
  let read = 0;
  const decoder = new TextDecoder();
  let stdout = '';
  let printed = 0;
  let stderr = '';
  let status: number | undefined;
  let crash: string | undefined;
  let instance: SpinInstance | undefined;
  try {
    instance = await instantiated(factory, module, {
      stdin() {
        read += 1;
        return read <= input.length ? input.charCodeAt(read - 1) : null;
      },
      print: () => undefined,
      // Cut: a glue failure may quote itself as one enormous line.
      printErr: (line) => (stderr += `${line.slice(0, 500)}\n`),
      quit(code, toThrow) {
        if (isExit(toThrow)) status = code;
        throw toThrow;
      },
    });
    const { FS } = instance;
    Object.entries(files).forEach(([name, data], index) => {
      FS.writeFile(name, data);
      // SPIN warns unless the model is older than its trail, in whole seconds.
      FS.utime(name, index * 1000, index * 1000);
    });
    redirectStdout(FS, (bytes) => {
      printed += bytes.length;
      if (printed > maxBytes) throw new Error(`SPIN printed more than ${maxBytes} bytes`);
      stdout += decoder.decode(bytes, { stream: true });
    });
    const returned = instance.callMain([...args]);
    if (status === undefined && typeof returned === 'number') status = returned;
  } catch (error) {
    if (!isExit(error)) {
      status = undefined;
      crash = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    }
  }
  if (status === undefined && crash === undefined) crash = 'SPIN ended without an exit status';
  const written = instance?.FS;
  return {
    status,
    crash,
    stdout: stdout + decoder.decode(),
    stderr,
    readFile(path) {
      if (!written?.readdir('.').includes(path)) return undefined;
      return written.readFile(path, { encoding: 'utf8' });
    },
  };
}

/** Emscripten leaves `main` by throwing its exit status. */
const isExit = (error: unknown): boolean =>
  error instanceof Object && 'name' in error && error.name === 'ExitStatus';

/** Takes whole buffers instead of single characters: replays print tens of megabytes. */
function redirectStdout(files: SpinFiles, write: (bytes: Uint8Array) => void): void {
  const device = files.makedev(64, 0);
  files.registerDevice(device, {
    open: (stream) => void (stream.seekable = false),
    close: () => undefined,
    write(_stream, buffer, offset, length) {
      const bytes = buffer.subarray(offset, offset + length);
      write(new Uint8Array(bytes.buffer, bytes.byteOffset, length));
      return length;
    },
  });
  files.mkdev('/dev/overtime-stdout', device);
  files.close(files.streams[1]);
  const { fd } = files.open('/dev/overtime-stdout', 'w');
  if (fd !== 1) throw new Error(`standard output became descriptor ${fd}`);
}
