import { sumOf } from '../base/sum.ts';
import { approximately, type Ticks } from '../base/ticks.ts';
import { compareConfigurations, keyOf } from './configuration.ts';
import type { ConfigurationResult, TuningResult } from './events.ts';
import { sweep } from './sweep.ts';
import type { Configuration, Verifier } from './verifier.ts';

/** The times of all configurations on one platform. */
export interface PlatformTimes {
  /** Display name. */
  readonly name: string;
  readonly minimum: Ticks;
  readonly results: Iterable<Pick<ConfigurationResult, 'values' | 'time'>>;
}

/** Times on one platform, and their certainty. */
export interface SearchedPlatform extends PlatformTimes, Pick<TuningResult, 'optima'> {
  readonly status: 'proved' | 'sampled';
}

/** Takes the census of one platform.
 * @returns the tuning result instead if no configuration has a time. */
export async function searchPlatform(
  name: string,
  verifier: Verifier,
  signal: AbortSignal,
): Promise<SearchedPlatform | Pick<TuningResult, 'status' | 'reason'>> {
  const results: ConfigurationResult[] = [];
  const { status, minTime, optima, reason } = await sweep(
    verifier,
    (event) => {
      if (event.type === 'configurations') for (const one of event.results) results.push(one);
    },
    signal,
  );
  if (minTime !== undefined && (status === 'proved' || status === 'sampled'))
    return { name, status, optima, minimum: minTime, results };
  return { status, reason };
}

/** Time on each platform as a multiple of the minimum there. */
export interface Loss {
  readonly values: Configuration;
  /** The largest loss and its platform; infinite if the configuration cannot run there. */
  readonly worst: number;
  readonly breaks: string;
  /** By platform, in their order. */
  readonly losses: readonly number[];
}

/** Losses of all configurations, smallest worst case first; as certain as the times they divide. */
export function robustOrder(platforms: readonly PlatformTimes[]): readonly Loss[] {
  const times = platforms.map(({ results }) => {
    const known = new Map<string, number>();
    for (const { values, time } of results)
      if (time !== undefined) known.set(keyOf(values), approximately(time));
    return known;
  });
  const all = new Map<string, Configuration>();
  for (const { results } of platforms)
    for (const { values, time } of results) if (time !== undefined) all.set(keyOf(values), values);
  return [...all].map(([key, values]) => lossOf(values, key, platforms, times)).sort(compareLosses);
}

function lossOf(
  values: Configuration,
  key: string,
  platforms: readonly PlatformTimes[],
  times: readonly ReadonlyMap<string, number>[],
): Loss {
  const losses = platforms.map(({ minimum }, at) => {
    const time = times[at]?.get(key);
    if (time === undefined) return Infinity;
    // Where nothing takes any time, nothing is lost.
    const least = approximately(minimum);
    return least === 0 ? (time === 0 ? 1 : Infinity) : time / least;
  });
  const worst = losses.reduce((most, loss) => Math.max(most, loss), 0);
  return { values, worst, breaks: platforms[losses.indexOf(worst)]?.name ?? '', losses };
}

/** By worst loss, then sum, then parameter values. */
function compareLosses(left: Loss, right: Loss): number {
  if (left.worst !== right.worst) return left.worst - right.worst;
  const [one, other] = [sumOf(left.losses), sumOf(right.losses)];
  return (
    (one < other ? -1 : one > other ? 1 : 0) || compareConfigurations(left.values, right.values)
  );
}
