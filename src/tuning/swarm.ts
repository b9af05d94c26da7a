import type { Emit, Strategy, TuningResult } from './events.ts';
import { nothingToRun, searchForDeadlocks } from './obstacles.ts';
import { bestTwoOf } from './proved.ts';
import { faultResult, searchUntil } from './search.ts';
import { SwarmState } from './swarm-state.ts';
import type { Found, Verifier } from './verifier.ts';

/** The swarm of the paper's Fig. 5 (Holzmann, Joshi, Groce, "Swarm verification techniques"): several
 * workers search at random, each in an order of its own. The first property is that the program does not
 * terminate; whatever ends shows a first T. From then on it is that the program cannot finish within
 * less than the best T so far, and a search that finds nothing in about the time that the one before
 * needed is given up for another. It ends when a whole round of searches has found nothing better. Its
 * searches may miss states: the result is sampled, never proved. */
export const swarm: Strategy = async (verifier, emit, signal, options = {}) => {
  const { others = [], seconds, seed = 1 } = options;
  const nothing = nothingToRun(verifier);
  if (nothing) return nothing;
  const verifiers = [verifier, ...others];
  const stop = new AbortController();
  const limit = AbortSignal.any([signal, stop.signal]);
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const hear: Emit = (event) => {
    // Compiling the verifier may take a minute and does not count.
    if (event.type !== 'stage' && seconds !== undefined)
      alarm ??= setTimeout(() => stop.abort(), seconds * 1000);
    emit(event);
  };
  const state = new SwarmState(verifier, verifiers.length, seed, hear);
  let workers: Promise<void>[] = [];
  try {
    const deadlock = await searchForDeadlocks({ verifier, emit: hear, signal: limit }, { seed });
    if (deadlock) return deadlock;
    emit({ type: 'stage', text: 'Searching for any way to the end' });
    workers = verifiers.map((each, worker) => work(each, worker, state, limit));
    await Promise.all(workers);
    const timeUp = stop.signal.aborted;
    // Time may run out between the best path and its replay.
    const [first] = state.paths();
    if (state.best && first?.time !== state.best.finish.time)
      await state.replay(verifier, state.best, signal);
    return resultOf(state, verifiers.length, timeUp, signal.aborted);
  } finally {
    clearTimeout(alarm);
    stop.abort(); // the failure of one ends the others
    await Promise.allSettled(workers);
  }
};

/** One worker: searches and replays until nothing is left or it is stopped. */
async function work(
  verifier: Verifier,
  worker: number,
  state: SwarmState,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const plan = state.plan.next();
    if (plan === 'over') return;
    if (plan === 'wait') {
      await state.change();
      continue;
    }
    const paths: Found[] = [];
    const report = await searchUntil(signal, verifier, {
      ...plan,
      onProgress: (progress) => state.progress(worker, plan, progress),
      onFound: (found) => {
        paths.push(found);
        state.found(found);
      },
    });
    state.ended(worker, plan, report);
    for (const path of paths) await state.replay(verifier, path, signal);
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
  return {
    status: cancelled ? 'cancelled' : 'sampled',
    ...bestTwoOf(state.finishes()),
    trail: best.trail,
    found: state.paths(),
    reason: `The fastest that ${effort} found${when}; nothing is proved.`,
  };
}

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;
