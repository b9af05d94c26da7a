import { addTicks, compareTicks, midpoint, type Ticks } from '../base/ticks.ts';
import type { Strategy } from './events.ts';
import { isAlone } from './obstacles.ts';
import { provedResult } from './proved.ts';
import { cutResult, earliest, search } from './search.ts';
import { knownStart } from './start.ts';
import type { Finish } from './verifier.ts';

/** Bisection, as in the paper's Fig. 1: a simulation gives T_ini, each search halves the interval
 * between refuted and reached bounds, and the last refutation is the proof. Of a foreign model, whose
 * refutations each search everything, the best so far less one is asked; after many finds in a row, more less.
 * So it is where there is one configuration, whose only path has been found. */
export const bisection: Strategy = async (verifier, emit, signal, { from } = {}) => {
  const work = { verifier, emit, signal };
  const start = await knownStart(work, from);
  if (!('best' in start)) return start;
  let { best, low, trail } = start;
  const seen: Finish[] = [best];
  const asksNear = verifier.guesses !== undefined || isAlone(verifier);
  let finds = 0;
  emit({ type: 'interval', low, high: best.time });
  while (compareTicks(addTicks(best.time, -1), low) > 0) {
    const half = midpoint(nearest(low, best.time), best.time);
    const near = addTicks(best.time, -(2 ** Math.max(0, finds - FINDS)));
    const bound = asksNear && compareTicks(half, near) < 0 ? near : half;
    emit({ type: 'stage', text: `Can it finish within ${bound} ticks?` });
    const report = await search(work, 'over-time', { bound });
    const found = earliest(report.finishes);
    for (const finish of report.finishes) seen.push(finish);
    if (found) {
      best = found;
      trail = report.trail;
    }
    finds = report.verdict === 'satisfied' ? 0 : finds + 1;
    if (report.verdict === 'satisfied') low = bound;
    else if (!found || report.cut === 'cancelled') return cutResult(report, best, low, trail);
    emit({ type: 'interval', low, high: best.time });
  }
  return provedResult(work, { best, trail, seen, from });
};

/** Searches that end early, in a row, before the steps are doubled. */
const FINDS = 8;

/** With nothing proved below, tries natural numbers first, then doubles the distance. */
function nearest(low: Ticks, best: Ticks): Ticks {
  const near = compareTicks(best, 0) > 0 ? -1 : addTicks(addTicks(best, best), -1);
  return compareTicks(low, near) < 0 ? near : low;
}
