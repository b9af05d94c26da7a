import { proxy, wrap, type Endpoint } from 'comlink';
import { verifierKey, type VerifierStore } from './cache.ts';
import type { ClangLoader } from './clang-assets.ts';
import type { OnEvent, ToolchainWorker } from './protocol.ts';
import type {
  CallOptions,
  CompiledVerifier,
  Settled,
  Toolchain,
  ToolchainEvent,
} from './toolchain.ts';
import type { VerifierMemory } from './verifier.ts';

/** A worker, in the browser or in Node. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Calls back once, with the reason, when the worker has died or cannot be understood. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
  /** Says whether a job is running: in Node an idle worker must not keep the process alive. */
  setBusy?(busy: boolean): void;
}

export interface ToolchainSetup {
  readonly spawn: () => WorkerHandle;
  /** SPIN, compiled. Called until it succeeds once. */
  readonly loadSpin: () => Promise<WebAssembly.Module>;
  /** May be shared by several clients, as may the stores. */
  readonly clang: ClangLoader;
  readonly cache: VerifierStore;
  readonly shipped?: Pick<VerifierStore, 'get'>;
  /** For verifiers, where a call names none. */
  readonly memory?: VerifierMemory;
  /** Milliseconds that a job whose call was cancelled has to end by itself, before its worker is ended;
   * less than another worker costs. */
  readonly grace?: number;
}

/** Lines of standard error kept for the case that the worker dies. */
const stderrKept = 20;
/** Lines of the compiler's passed on, from the first error. */
const detailsKept = 20;

