import { type Remote, wrap } from 'comlink';
import { Cancelled, Failure } from './failure.ts';

interface Live<T> {
  readonly worker: Worker;
  readonly remote: Remote<T>;
  readonly death: Promise<never>;
}

/** Calls a page worker; cancelling a call ends it.
 * @param spawn starts one: the bundler must see its address there. */
export function oneWorker<T>(spawn: () => Worker) {
  let live: Live<T> | undefined;

  function begin(): Live<T> {
    const worker = spawn();
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
    return { worker, remote: wrap<T>(worker), death };
  }

  /** @throws {Cancelled} by its signal. */
  async function call<R>(signal: AbortSignal, ask: (remote: Remote<T>) => Promise<R>): Promise<R> {
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

  /** Ends the worker. */
  function end(): void {
    live?.worker.terminate();
    live = undefined;
  }
  return Object.assign(call, { end });
}
