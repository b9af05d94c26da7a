import { type Remote, wrap } from 'comlink';
import { Cancelled, Failure } from './failure.ts';
import { PART_HINTS, PartFailure } from './part.ts';
import { begun } from './start-worker.ts';
import { NoAnswer, within } from './within.ts';

interface Live<T> {
  readonly worker: Worker;
  readonly remote: Remote<T>;
  readonly death: Promise<never>;
  /** Ends it, and the calls that wait for it. */
  readonly end: (why: Error) => void;
  /** Settles when a call that nobody waits for has ended, or the worker was. */
  resting?: Promise<unknown>;
}

/** Milliseconds in which a cancelled call may still end: a new worker costs more. */
const GRACE = 500;

/** Calls a page worker; a cancelled call that does not end soon ends it.
 * @param spawn starts one: the bundler must see its address there. */
export function oneWorker<T>(spawn: () => Worker) {
  let live: Live<T> | undefined;

  function begin(): Live<T> {
    const worker = spawn();
    let end: Live<T>['end'] = () => undefined;
    const death = new Promise<never>((_resolve, reject) => {
      end = (why) => {
        worker.terminate();
        if (live?.worker === worker) live = undefined;
        reject(why);
      };
    });
    death.catch(() => undefined); // it is raced by the calls
    begun(worker).then(
      () =>
        worker.addEventListener('error', (event) => {
          event.preventDefault();
          end(stopped(event.message));
        }),
      (error: unknown) => end(error instanceof PartFailure ? notFetched(error) : stopped('')),
    );
    return { worker, remote: wrap<T>(worker), death, end };
  }

  /** @throws {Cancelled} by its signal. */
  async function call<R>(signal: AbortSignal, ask: (remote: Remote<T>) => Promise<R>): Promise<R> {
    for (let rests = live; rests?.resting && !signal.aborted; rests = live) {
      const { resting } = rests;
      await resting;
      if (rests.resting === resting) delete rests.resting;
    }
    if (signal.aborted) throw new Cancelled();
    const mine = (live ??= begin());
    const asked = ask(mine.remote);
    // Altered code may answer too; its end says why it is not taken.
    const answered = asked.then(async (answer) => {
      await begun(mine.worker).catch(() => mine.death);
      return answer;
    });
    let stop: () => void = () => undefined;
    const cancelled = new Promise<never>((_resolve, reject) => {
      stop = () => {
        mine.resting = within(GRACE, asked).catch((error: unknown) => {
          if (error instanceof NoAnswer) mine.end(new Cancelled());
        });
        reject(new Cancelled());
      };
      signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([answered, mine.death, cancelled]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends the worker. */
  function end(): void {
    live?.end(new Cancelled());
  }
  return Object.assign(call, { end });
}

const stopped = (reason: string): Failure =>
  new Failure(
    'worker',
    `The worker stopped unexpectedly: ${reason || 'it gives no reason'}`,
    'Try it again.',
  );

const notFetched = ({ message, why }: PartFailure): Failure =>
  new Failure('worker', `Its part of the page could not be fetched: ${message}.`, PART_HINTS[why]);