/** A failure that can be told, on its way to becoming a `failed`. */
class Failure extends Error {
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/**
 * The toolchain behind one worker, which does one job at a time; further calls wait in turn. A call
 * that is cancelled while it runs ends the worker, and the next one starts another. For more at once
 * make more clients with the same `clang`, `cache` and `loadSpin`.
 */
export function createToolchainClient(setup: ToolchainSetup): Toolchain {
  const runner = new JobRunner(setup.spawn, setup.grace ?? 40);
  let spinModule: Promise<WebAssembly.Module> | undefined;
  const spin = (): Promise<WebAssembly.Module> =>
    (spinModule ??= setup.loadSpin().catch((error: unknown) => {
      spinModule = undefined;
      throw new Failure(`SPIN could not be loaded: ${messageOf(error)}`);
    }));
  const compiler = async (onEvent: OnEvent) => {
    onEvent({ kind: 'stage', stage: 'download' });
    try {
      return await setup.clang.load((loadedBytes, totalBytes) =>
        onEvent({ kind: 'download', loadedBytes, totalBytes }),
      );
    } catch (error) {
      throw new Failure(`The C compiler could not be loaded: ${messageOf(error)}`);
    }
  };
  const memory = (given: VerifierMemory | undefined): VerifierMemory => ({
    ...setup.memory,
    ...given,
  });

  async function kept(key: string): Promise<CompiledVerifier | undefined> {
    for (const origin of ['shipped', 'cached'] as const) {
      const bytes = await (origin === 'shipped' ? setup.shipped : setup.cache)?.get(key);
      if (!bytes) continue;
      try {
        return { module: await WebAssembly.compile(bytes), key, origin, seconds: 0 };
      } catch {
        // Damaged: as if it were not there.
        if (origin === 'cached') await setup.cache.delete(key);
      }
    }
    return undefined;
  }

  return {
    check: (model, options) =>
      settle(options, async (job) => {
        const module = await spin();
        return runner.run(job, (worker, on) => worker.check({ spin: module, model }, on));
      }),
    simulate: (model, options) =>
      settle(options, async (job) => {
        const request = { spin: await spin(), model, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.simulate(request, on));
      }),
    walk: (model, plan, options) =>
      settle(options, async (job) => {
        const request = { spin: await spin(), model, plan };
        return runner.run(job, (worker, on) => worker.walk(request, on));
      }),
    generate: (model, options = {}) =>
      settle(options, async (job) => {
        const request = { spin: await spin(), model, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.generate(request, on));
      }),
    replay: (model, trail, options = {}) =>
      settle(options, async (job) => {
        const request = { spin: await spin(), model, trail, options: withoutCall(options) };
        return runner.run(job, (worker, on) => worker.replay(request, on));
      }),
    compile: (sources, options) =>
      settle(options, async (job): Promise<CompiledVerifier> => {
        const { optimise, defines, orKept = [], withoutFetching = false } = options;
        const keys: (string | undefined)[] = [];
        for (const candidate of [options, ...orKept]) {
          const key = await verifierKey(sources, candidate, setup.clang.version);
          const found = key === undefined ? undefined : await kept(key);
          if (found) return found;
          keys.push(key);
        }
        if (withoutFetching && !setup.clang.loaded) {
          throw new Failure('The C compiler is not there yet.');
        }
        const [key] = keys;
        const clang = await compiler(job.onEvent);
        const began = performance.now();
        const request = { clang, sources, options: { optimise, defines } };
        const linked = await runner.run(job, (worker, on) => worker.compile(request, on));
        if (!linked.ok) {
          const { errors, stderr } = linked;
          const first = errors[0]?.message ?? stderr[0] ?? 'it does not say why';
          const from = Math.max(
            0,
            stderr.findIndex((line) => line.includes('error:')),
          );
          const details = stderr.slice(from, from + detailsKept);
          throw new Failure(`The C compiler rejects the verifier: ${first}`, details);
        }
        const bytes = new Uint8Array(linked.bytes);
        if (key !== undefined) await setup.cache.put(key, bytes);
        const module = await WebAssembly.compile(bytes);
        const seconds = (performance.now() - began) / 1000;
        return { module, key, origin: 'compiled', seconds };
      }),
    verify: ({ module }, args, options = {}) =>
      settle(options, (job) => {
        const { outputPrefix, columns, patience } = options;
        const text = { outputPrefix, columns, patience };
        const request = { module, args, memory: memory(options.memory), ...text };
        return runner.run(job, (worker, on) => worker.verify(request, on));
      }),
    replayTrail: ({ module }, trail, words, options = {}) =>
      settle(options, (job) => {
        const given = { ...withoutCall(options), memory: memory(options.memory) };
        const request = { module, trail, words, options: given };
        return runner.run(job, (worker, on) => worker.replayTrail(request, on));
      }),
    preprocess: (model, options) =>
      settle(options, async (job) => {
        const clang = await compiler(job.onEvent);
        const expanded = await runner.run(job, (worker, on) =>
          worker.preprocess({ clang, model }, on),
        );
        if (!expanded.ok) {
          const first = expanded.errors[0]?.message ?? expanded.stderr[0] ?? 'it does not say why';
          throw new Failure(`The preprocessor rejects the model: ${first}`, expanded.stderr);
        }
        return new TextDecoder().decode(expanded.bytes);
      }),
    checkKernel: (text, options) =>
      settle(options, async (job) => {
        const clang = await compiler(job.onEvent);
        const openclHeaders = await setup.clang.loadOpenclHeaders();
        const request = { clang, openclHeaders, text };
        return runner.run(job, (worker, on) => worker.checkKernel(request, on));
      }),
    prefetchCompiler: (options) =>
      settle(options, async (job) => {
        await compiler(job.onEvent);
        return undefined;
      }),
    start: () => runner.start(),
    dispose: () => runner.dispose(),
  };
}

interface Job {
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

/** Thrown where a job ends early; `settle` knows what it means. */
class Cancelled extends Error {}
class Crashed extends Error {
  readonly stderr: readonly string[];

