import { host } from '#host';
import { type Remote, wrap } from 'comlink';
import { Cancelled } from '../src/base/failure.ts';
import type { CheckWorker } from './check-worker.ts';
import type { Ended, Thread } from './host.ts';

interface Live {
  readonly thread: Thread;
  readonly remote: Remote<CheckWorker>;
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

/** @param most threads at once. @param memoryMB of the objects of each. */
export function createCheckPool(most: number, memoryMB: number): CheckPool {
  const idle: Live[] = [];
  const all = new Set<Live>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isDisposed = false;

  function start(): Live {
    const thread = host.startThread(memoryMB);
    const live = { thread, remote: wrap<CheckWorker>(thread.endpoint) };
    all.add(live);
    return live;
  }

  function end(live: Live): void {
    all.delete(live);
    live.thread.terminate();
  }

  const turn = async (): Promise<void> => {
    if (busy < most) busy += 1;
    else await new Promise<void>((next) => waiting.push(next));
  };

  return {
    async run(job, seconds, signal) {
      await turn();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stop: () => void = () => undefined;
      let live: Live | undefined;
      let isGood = false;
      try {
        if (signal.aborted || isDisposed) throw new Cancelled();
        live = idle.pop() ?? start();
        live.thread.setBusy(true);
        const limit = new Promise<Ended>((late) => {
          timer = setTimeout(() => late({ by: 'time' }), seconds * 1000);
        });
        const cancelled = new Promise<never>((_resolve, reject) => {
          stop = () => reject(new Cancelled());
          signal.addEventListener('abort', stop);
        });
        const first = await Promise.race([
          job(live.remote).then((answer) => ({ answer })),
          ...[live.thread.death, limit].map((each) => each.then((ended) => ({ ended }))),
          cancelled,
        ]);
        isGood = 'answer' in first;
        return first;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        if (live && isGood && all.has(live)) {
          live.thread.setBusy(false);
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
