import { addTicks, midpoint, type Ticks } from '../base/ticks.ts';
import type { Strategy, TuningEvent, TuningResult } from './events.ts';
import { allOptima, cutResult, earliest, search } from './search.ts';
import { startingPoint } from './start.ts';
import type { Trail, Verifier } from './verifier.ts';

/** The bisection of the paper's Fig. 1. A simulation gives T_ini; from then on the minimum lies above
 * `low`, within which the program cannot finish, and at or below `high`, within which a counterexample
 * does. Each search halves the distance; the last refutation is the proof. */
export async function* bisection(
  verifier: Verifier,
  options: { readonly signal?: AbortSignal } = {},
): Strategy {
  const { signal } = options;
  const start = yield* startingPoint(verifier, signal);
  if (!('finish' in start)) return yield* end(start);
  let best = start.finish;
  let trail: Trail | undefined;
  let low: Ticks = -1;
  yield { type: 'interval', low, high: best.time };
  while (addTicks(best.time, -1) > low) {
    if (signal?.aborted)
      return yield* end({ ...cutResult(undefined, best, low, trail), status: 'cancelled' });
    const bound = midpoint(low, best.time);
    yield { type: 'stage', text: `Can it finish within ${bound} ticks?` };
    const report = yield* search(verifier, 'over-time', {
      bound,
      ...(signal && { signal }),
    });
    const found = earliest(report.finishes);
    if (report.verdict === 'violated' && found) {
      best = found;
      trail = report.trail;
      yield { type: 'best', finish: best, ...(trail && { trail }) };
    } else if (report.verdict === 'satisfied') {
      low = bound;
    } else {
      return yield* end(cutResult(report.cut, best, low, trail));
    }
    yield { type: 'interval', low, high: best.time };
  }
  if (!trail) {
    // The simulation had the minimum already, and no search a counterexample.
    yield { type: 'stage', text: `Finding the counterexample for ${best.time} ticks` };
    ({ trail } = yield* search(verifier, 'over-time', {
      bound: best.time,
      ...(signal && { signal }),
    }));
  }
  const all = yield* allOptima(verifier, best, signal);
  return yield* end({
    status: 'proved',
    minTime: best.time,
    optima: all.optima,
    ...(trail && { trail }),
    ...(!all.complete && { reason: 'The list of optimal configurations may be incomplete.' }),
  });
}

export async function* end(result: TuningResult): AsyncGenerator<TuningEvent, TuningResult> {
  yield { type: 'result', result };
  return result;
}