  constructor(message: string, stderr: readonly string[]) {
    super(message);
    this.stderr = stderr;
  }
}

/** Turns whatever happens in a call into one answer, and keeps events from coming after it. */
async function settle<T>(
  options: CallOptions | undefined,
  body: (job: Job) => Promise<T>,
): Promise<Settled<T>> {
  const signal = options?.signal ?? new AbortController().signal;
  let settled = false;
  const onEvent = (event: ToolchainEvent): void => {
    if (!settled) options?.onProgress?.(event);
  };
  try {
    // Waiting for a download must not outlast the signal.
    const value = await untilAborted(signal, () => body({ signal, onEvent }));
    return { status: 'done', value };
  } catch (error) {
    if (error instanceof Cancelled) return { status: 'cancelled' };
    if (error instanceof Failure) {
      return { status: 'failed', message: error.message, details: error.details };
    }
    const stderr = error instanceof Crashed ? error.stderr : [];
    return { status: 'crashed', message: messageOf(error), stderr };
  } finally {
    settled = true;
  }
}

function untilAborted<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Cancelled());
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    body()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Whether a job ends well within some milliseconds. */
async function endsWithin(job: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const inTime = job.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([inTime, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One worker at most, one job at a time. */
class JobRunner {
  readonly #spawn: () => WorkerHandle;
  readonly #grace: number;
  readonly #waiting: (() => void)[] = [];
  readonly #disposed = new AbortController();
  #busy = false;
  #worker: { handle: WorkerHandle; remote: ToolchainWorker; death: Promise<string> } | undefined;

  constructor(spawn: () => WorkerHandle, grace: number) {
    this.#spawn = spawn;
    this.#grace = grace;
  }

  async run<T>(
    job: Job,
    body: (worker: ToolchainWorker, onEvent: OnEvent) => Promise<T>,
  ): Promise<T> {
    const signal = AbortSignal.any([job.signal, this.#disposed.signal]);
    await this.#turn(signal, job.onEvent);
    try {
      return await this.#onWorker(signal, job.onEvent, body);
    } finally {
      // The turn is handed on: whoever calls in between must not slip in.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy = false;
    }
  }

  start(): void {
    if (!this.#disposed.signal.aborted) this.#worker ??= this.#start();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#end();
  }

  async #turn(signal: AbortSignal, onEvent: OnEvent): Promise<void> {
    if (signal.aborted) throw new Cancelled();
    if (!this.#busy) {
      this.#busy = true;
    } else {
      onEvent({ kind: 'stage', stage: 'queued' });
      await new Promise<void>((resolve, reject) => {
        const wake = (): void => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
        const abort = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(wake), 1);
          reject(new Cancelled());
        };
        this.#waiting.push(wake);
        signal.addEventListener('abort', abort, { once: true });
      });
    }
  }

  async #onWorker<T>(
    signal: AbortSignal,
    onEvent: OnEvent,
    body: (worker: ToolchainWorker, onEvent: OnEvent) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw new Cancelled();
    const stderr: string[] = [];
    const listen = (event: ToolchainEvent): void => {
      if (event.kind === 'stderr') {
        stderr.push(event.line);
        if (stderr.length > stderrKept) stderr.shift();
      }
      onEvent(event);
    };
    const worker = (this.#worker ??= this.#start());
    worker.handle.setBusy?.(true);
    const death = worker.death.then((reason): never => {
      throw new Crashed(reason, stderr);
    });
    const work = Promise.race([body(worker.remote, proxy(listen)), death]);
    let intact = false;
    try {
      const value = await untilAborted(signal, () => work);
      intact = true;
      return value;
    } catch (error) {
      if (error instanceof Cancelled) {
        // The caller knows by now. A job that is nearly done costs less than another worker.
        intact = !this.#disposed.signal.aborted && (await endsWithin(work, this.#grace));
        throw error;
      }
      throw error instanceof Crashed ? error : new Crashed(messageOf(error), stderr);
    } finally {
      // Whatever went wrong, the next job gets a fresh one.
      if (intact) worker.handle.setBusy?.(false);
      else if (this.#worker === worker) this.#end();
    }
  }

  #start() {
    const handle = this.#spawn();
    const death = new Promise<string>((resolve) => handle.onDeath(resolve));
    // Its methods are asynchronous as they are: comlink's `Remote` would only take unions apart.
    const remote = wrap<ToolchainWorker>(handle.endpoint) as unknown as ToolchainWorker;
    const worker = { handle, remote, death };
    // Perhaps while idle: the next job must not be sent to it. What cannot be understood still runs.
    void death.then(() => {
      handle.terminate();
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #end(): void {
    this.#worker?.handle.terminate();
    this.#worker = undefined;
  }
}

function withoutCall<T extends CallOptions>(options: T): Omit<T, 'signal' | 'onProgress'> {
  const { signal: _signal, onProgress: _onProgress, ...rest } = options;
  return rest;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
