import { proxy, wrap, type Endpoint } from 'comlink';
import { Cancelled, Failure } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import type { OnEvent, ToolchainWorker } from './protocol.ts';
import type { CallOptions, ToolchainEvent } from './toolchain.ts';

/** A worker, in the browser or in Node. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Calls back once, with the reason, when the worker has died or cannot be understood. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
  /** Says whether a job is running: in Node an idle worker must not keep the process alive. */
  setBusy?(busy: boolean): void;
}

/** A call in progress: what ends it, and who hears of it. */
interface Job {
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

/** Lines of standard error kept for the case that the worker dies. */
const stderrKept = 20;

const crashed = (message: string, stderr: readonly string[] = []): Failure =>
  new Failure(
    'worker',
    `The worker stopped unexpectedly: ${message}`,
    'Press Tune again; a new worker is started.',
    stderr.join('\n'),
  );

/** Makes a `Failure` or `Cancelled` of whatever goes wrong in a call, and keeps events from coming after
 * its end. */
export async function call<T>(
  options: CallOptions | undefined,
  body: (job: Job) => Promise<T>,
): Promise<T> {
  const signal = options?.signal ?? new AbortController().signal;
  let ended = false;
  const onEvent = (event: ToolchainEvent): void => {
    if (!ended) options?.onProgress?.(event);
  };
  try {
    // Waiting for a download must not outlast the signal.
    return await untilAborted(signal, () => body({ signal, onEvent }));
  } catch (error) {
    if (error instanceof Cancelled || error instanceof Failure) throw error;
    throw crashed(shortMessageOf(error));
  } finally {
    ended = true;
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
export class JobRunner {
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

  /** Ends the worker, if it has nothing to do; the next job gets another. */
  rest(): void {
    if (!this.#busy) this.#end();
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
      throw crashed(reason, stderr);
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
      throw error instanceof Failure ? error : crashed(shortMessageOf(error), stderr);
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

/** What something that was thrown says, in as many words as fit into a message. */
export const shortMessageOf = (error: unknown): string => messageOf(error).slice(0, 300);
