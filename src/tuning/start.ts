import { compareTicks } from '../base/ticks.ts';
import { showConfiguration } from './configuration.ts';
import type { KnownBounds, ProofOptions, TuningEvent, TuningResult } from './events.ts';
import { search } from './search.ts';
import { asResult, deadlockResult } from './sweep.ts';
import type { Configuration, Finish, Verifier } from './verifier.ts';

/** Where a proof begins: with a simulation, or where an earlier run left off. Ends with a result instead
 * where there is nothing to search. */
export async function* knownStart(
  verifier: Verifier,
  { from, signal }: ProofOptions,
): AsyncGenerator<TuningEvent, KnownBounds | TuningResult> {
  if (!from || compareTicks(from.low, from.best.time) >= 0) {
    const start = yield* startingPoint(verifier, signal);
    return 'finish' in start ? { low: -1, best: start.finish } : start;
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

/** T_ini: the time of the first valid configuration, by simulation. Ends with a result instead where
 * there is nothing to search: no valid configuration, or one that never finishes. Where the kernel's
 * barriers might diverge, all configurations are searched for deadlocks first. */
async function* startingPoint(
  verifier: Verifier,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, { readonly finish: Finish } | TuningResult> {
  const first = firstValid(verifier);
  if ('reason' in first) {
    return { status: 'invalid', optima: [], reason: first.reason };
  }
  yield { type: 'stage', text: 'Simulating one configuration for a first bound' };
  const report = await verifier.simulate(first.values, 1, signal);
  const result = asResult(report.finish?.values ?? first.values ?? {}, report);
  yield { type: 'configuration', result, done: 1, total: 1 };
  const stuck = result.status === 'deadlock';
  if (stuck && !verifier.canDiverge) return { optima: [], ...deadlockResult(result) };
  if (!report.finish && !stuck) {
    return {
      status: 'bounded',
      optima: [],
      reason: result.reason ?? 'The simulation did not finish.',
    };
  }
  if (verifier.canDiverge) {
    yield { type: 'stage', text: 'Looking for barriers that some work-items never reach' };
    const deadlocks = yield* search(verifier, 'deadlock', {
      bound: 'deadlock',
      ...(signal && { signal }),
    });
    if (deadlocks.deadlock) {
      return {
        status: 'deadlock',
        optima: [],
        reason: DIVERGENCE,
        ...(deadlocks.trail && { trail: deadlocks.trail }),
      };
    }
  }
  if (!report.finish) return { optima: [], ...deadlockResult(result) };
  yield { type: 'best', finish: report.finish };
  return { finish: report.finish };
}

const DIVERGENCE =
  'Barrier divergence: some work-items of a group never reach a barrier the others wait at.';

/** The first configuration that can be run, or why there is none; any where they are not listed. */
export function firstValid(
  verifier: Verifier,
): { values: Configuration | undefined } | { reason: string } {
  const listed = verifier.configurations();
  if (!listed) return { values: undefined };
  let reason = 'the tuning parameters have no values';
  let first: Configuration | undefined;
  for (const configuration of listed) {
    if (configuration.uncountable === true) {
      const which = showConfiguration(configuration.values);
      return {
        reason: `Nothing can be proved: ${which} ${configuration.reason ?? ''}. Take a smaller size, or leave it out by a constraint.`,
      };
    }
    if (configuration.reason === undefined) first ??= configuration.values;
    else reason = configuration.reason;
  }
  if (first) return { values: first };
  return { reason: `No configuration is valid: ${reason}.` };
}
