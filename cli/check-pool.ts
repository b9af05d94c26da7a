import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { Cancelled, REPORT } from '../src/base/failure.ts';
import type { CheckWorker } from './check-worker.ts';

/** Why a worker ended before its answer. */
export type Ended =
  { readonly by: 'time' | 'memory' } | { readonly by: 'fault'; readonly why: string };

interface Live {
  readonly thread: Worker;
  readonly remote: Remote<CheckWorker>;
  readonly death: Promise<Ended>;
}

/** Worker threads that stay warm between jobs. */
export interface CheckPool {
  /** @param seconds after which the thread is ended. @throws {Cancelled} by the signal, or after `dispose`. */
  run<T>(
    job: (worker: Remote<CheckWorker>) => Promise<T>,
    seconds: number,
    signal: AbortSignal,
  ): Promise<{ readonly answer: T } | { readonly ended: Ended }>;
  /** Ends all threads; an idle pool lets the process end. */
  dispose(): void;
}

/** Megabytes of a thread's stack, for deeply nested texts. */
const STACK_MB = 16;

/** @param most threads at once. @param memoryMB of the objects of each. */
export function createCheckPool(most: number, memoryMB: number): CheckPool {
  const idle: Live[] = [];
  const all = new Set<Live>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isDisposed = false;

  function start(): Live {
    const thread = new Worker(new URL('./check-worker-start.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMB, stackSizeMb: STACK_MB },
    });
    const death = new Promise<Ended>((ended) => {
      thread.once('error', (error: Error & { readonly code?: string }) =>
        ended(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? { by: 'memory' }
            : { by: 'fault', why: `${error.message}. ${REPORT}` },
        ),
      );
      thread.once('exit', (code) =>
        ended({ by: 'fault', why: `The worker ended with status ${code}. ${REPORT}` }),
      );
    });
    const live = { thread, remote: wrap<CheckWorker>(nodeEndpoint(thread)), death };
    all.add(live);
    return live;
  }

  function end(live: Live): void {
    all.delete(live);
    void live.thread.terminate();
  }

  const turn = async (): Promise<void> => {
    if (busy < most) busy += 1;
    else await new Promise<void>((next) => waiting.push(next));
  };

  return {
    async run(job, seconds, signal) {
      await turn();
      let timer: NodeJS.Timeout | undefined;
      let stop: () => void = () => undefined;
      let live: Live | undefined;
      let isGood = false;
      try {
        if (signal.aborted || isDisposed) throw new Cancelled();
        live = idle.pop() ?? start();
        live.thread.ref();
        const limit = new Promise<Ended>((late) => {
          timer = setTimeout(() => late({ by: 'time' }), seconds * 1000);
        });
        const cancelled = new Promise<never>((_resolve, reject) => {
          stop = () => reject(new Cancelled());
          signal.addEventListener('abort', stop);
        });
        const first = await Promise.race([
          job(live.remote).then((answer) => ({ answer })),
          ...[live.death, limit].map((each) => each.then((ended) => ({ ended }))),
          cancelled,
        ]);
        isGood = 'answer' in first;
        return first;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (live && isGood && all.has(live)) {
          live.thread.unref();
          idle.push(live);
        } else if (live) end(live);
        // A place is handed on, or one that asks now would get it too.
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
    dispose() {
      isDisposed = true;
      for (const live of all) end(live);
      idle.length = 0;
    },
  };
}
