import { addTicks, compareTicks } from '../base/ticks.ts';
import type { Strategy } from './events.ts';
import { provedResult } from './proved.ts';
import { cutResult, earliest, search } from './search.ts';
import { knownStart } from './start.ts';
import type { Finish } from './verifier.ts';

/** Each finished path lowers the bound by a tick; an exhausted search proves the last one minimal
 * (Ruys, "Optimal scheduling using branch and bound with SPIN 4.0"). */
export const branchAndBound: Strategy = async (verifier, emit, signal, { from } = {}) => {
  const work = { verifier, emit, signal };
  const start = await knownStart(work, from);
  if (!('best' in start)) return start;
  let { best, trail } = start;
  const { low } = start;
  let seen: readonly Finish[] = [best];
  if (compareTicks(addTicks(best.time, -1), low) > 0) {
    emit({ type: 'interval', low, high: best.time });
    emit({ type: 'stage', text: 'Searching for the minimum' });
    const lists = verifier.listsBest === true;
    const request = { bound: best.time, improve: lists ? 'listing' : true, all: true } as const;
    const report = await search(work, 'over-time', request);
    seen = [...report.finishes, best];
    best = earliest(seen) ?? best;
    trail = report.trail ?? trail;
    if (report.cut !== undefined) return cutResult(report, best, low, trail);
    emit({ type: 'interval', low: addTicks(best.time, -1), high: best.time });
    if (lists) return provedResult(work, { best, trail, seen, from, isListed: true });
  }
  return provedResult(work, { best, trail, seen, from });
};
