import { type Remote, wrap } from 'comlink';
import { Cancelled, Failure } from '../base/failure.ts';
import type { ValuesRunner } from './values-runner.ts';
import type { ValuesWorker } from './values-worker.ts';

interface Live {
  readonly worker: Worker;
  readonly remote: Remote<ValuesWorker>;
  readonly death: Promise<never>;
}

/** Runs work-items in a worker of the page. A call that is cancelled ends the worker; the next gets another. */
export function createBrowserValuesRunner(): ValuesRunner {
  let live: Live | undefined;

  function begin(): Live {
    const worker = new Worker(new URL('./values-worker.ts', import.meta.url), { type: 'module' });
    const death = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        live = undefined;
        const reason = event.message || 'it could not be started';
        reject(
          new Failure('worker', `The worker stopped unexpectedly: ${reason}`, 'Try it again.'),
        );
      });
    });
    death.catch(() => undefined); // it is raced by the calls
    return { worker, remote: wrap<ValuesWorker>(worker), death };
  }

  async function call<T>(
    signal: AbortSignal,
    ask: (remote: Remote<ValuesWorker>) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw new Cancelled();
    const mine = (live ??= begin());
    let stop: () => void = () => undefined;
    const cancelled = new Promise<never>((_resolve, reject) => {
      stop = () => {
        mine.worker.terminate();
        if (live === mine) live = undefined;
        reject(new Cancelled());
      };
      signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([ask(mine.remote), mine.death, cancelled]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    check: (program, about, signal) => call(signal, (remote) => remote.check(program, about)),
    trace: (program, finding, about, signal) =>
      call(signal, (remote) => remote.trace(program, finding, about)),
  };
}
