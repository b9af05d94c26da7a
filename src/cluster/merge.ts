import { stepsOf } from '../base/packed-trail.ts';
import { compareTicks, type Ticks } from '../base/ticks.ts';
import {
  bestTwoOf,
  type ConfigurationResult,
  DIVERGENCE,
  faultResult,
  figuresOf,
  type Finish,
  type FoundPath,
  keyOf,
  NEVER_ENDS,
  type SearchRun,
  type Trail,
  type TuningResult,
  byTime,
} from '../tuning/index.ts';
import type { Made, ReadBundle } from './bundle.ts';
import { NO_BOUND } from './run-shard.ts';

/** The shards' findings as one run. */
export interface MergedRun {
  readonly result: TuningResult;
  readonly runs: readonly SearchRun[];
  readonly configurations: readonly ConfigurationResult[];
  /** CPU seconds in total. */
  readonly seconds: number;
}

export type Merged =
  | ({ readonly ok: true } & MergedRun)
  /** Reasons in sentences, and shards to rerun. */
  | { readonly ok: false; readonly faults: readonly string[]; readonly again: readonly number[] };

const isUnbounded = (bound: Ticks): boolean => String(bound) === NO_BOUND;

/** Merges complete bundles only. */
export function mergedOf(bundle: ReadBundle): Merged {
  const { plan, made, faults, again } = bundle;
  if (faults.length > 0 || again.length > 0) return { ok: false, faults, again };
  const trails = allTrails(bundle);
  const seconds = made.reduce((sum, { outcome }) => sum + outcome.seconds, 0);
  const runs = made.map(runOf);
  const isSwarm = plan.kind === 'swarm';
  // A search for better runs may skip a configuration's least time.
  const decides = ({ asked }: Made): boolean => isSwarm || asked.purpose !== 'over-time';
  const finishes = leastOf(made.filter(decides).flatMap(({ outcome }) => outcome.finishes));
  const configurations = [...finishes.values()]
    .toSorted((one, other) => compareTicks(one.time, other.time))
    .map(({ values, time }) => ({ values, time, status: isSwarm ? 'sampled' : 'proved' }) as const);
  const known = { ok: true, runs, configurations, seconds } as const;
  const fault = made.find(({ outcome }) => outcome.fault)?.outcome.fault;
  if (fault && !isSwarm) return { ...known, result: faultResult(fault) };
  const stops = made.find(({ outcome }) => outcome.isDeadlock);
  if (stops) {
    const { trail } = stops.outcome;
    const result = { status: 'deadlock', optima: [], reason: `${DIVERGENCE}.`, trail } as const;
    return { ...known, result };
  }
  const best = bestTwoOf([...finishes.values()]);
  const { minTime } = best;
  const trail = minTime === undefined ? undefined : trailOf(trails, made, minTime);
  if (isSwarm) return { ...known, result: swarmResult(best, made, trail) };
  const tooLow = made.filter(
    ({ asked, outcome }) =>
      asked.purpose === 'optima' &&
      (minTime === undefined
        ? !isUnbounded(outcome.bound)
        : compareTicks(outcome.bound, minTime) < 0),
  );
  if (tooLow.length > 0) {
    const shards = [...new Set(tooLow.map(({ asked }) => asked.shard))];
    const why = `bounds/ had a time that no run has: take its files away, and reports/ and work/ of these shards.`;
    return {
      ok: false,
      faults: [`${tooLow.length} searches did not go as far as the best time; ${why}`],
      again: shards,
    };
  }
  if (minTime === undefined) return { ...known, result: NEVER_ENDS };
  return { ...known, result: { ...withSureRunnerUp(best, made), status: 'proved', trail } };
}

/** The least time of each configuration. */
function leastOf(finishes: readonly Finish[]): ReadonlyMap<string, Finish> {
  const least = new Map<string, Finish>();
  for (const finish of finishes) {
    const key = keyOf(finish.values);
    const before = least.get(key);
    if (!before || compareTicks(finish.time, before.time) < 0) least.set(key, finish);
  }
  return least;
}

function allTrails({ reports }: ReadBundle): readonly Trail[] {
  return reports.flatMap(({ searches, trails }) => [
    ...searches.flatMap(({ trail }) => trail ?? []),
    ...trails,
  ]);
}

/** The runner-up counts if every search went that far. */
function withSureRunnerUp(
  best: ReturnType<typeof bestTwoOf>,
  made: readonly Made[],
): ReturnType<typeof bestTwoOf> {
  const { runnerUp, ...rest } = best;
  const isSure =
    runnerUp !== undefined &&
    made.every(
      ({ asked, outcome }) =>
        asked.purpose !== 'optima' || compareTicks(outcome.bound, runnerUp.time) >= 0,
    );
  return isSure ? best : rest;
}

/** The shortest trail of this time. */
function trailOf(trails: readonly Trail[], made: readonly Made[], time: Ticks): Trail | undefined {
  const ofTime = trails.filter(({ words }) => words.at(-1) === `T=${time}`);
  const ofSearch = made.flatMap(({ outcome: { trail, finishes } }) => {
    // An improving search leaves its best trail last.
    return trail && finishes.at(-1)?.time === time ? [trail] : [];
  });
  return [...ofTime, ...ofSearch].toSorted(
    (one, other) => stepsOf(one.packed) - stepsOf(other.packed),
  )[0];
}

function swarmResult(
  best: ReturnType<typeof bestTwoOf>,
  made: readonly Made[],
  trail: Trail | undefined,
): TuningResult {
  const searches = made.length;
  if (best.minTime === undefined)
    return {
      status: 'bounded',
      optima: [],
      reason: `No way to the end was found: ${searches} random searches.`,
    };
  const paths = new Map<string, FoundPath>();
  for (const { outcome } of made) {
    const last = outcome.finishes.at(-1);
    if (!last || !outcome.trail) continue;
    const path = { ...last, steps: stepsOf(outcome.trail.packed) };
    const before = paths.get(keyOf(last.values));
    if (!before || byTime(path, before) < 0) paths.set(keyOf(last.values), path);
  }
  return {
    status: 'sampled',
    ...best,
    trail,
    found: [...paths.values()].toSorted(byTime),
    reason: `The fastest that ${searches} random searches found; nothing is proved.`,
  };
}

function runOf({ asked, outcome }: Made): SearchRun {
  const { bound, finishes, isDeadlock, isExhausted } = outcome;
  const found = finishes.length > 0 || isDeadlock;
  const hasBound = asked.purpose === 'optima' || asked.purpose === 'over-time';
  return {
    ...figuresOf(outcome),
    purpose: asked.purpose,
    bound: hasBound && !isUnbounded(bound) ? bound : null,
    verdict:
      found && asked.purpose !== 'census' ? 'violated' : isExhausted ? 'satisfied' : 'incomplete',
    ...(asked.seed !== undefined && { swarm: { worker: asked.shard - 1, seed: asked.seed } }),
  };
}
