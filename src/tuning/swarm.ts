import { Channel } from './channel.ts';
import { end, type Strategy, type TuningEvent, type TuningResult } from './events.ts';
import { nothingToRun, searchForDeadlocks } from './obstacles.ts';
import { faultResult } from './search.ts';
import { SwarmState } from './swarm-state.ts';
import { replay, work } from './swarm-worker.ts';
import type { Verifier } from './verifier.ts';

export interface SwarmOptions {
  readonly signal?: AbortSignal;
  /** Seconds for the whole search; without a limit it ends when it finds nothing better any more. */
  readonly seconds?: number;
  /** Decides the order of everything: the same for the same workers, as far as their speed allows. */
  readonly seed?: number;
}

/** The swarm of the paper's Fig. 5 (Holzmann, Joshi, Groce, "Swarm verification techniques"): several
 * workers search at random, each in an order of its own. The first property is that the program does not
 * terminate; whatever ends shows a first T. From then on it is that the program cannot finish within
 * less than the best T so far, and a search that finds nothing in about the time that the one before
 * needed is given up for another. It ends when a whole round of searches has found nothing better. Its
 * searches may miss states: the result is sampled, never proved.
 * @param verifiers one for each worker, each with a toolchain of its own. */
export async function* swarm(
  verifiers: readonly Verifier[],
  { signal, seconds, seed = 1 }: SwarmOptions = {},
): Strategy {
  const [verifier] = verifiers;
  if (!verifier) throw new Error('a swarm needs a worker');
  const nothing = nothingToRun(verifier);
  if (nothing) return yield* end(nothing);
  const channel = new Channel<TuningEvent>();
  const state = new SwarmState(verifier, verifiers.length, seed, (event) => channel.push(event));
  const stop = new AbortController();
  const limit = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const alarm = seconds === undefined ? undefined : setTimeout(() => stop.abort(), seconds * 1000);
  try {
    const deadlock = yield* searchForDeadlocks(verifier, limit, { seed });
    if (deadlock) return yield* end(deadlock);
    yield { type: 'stage', text: 'Searching for any way to the end' };
    const workers = Promise.all(
      verifiers.map((each, worker) => work(each, worker, state, limit)),
    ).finally(() => channel.close());
    workers.catch(() => stop.abort()); // the failure surfaces below
    yield* channel;
    await workers;
    const timeUp = stop.signal.aborted;
    await replayBest(verifier, state, signal);
    return yield* end(resultOf(state, verifiers.length, timeUp, signal?.aborted === true));
  } finally {
    clearTimeout(alarm);
    stop.abort(); // whoever listens may have gone
  }
}

/** The time limit may have come between the best path and its replay. */
async function replayBest(
  verifier: Verifier,
  state: SwarmState,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { best } = state;
  const cancelled = (): boolean => signal?.aborted === true;
  if (!best?.trail || cancelled()) return;
  const [first] = state.paths();
  if (first?.time === best.finish.time) return;
  try {
    await replay(verifier, state, best.finish, best.trail, signal);
  } catch (error) {
    if (!cancelled()) throw error;
  }
}

function resultOf(
  state: SwarmState,
  workers: number,
  timeUp: boolean,
  cancelled: boolean,
): TuningResult {
  const { best, searches } = state;
  const effort = `${count(searches, 'random search', 'random searches')} by ${count(workers, 'worker', 'workers')}`;
  const when = cancelled ? ' before it was cancelled' : timeUp ? ' when the time was up' : '';
  if (!best) {
    if (state.fault) return faultResult(state.fault);
    const memory = state.outOfMemory && !cancelled;
    return {
      status: cancelled ? 'cancelled' : memory ? 'out-of-memory' : 'bounded',
      optima: [],
      reason: memory
        ? `The memory was too small for a way to the end: ${effort}.`
        : `No way to the end was found${when}: ${effort}.`,
    };
  }
  const { finish, trail } = best;
  const runnerUp = state.runnerUp();
  return {
    status: cancelled ? 'cancelled' : 'sampled',
    minTime: finish.time,
    optima: state.configurationsAt(finish.time),
    ...(runnerUp && { runnerUp }),
    ...(trail && { trail }),
    found: state.paths(),
    reason: `The fastest that ${effort} found${when}; nothing is proved.`,
  };
}

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;
