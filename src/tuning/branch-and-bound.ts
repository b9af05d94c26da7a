import { addTicks } from '../base/ticks.ts';
import { end } from './bisection.ts';
import type { Strategy } from './events.ts';
import { allOptima, cutResult, earliest, search } from './search.ts';
import { startingPoint } from './start.ts';
import type { Verifier } from './verifier.ts';

/** Branch and bound in one search: every finished path lowers the bound to one tick less than it took,
 * and paths that pass the bound are given up. When the search is exhausted the last one found is the
 * minimum (Ruys, "Optimal scheduling using branch and bound with SPIN 4.0"). */
export async function* branchAndBound(
  verifier: Verifier,
  options: { readonly signal?: AbortSignal } = {},
): Strategy {
  const { signal } = options;
  const start = yield* startingPoint(verifier, signal);
  if (!('finish' in start)) return yield* end(start);
  yield { type: 'stage', text: 'Searching for the minimum' };
  const report = yield* search(verifier, 'over-time', {
    bound: start.finish.time,
    improve: true,
    all: true,
    ...(signal && { signal }),
  });
  const best = earliest([...report.finishes, start.finish]) ?? start.finish;
  yield { type: 'best', finish: best, ...(report.trail && { trail: report.trail }) };
  if (report.cut !== undefined) return yield* end(cutResult(report.cut, best, -1, report.trail));
  yield { type: 'interval', low: addTicks(best.time, -1), high: best.time };
  const all = yield* allOptima(verifier, best, signal);
  const { trail } = report;
  return yield* end({
    status: 'proved',
    minTime: best.time,
    optima: all.optima,
    ...(trail && { trail }),
  });
}
