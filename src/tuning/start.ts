
import type { TuningEvent, TuningResult } from './events.ts';
import { type Problem, problemConfigurations, fullRanges, rangesOf, unboundedRun } from './problem.ts';
import { search } from './search.ts';
import { asResult, deadlockResult } from './sweep.ts';
import type { Finish, Verifier } from './verifier.ts';

/** T_ini: the time of the first valid configuration, by simulation. Ends with a result instead where
 * there is nothing to search: no valid configuration, or one that never finishes. Where the kernel's
 * barriers might diverge, all configurations are searched for deadlocks first. */
export async function* startingPoint(
  problem: Problem,
  verifier: Verifier,
  signal: AbortSignal | undefined,
): AsyncGenerator<TuningEvent, { readonly finish: Finish } | TuningResult> {
  let first;
  let reason = 'there is none';
  for (const configuration of problemConfigurations(problem)) {
    if (configuration.reason === undefined) {
      first = configuration.values;
      break;
    }
    reason = configuration.reason;
  }
  if (!first) {
    return { status: 'invalid', optima: [], reason: `No configuration is valid: ${reason}.` };
  }
  yield { type: 'stage', text: 'Simulating one configuration for a first bound' };
  const report = await verifier.simulate(unboundedRun(problem, rangesOf(problem, first)), 1, signal);
  const result = asResult(first, report);
  yield { type: 'configuration', result, done: 1, total: 1 };
  if (result.status === 'deadlock') return { optima: [], ...deadlockResult(result) };
  if (!report.finish) {
    return { status: 'bounded', optima: [], reason: result.reason ?? 'The simulation did not finish.' };
  }
  if (problem.model.canDiverge) {
    yield { type: 'stage', text: 'Looking for barriers that some work-items never reach' };
    const deadlocks = yield* search(verifier, 'deadlock', {
      run: unboundedRun(problem, fullRanges(problem)),
      deadlocks: true,
      ...(signal && { signal }),
    });
    if (deadlocks.deadlock) {
      return {
        status: 'deadlock',
        optima: [],
        reason: 'Barrier divergence: some work-items of a group never reach a barrier the others wait at.',
        ...(deadlocks.trail && { trail: deadlocks.trail }),
      };
    }
  }
  yield { type: 'best', finish: report.finish };
  return { finish: report.finish };
}
