import type { Ticks } from '../base/ticks.ts';
import type {
  Configuration,
  Finish,
  SearchProgress,
  Trail,
  Verdict,
  Verifier,
} from './verifier.ts';

/** How sure a result is. The words are the same everywhere (see the guide).
 * - `proved`: the search for anything better was exhausted.
 * - `bounded`: the best found; the search was not finished.
 * - `sampled`: found by simulation or by a search that may miss states. */
export type Status = (typeof STATUSES)[number];

/** Every status: new ones go to the end, since what is kept of runs counts them. */
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
  /** Of a search of a swarm: which of its workers made it, from 0, and its seed. */
  readonly swarm?: { readonly worker: number; readonly seed: number };
}

/** What a search is for.
 * - `over-time`: whether the program can finish within the bound.
 * - `termination`: whether it can finish at all.
 * - `deadlock`: whether it can stop half way.
 * - `optima`: which configurations finish within the bound.
 * - `schedules`: every time at which one configuration can finish.
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
  /** Ticks; absent where the program does not finish or the configuration is invalid. */
  readonly time?: Ticks | undefined;
  readonly reason?: string | undefined;
}

export interface TuningResult {
  readonly status: Status;
  readonly minTime?: Ticks | undefined;
  /** Every configuration known to reach `minTime`. */
  readonly optima: readonly Configuration[];
  /** The next best time, and every configuration that has it: as sure as the minimum is. Absent where
   * there is none, or none is known. */
  readonly runnerUp?: RunnerUp | undefined;
  readonly trail?: Trail | undefined;
  /** One sentence on what the status means here, where it is not plain. */
  readonly reason?: string | undefined;
  /** The bounds that the run began from, where an earlier one had proved them. */
  readonly from?: Interval | undefined;
  /** Of a swarm: the paths it found, by time and then by steps. */
  readonly found?: readonly FoundPath[];
  /** Of a search through all schedules of one configuration, so far as it came. */
  readonly schedules?: ScheduleTimes;
  /** Where it was asked for and the minimum is proved. */
  readonly shortlist?: Shortlist;
}

export interface RunnerUp {
  readonly time: Ticks;
  readonly configurations: readonly Configuration[];
}

/** The minimum lies above `low`, within which the program cannot finish, and at or below `high`. */
export interface Interval {
  readonly low: Ticks;
  readonly high: Ticks;
}

/** What an earlier run of the same problem left: its bounds and its counterexample. */
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

/** All configurations that are nearly as fast as the fastest: those that are worth measuring. */
export interface Shortlist {
  /** The margin: 1.05 for a twentieth more than the minimum. */
  readonly within: number;
  /** The longest time within the margin, in ticks. */
  readonly limit: Ticks;
  /** By time. */
  readonly configurations: readonly Finish[];
  /** Whether it is proved that no other configuration is within the margin. */
  readonly complete: boolean;
}

/** The shortest and the longest time of one configuration over its schedules. */
export interface ScheduleTimes {
  readonly configuration: Configuration;
  readonly shortest: Ticks;
  readonly longest: Ticks;
}

/** What a strategy reports while it works. */
export type TuningEvent =
  /** What is being done now, in words for the progress line. */
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
  /** A configuration as good as the best before, or better. */
  | { readonly type: 'best'; readonly finish: Finish; readonly trail?: Trail | undefined };

export type Emit = (event: TuningEvent) => void;

/** What a strategy can be told besides; each takes what it knows to use. */
export interface StrategyOptions {
  /** Begins from what an earlier run has proved rather than anew. */
  readonly from?: KnownBounds | undefined;
  /** Further verifiers of the same, each with a toolchain of its own. */
  readonly others?: readonly Verifier[];
  /** Seconds after which it ends with the best it has; without a limit it ends by itself. */
  readonly seconds?: number | undefined;
  /** Decides a random order: the same for the same workers, as far as their speed allows. */
  readonly seed?: number | undefined;
  /** Leaves out configurations whose simulation takes long. */
  readonly quick?: boolean;
}

/** A way to the minimum, or to what else is to be known of a model: searches and simulations, each told of
 * as it goes on, up to a result. Rejects where a tool fails, and by its signal where there is nothing to
 * say yet; otherwise one that is ended says how far it came. */
export type Strategy = (
  verifier: Verifier,
  emit: Emit,
  signal: AbortSignal,
  options?: StrategyOptions,
) => Promise<TuningResult>;

/** What the parts of a strategy work with. */
export interface Work {
  readonly verifier: Verifier;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}
