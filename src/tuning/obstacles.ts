import { showConfiguration } from './configuration.ts';
import type { TuningResult, Work } from './events.ts';
import { search } from './search.ts';
import type { Configuration, SearchRequest, Verifier } from './verifier.ts';

/** Obstacles any search may meet. */

export const DIVERGENCE =
  'Barrier divergence: some work-items of a group never reach a barrier the others wait at';

/** Every path was searched and none finishes. */
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

/** For kernels whose barriers may diverge: searches all configurations, or the given one, for
 * deadlocks. */
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

/** SPIN's simulator is slower than a verifier. */
export const takesLong = (verifier: Verifier, values: Configuration): boolean =>
  stepsOf(verifier, values) > MOST_STEPS;

const stepsOf = (verifier: Verifier, values: Configuration): number =>
  verifier.estimate?.(values) ?? 0;

/** Where one configuration is valid, the first run of it is seldom beaten. */
export function isAlone(verifier: Verifier): boolean {
  let valid = 0;
  for (const { reason } of verifier.configurations() ?? []) {
    if (reason === undefined) valid += 1;
    if (valid > 1) return false;
  }
  return valid === 1;
}

/** The first valid configuration, preferring a shorter path, or the reason there is none. */
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
    // 64-bit times can count everything, and there may be a million configurations.
    if (first && verifier.census) break;
  }
  if (first) return { values: first };
  return { reason: `No configuration is valid: ${reason}.` };
}
