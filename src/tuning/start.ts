import { compareTicks } from '../base/ticks.ts';
import type { KnownBounds, ProofOptions, TuningEvent, TuningResult } from './events.ts';
import { firstValid, NEVER_ENDS, searchForDeadlocks } from './obstacles.ts';
import { cutResult, search } from './search.ts';
import { asResult, deadlockResult, takesLong } from './sweep.ts';
import type { Configuration, Verifier } from './verifier.ts';

/** Where a proof begins: with a simulation, or where an earlier run left off. Ends with a result instead
 * where there is nothing to search. */
export async function* knownStart(
  verifier: Verifier,
  { from, signal }: ProofOptions,
): AsyncGenerator<TuningEvent, KnownBounds | TuningResult> {
  if (!from || compareTicks(from.low, from.best.time) >= 0) {
    const start = yield* startingPoint(verifier, signal);
    return 'best' in start ? { low: -1, ...start } : start;
  }
  const { low, best } = from;
  const proved = compareTicks(low, 0) < 0 ? '' : `cannot finish within ${low} ticks, and `;
  yield {
    type: 'stage',
    text: `Going on from an earlier run: the program ${proved}can finish within ${best.time}`,
  };
  yield { type: 'best', finish: best, ...(from.trail && { trail: from.trail }) };
  return from;
}

/** T_ini: the time of the first valid configuration, by simulation, or where a census is to be had by a
 * search of its one path. Ends with a result instead where there is nothing to search: no valid
 * configuration, or one that never finishes. Where the kernel's barriers might diverge, all
 * configurations are searched for deadlocks first. */
async function* startingPoint(
  verifier: Verifier,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, Omit<KnownBounds, 'low'> | TuningResult> {
  const first = firstValid(verifier);
  if ('reason' in first) return { status: 'invalid', optima: [], reason: first.reason };
  const [start, stuck] = yield* firstTime(verifier, first.values, signal);
  if (stuck && !verifier.canDiverge) return stuck;
  const deadlock = yield* searchForDeadlocks(verifier, signal);
  if (deadlock) return deadlock;
  if (!start) return stuck ?? NEVER_ENDS;
  const { best, trail } = start;
  yield { type: 'best', finish: best, ...(trail && { trail }) };
  return start;
}

type FirstTime = [Omit<KnownBounds, 'low'> | undefined, TuningResult | undefined];

/** The time of one configuration, or what it came to instead. */
async function* firstTime(
  verifier: Verifier,
  values: Configuration | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, FirstTime> {
  if (values && (verifier.census || takesLong(verifier, values))) {
    yield { type: 'stage', text: 'Running one configuration for a first bound' };
    const request = { bound: 'none', configuration: values, ...(signal && { signal }) } as const;
    const report = yield* search(verifier, 'termination', request);
    const best = report.finishes[0];
    if (best) return [{ best, ...(report.trail && { trail: report.trail }) }, undefined];
    if (report.cut) return [undefined, cutResult(report, undefined, -1)];
    return [undefined, NEVER_ENDS];
  }
  yield { type: 'stage', text: 'Simulating one configuration for a first bound' };
  const report = await verifier.simulate(values, 1, signal);
  const result = asResult(report.finish?.values ?? values ?? {}, report);
  yield { type: 'configurations', results: [result], done: 1, total: 1 };
  if (report.finish) return [{ best: report.finish }, undefined];
  if (result.status === 'deadlock') return [undefined, { optima: [], ...deadlockResult(result) }];
  const reason = result.reason ?? 'The simulation did not finish.';
  return [undefined, { status: 'bounded', optima: [], reason }];
}
