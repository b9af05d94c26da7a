import { Cancelled } from '../../base/failure.ts';
import { Latest } from '../../base/latest.ts';
import { lazy } from '../../base/lazy.ts';
import { withAdvice } from '../../base/message.ts';
import type { ProgramsMaker } from '../../checker/index.ts';
import type { Toolchain } from '../../spin/toolchain.ts';
import type { Job, JobTable, JobView } from './job.ts';

/** The tools of one job. */
export interface JobTools {
  readonly toolchain: Toolchain;
  /** The most memory a verifier may use, in MB. */
  readonly memoryMB: number;
  readonly programs?: ProgramsMaker | undefined;
  readonly signal: AbortSignal;
}

export type Steps<View> = (tools: JobTools) => AsyncIterable<Partial<View>>;

/** Starts, stops and shows jobs. A new start replaces the previous one. */
export interface Jobs {
  /** Publishes every view, failures too, so it never rejects.
   * @returns the last view, unless something replaced it. */
  start<View extends JobView>(
    job: Job<View>,
    begun: Partial<View>,
    steps: Steps<View>,
  ): Promise<View | undefined>;
  /** Ends a job, which keeps what it has found. */
  cancel(job: { readonly id: string }): void;
  /** Ends a job without a trace. */
  forget(job: Job<JobView>): void;
  /** Replaces a job by what it found earlier. */
  show<View extends JobView>(job: Job<View>, view: View): void;
}

interface Session {
  readonly store: {
    setState(change: (state: { readonly jobs: JobTable }) => { jobs: JobTable }): void;
  };
  readonly toolchain: () => Toolchain;
  readonly memoryMB: () => number;
  readonly programs?: ProgramsMaker | undefined;
}

/** @param unlogged a toolchain outside the log. */
export function createJobs(
  { store, toolchain, memoryMB, programs }: Session,
  unlogged: () => Toolchain,
): Jobs {
  const running = new Map<string, Latest>();
  const workers = new Map<string, () => Toolchain>();
  const latest = ({ id }: { readonly id: string }): Latest =>
    running.get(id) ?? kept(running, id, new Latest());
  const workerOf = ({ id, worker = id, isUnlogged }: Job<JobView>): Toolchain =>
    (workers.get(worker) ?? kept(workers, worker, lazy(isUnlogged ? unlogged : toolchain)))();
  const publish = ({ id }: { readonly id: string }, view: JobView): void =>
    store.setState(({ jobs }) => ({ jobs: { ...jobs, [id]: view } }));
  const show = (job: { readonly id: string }, view: JobView): void => {
    latest(job).leave();
    publish(job, view);
  };
  return {
    cancel: (job) => latest(job).cancel(),
    forget: (job) => show(job, job.none),
    show,
    async start<View extends JobView>(job: Job<View>, begun: Partial<View>, steps: Steps<View>) {
      const signal = latest(job).start();
      let view: View = { ...job.none, ...begun };
      const change = (changed: Partial<View> | JobView): void => {
        if (!latest(job).is(signal)) return;
        view = { ...view, ...changed };
        publish(job, view);
      };
      change({ phase: 'running' });
      try {
        const tools = {
          // Made once it is used: not every job searches.
          get toolchain() {
            return workerOf(job);
          },
          memoryMB: memoryMB(),
          programs,
          signal,
        };
        for await (const changed of steps(tools)) change(changed);
        change({ phase: 'ended' });
      } catch (error) {
        if (error instanceof Cancelled || signal.aborted) change({ phase: 'cancelled' });
        else change({ phase: 'failed', message: withAdvice(error) });
      }
      return latest(job).is(signal) ? view : undefined;
    },
  };
}

function kept<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  map.set(key, value);
  return value;
}
