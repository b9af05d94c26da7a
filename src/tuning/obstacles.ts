import { showConfiguration } from './configuration.ts';
import type { TuningResult, Work } from './events.ts';
import { search } from './search.ts';
import type { Configuration, SearchRequest, Verifier } from './verifier.ts';

/** What may stand in the way of any search. */

export const DIVERGENCE =
  'Barrier divergence: some work-items of a group never reach a barrier the others wait at';

/** Where every path was searched and none comes to its end. */
export const NEVER_ENDS: TuningResult = {
  status: 'deadlock',
  optima: [],
  reason: 'No configuration ever finishes.',
};

/** The result where no configuration can be run. */
export function nothingToRun(verifier: Verifier): TuningResult | undefined {
  const first = firstValid(verifier);
  return 'reason' in first ? { status: 'invalid', optima: [], reason: first.reason } : undefined;
}

/** Where the kernel's barriers might diverge: a search for deadlocks, of all configurations unless one is
 * named, and the result where there is one. */
export async function searchForDeadlocks(
  work: Work,
  which: Pick<SearchRequest, 'configuration' | 'seed'> = {},
): Promise<TuningResult | undefined> {
  if (!work.verifier.canDiverge) return undefined;
  work.emit({ type: 'stage', text: 'Looking for barriers that some work-items never reach' });
  const found = await search(work, 'deadlock', { ...which, bound: 'deadlock' });
  if (!found.deadlock) return undefined;
  return { status: 'deadlock', optima: [], reason: `${DIVERGENCE}.`, trail: found.trail };
}

/** Steps that SPIN simulates in a second or two. */
const MOST_STEPS = 1_000_000;

/** Whether SPIN's simulator, which is slower than a verifier, is better not asked. */
export const takesLong = (verifier: Verifier, values: Configuration): boolean =>
  stepsOf(verifier, values) > MOST_STEPS;

const stepsOf = (verifier: Verifier, values: Configuration): number =>
  verifier.estimate?.(values) ?? 0;

/** The first configuration that can be run, or one that is shorter where its path is long; or why there is none. Any
 * where they are not listed. */
export function firstValid(
  verifier: Verifier,
): { values: Configuration | undefined } | { reason: string } {
  const listed = verifier.configurations();
  if (!listed) return { values: undefined };
  const isShorter = (values: Configuration, than: Configuration): boolean =>
    takesLong(verifier, than) && stepsOf(verifier, values) < stepsOf(verifier, than);
  let reason = 'the tuning parameters have no values';
  let first: Configuration | undefined;
  for (const configuration of listed) {
    if (configuration.uncountable === true) {
      const which = showConfiguration(configuration.values);
      return {
        reason: `Nothing can be proved: ${which} ${configuration.reason ?? ''}. Leave it out by a constraint, or, where its time is too long, take a level that counts in 64 bits (representatives, accelerated) or a smaller size.`,
      };
    }
    if (configuration.reason !== undefined) reason = configuration.reason;
    else if (!first || isShorter(configuration.values, first)) first = configuration.values;
    // Where time has 64 bits none is uncountable, and there may be a million.
    if (first && verifier.census) break;
  }
  if (first) return { values: first };
  return { reason: `No configuration is valid: ${reason}.` };
}
