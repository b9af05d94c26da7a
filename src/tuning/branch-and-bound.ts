import { addTicks, compareTicks } from '../base/ticks.ts';
import { end, type ProofOptions, type Strategy } from './events.ts';
import { provedResult } from './proved.ts';
import { cutResult, earliest, search } from './search.ts';
import { knownStart } from './start.ts';
import type { Finish, Verifier } from './verifier.ts';

/** Branch and bound in one search: every finished path lowers the bound to one tick less than it took,
 * and paths that pass the bound are given up. When the search is exhausted the last one found is the
 * minimum (Ruys, "Optimal scheduling using branch and bound with SPIN 4.0"). */
export async function* branchAndBound(verifier: Verifier, options: ProofOptions = {}): Strategy {
  const { signal, from } = options;
  const start = yield* knownStart(verifier, options);
  if (!('best' in start)) return yield* end(start);
  let { best, trail } = start;
  const { low } = start;
  let seen: readonly Finish[] = [best];
  if (compareTicks(addTicks(best.time, -1), low) > 0) {
    yield { type: 'interval', low, high: best.time };
    yield { type: 'stage', text: 'Searching for the minimum' };
    const report = yield* search(verifier, 'over-time', {
      bound: best.time,
      improve: true,
      all: true,
      ...(signal && { signal }),
    });
    seen = [...report.finishes, best];
    best = earliest(seen) ?? best;
    trail = report.trail ?? trail;
    if (report.cut !== undefined) return yield* end(cutResult(report, best, low, trail));
    yield { type: 'interval', low: addTicks(best.time, -1), high: best.time };
  }
  return yield* end(yield* provedResult(verifier, { best, trail, seen, from }, signal));
}
