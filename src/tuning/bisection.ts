import { addTicks, compareTicks, midpoint } from '../base/ticks.ts';
import { end, type ProofOptions, type Strategy } from './events.ts';
import { provedResult } from './proved.ts';
import { cutResult, earliest, search } from './search.ts';
import { knownStart } from './start.ts';
import type { Finish, Verifier } from './verifier.ts';

/** The bisection of the paper's Fig. 1. A simulation gives T_ini; from then on the minimum lies above
 * `low`, within which the program cannot finish, and at or below `high`, within which a counterexample
 * does. Each search halves the distance; the last refutation is the proof. */
export async function* bisection(verifier: Verifier, options: ProofOptions = {}): Strategy {
  const { signal, from } = options;
  const start = yield* knownStart(verifier, options);
  if (!('best' in start)) return yield* end(start);
  let { best, low, trail } = start;
  const seen: Finish[] = [best];
  yield { type: 'interval', low, high: best.time };
  while (compareTicks(addTicks(best.time, -1), low) > 0) {
    const bound = midpoint(low, best.time);
    yield { type: 'stage', text: `Can it finish within ${bound} ticks?` };
    const report = yield* search(verifier, 'over-time', { bound, ...(signal && { signal }) });
    const found = earliest(report.finishes);
    seen.push(...report.finishes);
    if (found) {
      best = found;
      trail = report.trail;
    }
    if (report.verdict === 'satisfied') low = bound;
    else if (!found || report.cut === 'cancelled') {
      return yield* end(cutResult(report, best, low, trail));
    }
    yield { type: 'interval', low, high: best.time };
  }
  return yield* end(yield* provedResult(verifier, { best, trail, seen, from }, signal));
}
