import { proxy, wrap, type Endpoint } from 'comlink';
import { Cancelled, Failure } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { within } from '../base/within.ts';
import type { CallOptions, OnEvent, ToolchainEvent } from './toolchain-event.ts';
import type { ToolchainWorker } from './worker-jobs.ts';

/** A worker, in the browser or in Node. */
export interface WorkerHandle {
  readonly endpoint: Endpoint;
  /** Rejects where its code does not come, or is not as it was published; `onDeath` says why. */
  readonly begun?: Promise<void>;
  /** Reports once if the worker dies or becomes unintelligible. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
  /** First sign of life. */
  onAlive?(): void;
  /** In Node an idle worker must not keep the process alive. */
  setBusy?(busy: boolean): void;
}

/** A running call: its cancellation and its listeners. */
export interface Job {
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

type Send = (worker: ToolchainWorker, onEvent: OnEvent) => Promise<unknown>;

interface Live {
  readonly handle: WorkerHandle;
  readonly remote: ToolchainWorker;
  /** One listener, for the current job: one per job would retain every job's result. */
  onDeath: ((reason: string) => void) | undefined;
}

/** Standard error lines kept in case the worker dies. */
const LINES_KEPT = 20;

const crashed = (message: string, stderr: readonly string[] = []): Failure =>
  new Failure(
    'worker',
    `The worker stopped unexpectedly: ${message}`,
    'Press Tune again; a new worker is started.',
    stderr.join('\n'),
  );

/** An error's message, cut to fit. */
export const shortMessageOf = (error: unknown): string => messageOf(error).slice(0, 300);

export interface RunnerTimes {
  /** Milliseconds a cancelled job may take to finish; less than a new worker costs. */
  readonly grace?: number;
  /** Milliseconds for a worker to report that it began; one that ended itself stays silent. */
  readonly answer?: number;
}

/** One worker at most, one job at a time. */
export class JobRunner {
  readonly #spawn: () => WorkerHandle;
  readonly #grace: number;
  readonly #answer: number;
  readonly #disposed = new AbortController();
  /** Jobs that run or wait. */
  #jobs = 0;
  /** Settles when the last of them has ended. */
  #last: Promise<unknown> = Promise.resolve();
  #worker: Live | undefined;

  constructor(spawn: () => WorkerHandle, { grace = 40, answer = 30_000 }: RunnerTimes) {
    this.#spawn = spawn;
    this.#grace = grace;
    this.#answer = answer;
  }

  /** Settles with a value, a `Failure` or `Cancelled`; no events afterwards. */
  async call<T>({ signal, onProgress }: CallOptions, body: (job: Job) => Promise<T>): Promise<T> {
    const end = AbortSignal.any([this.#disposed.signal, ...(signal ? [signal] : [])]);
    let ended = false;
    const onEvent = (event: ToolchainEvent): void => {
      if (!ended) onProgress?.(event);
    };
    try {
      // Waiting for a download must not outlast the signal.
      return await untilAborted(end, () => body({ signal: end, onEvent }));
    } catch (error) {
      if (error instanceof Cancelled || error instanceof Failure) throw error;
      throw crashed(shortMessageOf(error));
    } finally {
      ended = true;
    }
  }

  /** Queues a job for the worker. */
  run(job: Job, send: Send): Promise<unknown> {
    if (this.#jobs > 0) job.onEvent({ kind: 'stage', stage: 'queued' });
    this.#jobs += 1;
    const run = this.#last
      .then(() => this.#onWorker(job, send))
      .finally(() => {
        this.#jobs -= 1;
      });
    this.#last = run.then(yes, no);
    return run;
  }

  start(): void {
    if (!this.#disposed.signal.aborted) this.#worker ??= this.#start();
  }

  /** Ends an idle worker; the next job starts another. */
  rest(): void {
    if (this.#jobs === 0) this.#end();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#end();
  }

  async #onWorker({ signal, onEvent }: Job, send: Send): Promise<unknown> {
    if (signal.aborted) throw new Cancelled();
    const worker = (this.#worker ??= this.#start());
    const { handle } = worker;
    const stderr: string[] = [];
    handle.setBusy?.(true);
    const death = new Promise<never>((_resolve, reject) => {
      worker.onDeath = (reason) => reject(crashed(reason, stderr));
    });
    const silence = setTimeout(() => worker.onDeath?.('it does not answer'), this.#answer);
    const listen = (event: ToolchainEvent): void => {
      clearTimeout(silence);
      handle.onAlive?.();
      if (event.kind === 'stderr') {
        stderr.push(event.line);
        if (stderr.length > LINES_KEPT) stderr.shift();
      }
      onEvent(event);
    };
    let intact = false;
    try {
      // Altered code may answer too; its end says why it is not taken.
      const answered = send(worker.remote, proxy(listen)).then(async (answer) => {
        await handle.begun?.catch(() => death);
        return answer;
      });
      const work = Promise.race([answered, death]);
      try {
        const value = await untilAborted(signal, () => work);
        intact = true;
        return value;
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
        // The caller has its answer; waiting briefly is cheaper than a new worker.
        intact = !this.#disposed.signal.aborted && (await within(this.#grace, work).then(yes, no));
        throw error;
      }
    } catch (error) {
      if (error instanceof Cancelled || error instanceof Failure) throw error;
      throw crashed(shortMessageOf(error), stderr);
    } finally {
      clearTimeout(silence);
      worker.onDeath = undefined;
      // After any failure the next job gets a fresh worker.
      if (intact) handle.setBusy?.(false);
      else if (this.#worker === worker) this.#end();
    }
  }

  #start(): Live {
    const handle = this.#spawn();
    const remote = wrap<ToolchainWorker>(handle.endpoint) as unknown as ToolchainWorker;
    const worker: Live = { handle, remote, onDeath: undefined };
    handle.onDeath((reason) => {
      // It may die while idle; an unintelligible one still runs.
      handle.terminate();
      if (this.#worker === worker) this.#worker = undefined;
      worker.onDeath?.(reason);
    });
    return worker;
  }

  #end(): void {
    this.#worker?.handle.terminate();
    this.#worker = undefined;
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

const yes = (): boolean => true;
const no = (): boolean => false;
