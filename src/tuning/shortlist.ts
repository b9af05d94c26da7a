import { ticks, type Ticks } from '../base/ticks.ts';
import { compareConfigurations, keyOf } from './configuration.ts';
import type { ConfigurationResult, Strategy, TuningEvent } from './events.ts';
import { search } from './search.ts';
import type { Finish } from './verifier.ts';

/** The largest margin. */
export const MOST_WITHIN = 1000;

/** In millionths, so that the limit of a large time is exact. */
const PARTS = 1_000_000;

/** The longest whole time within the margin. */
export const limitWithin = (minimum: Ticks, within: number): Ticks =>
  ticks((BigInt(minimum) * BigInt(Math.round(within * PARTS))) / BigInt(PARTS));

/** Results up to the limit, by time. */
export function shortlisted(
  results: Iterable<Pick<ConfigurationResult, 'values' | 'time'>>,
  limit: Ticks,
): readonly Finish[] {
  const found = new Map<string, Finish>();
  for (const { values, time } of results) {
    if (time === undefined || time > limit) continue;
    const key = keyOf(values);
    const known = found.get(key);
    // If time depends on the schedule, the least counts.
    if (!known || time < known.time) found.set(key, { values, time });
  }
  return [...found.values()].sort(
    (left, right) =>
      (left.time < right.time ? -1 : left.time > right.time ? 1 : 0) ||
      compareConfigurations(left.values, right.values),
  );
}

/** Adds all configurations within a margin, after the proof: from the census, if there was one, else
 * by a search that continues past counterexamples. An unfinished one is marked incomplete. */
export function withShortlist(strategy: Strategy, within: number): Strategy {
  return async (verifier, emit, signal, options) => {
    const results: ConfigurationResult[] = [];
    let hasAll = false;
    const hear = (event: TuningEvent): void => {
      if (event.type === 'configurations') for (const one of event.results) results.push(one);
      if (event.type === 'run' && event.run.purpose === 'census')
        hasAll = event.run.verdict === 'satisfied';
      emit(event);
    };
    const result = await strategy(verifier, hear, signal, options);
    const { status, minTime } = result;
    if (status !== 'proved' || minTime === undefined) return result;
    const limit = limitWithin(minTime, within);
    if (hasAll) {
      const configurations = shortlisted(results, limit);
      return { ...result, shortlist: { within, limit, configurations, complete: true } };
    }
    emit({ type: 'stage', text: `Collecting every configuration within ${limit} ticks` });
    const report = await search({ verifier, emit, signal }, 'optima', { bound: limit, all: true });
    const known = result.optima.map((values) => ({ values, time: minTime }));
    const configurations = shortlisted([...known, ...report.finishes], limit);
    const complete = report.cut === undefined;
    return { ...result, shortlist: { within, limit, configurations, complete } };
  };
}
