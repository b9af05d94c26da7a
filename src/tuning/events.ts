import type { Ticks } from '../base/ticks.ts';
import type {
  Configuration,
  Finish,
  SearchProgress,
  Trail,
  Verdict,
  Verifier,
} from './verifier.ts';

/** The certainty of a result.
 * - `proved`: the search for anything better was exhausted.
 * - `bounded`: the best found by an unfinished search.
 * - `sampled`: from a simulation or a search that may miss states. */
export type Status = (typeof STATUSES)[number];

/** Stored runs index into this list: append only. */
export const STATUSES = [
  'proved',
  'bounded',
  'sampled',
  'cancelled',
  'out-of-memory',
  'deadlock',
  'invalid',
] as const;

/** One search, as it is reported. */
export interface SearchRun extends SearchProgress {
  /** T in ticks; null of a search without one. */
  readonly bound: Ticks | null;
  readonly verdict: Verdict;
  readonly purpose: SearchPurpose;
  /** It was not finished. */
  readonly isCut?: boolean;
  /** In a swarm: the worker, from 0, and its seed. */
  readonly swarm?: { readonly worker: number; readonly seed: number };
}

/** The event of a search; none where it was cut before its first states. */
export function runEvents(run: Omit<SearchRun, 'isCut'>, isCut: boolean): readonly TuningEvent[] {
  if (isCut && run.states === 0 && run.verdict !== 'violated') return [];
  return [{ type: 'run', run: { ...run, ...(isCut && { isCut }) } }];
}

/** The question a search answers.
 * - `over-time`: can the program finish within the bound?
 * - `termination`: can it finish at all?
 * - `deadlock`: can it get stuck?
 * - `optima`: which configurations finish within the bound?
 * - `schedules`: every finishing time of one configuration.
 * - `census`: the time of every configuration. */
export type SearchPurpose = (typeof PURPOSES)[number];

export const PURPOSES = [
  'over-time',
  'termination',
  'deadlock',
  'optima',
  'schedules',
  'census',
] as const;

/** The time of one configuration. */
export interface ConfigurationResult {
  readonly values: Configuration;
  readonly status: Status;
  /** Ticks; absent if it never finishes or is invalid. */
  readonly time?: Ticks | undefined;
  readonly reason?: string | undefined;
}

export interface TuningResult {
  readonly status: Status;
  readonly minTime?: Ticks | undefined;
  /** Every configuration known to reach `minTime`. */
  readonly optima: readonly Configuration[];
  /** The next best time and its configurations, as certain as the minimum. */
  readonly runnerUp?: RunnerUp | undefined;
  readonly trail?: Trail | undefined;
  /** Its worker ended, so that nothing is concluded. */
  readonly isBroken?: true;
  /** One sentence, if the status alone leaves a question. */
  readonly reason?: string | undefined;
  /** Bounds proved by an earlier run. */
  readonly from?: Interval | undefined;
  /** A swarm's paths, by time and then by steps. */
  readonly found?: readonly FoundPath[];
  /** Filled as the search through all schedules proceeds. */
  readonly schedules?: ScheduleTimes;
  /** Only if requested, and after the minimum is proved. */
  readonly shortlist?: Shortlist;
}

export interface RunnerUp {
  readonly time: Ticks;
  readonly configurations: readonly Configuration[];
}

/** The minimum lies in (`low`, `high`]. */
export interface Interval {
  readonly low: Ticks;
  readonly high: Ticks;
}

/** Bounds and counterexample from an earlier run of this problem. */
export interface KnownBounds {
  readonly low: Ticks;
  readonly best: Finish;
  readonly trail?: Trail | undefined;
}

/** A path that a swarm found. */
export interface FoundPath extends Finish {
  /** Steps of its trail. */
  readonly steps: number;
}

/** The configurations worth measuring: all that come close to the minimum. */
export interface Shortlist {
  /** The margin as a factor: 1.05 allows 5 % above the minimum. */
  readonly within: number;
  /** The longest time within the margin, in ticks. */
  readonly limit: Ticks;
  /** By time. */
  readonly configurations: readonly Finish[];
  /** True if no other configuration is within the margin, proved. */
  readonly complete: boolean;
}

/** Extremes over all schedules of one configuration. */
export interface ScheduleTimes {
  readonly configuration: Configuration;
  readonly shortest: Ticks;
  readonly longest: Ticks;
}

/** Reports from a running strategy. */
export type TuningEvent =
  /** Text for the progress line. */
  | { readonly type: 'stage'; readonly text: string }
  /** A search is running. */
  | {
      readonly type: 'progress';
      readonly purpose: SearchPurpose;
      readonly bound: Ticks | null;
      readonly progress: SearchProgress;
    }
  | { readonly type: 'run'; readonly run: SearchRun }
  /** The times of some configurations became known. */
  | {
      readonly type: 'configurations';
      readonly results: readonly ConfigurationResult[];
      readonly done: number;
      readonly total: number;
    }
  | ({ readonly type: 'interval' } & Interval)
  /** At least as good as the best before. */
  | { readonly type: 'best'; readonly finish: Finish; readonly trail?: Trail | undefined };

export type Emit = (event: TuningEvent) => void;

/** Strategies use the options they know and ignore the rest. */
export interface StrategyOptions {
  /** Continues from bounds proved earlier. */
  readonly from?: KnownBounds | undefined;
  /** Verifiers of the same model, each with its own toolchain. */
  readonly others?: readonly Verifier[];
  /** Time limit; ends with the best so far. */
  readonly seconds?: number | undefined;
  /** Fixes the random order, up to the workers' relative speed. */
  readonly seed?: number | undefined;
  /** Leaves out configurations whose simulation takes long. */
  readonly quick?: boolean;
}

/** Reports its searches and simulations, then a result. Rejects if a tool fails or it is cancelled
 * empty-handed; otherwise a cancelled run reports its progress. */
export type Strategy = (
  verifier: Verifier,
  emit: Emit,
  signal: AbortSignal,
  options?: StrategyOptions,
) => Promise<TuningResult>;

/** Shared by the parts of a strategy. */
export interface Work {
  readonly verifier: Verifier;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}
