import type { Ticks } from '../base/ticks.ts';
import type { Configuration, Finish, SearchProgress, Trail, Verdict } from './verifier.ts';

/** How sure a result is. The words are the same everywhere (see the guide).
 * - `proved`: the search for anything better was exhausted.
 * - `bounded`: the best found; the search was not finished.
 * - `sampled`: found by simulation or by a search that may miss states. */
export type Status =
  'proved' | 'bounded' | 'sampled' | 'cancelled' | 'out-of-memory' | 'deadlock' | 'invalid';

/** One search, as it is reported. */
export interface SearchRun extends SearchProgress {
  /** T in ticks; null of a search for deadlocks. */
  readonly bound: Ticks | null;
  readonly verdict: Verdict;
  readonly purpose: 'over-time' | 'deadlock' | 'optima';
}

/** The time of one configuration. */
export interface ConfigurationResult {
  readonly values: Configuration;
  readonly status: Status;
  /** Ticks; absent where the program does not finish or the configuration is invalid. */
  readonly time?: Ticks;
  readonly reason?: string;
}

export interface TuningResult {
  readonly status: Status;
  readonly minTime?: Ticks;
  /** Every configuration known to reach `minTime`. */
  readonly optima: readonly Configuration[];
  readonly trail?: Trail;
  /** One sentence on what the status means here, where it is not plain. */
  readonly reason?: string;
}

/** What a strategy reports while it works. */
export type TuningEvent =
  /** What is being done now, in words for the progress line. */
  | { readonly type: 'stage'; readonly text: string }
  /** A search is running. */
  | { readonly type: 'progress'; readonly bound: Ticks | null; readonly progress: SearchProgress }
  | { readonly type: 'run'; readonly run: SearchRun }
  /** The time of one configuration became known. */
  | {
      readonly type: 'configuration';
      readonly result: ConfigurationResult;
      readonly done: number;
      readonly total: number;
    }
  /** The minimum lies above `low` and at or below `high`. */
  | { readonly type: 'interval'; readonly low: Ticks; readonly high: Ticks }
  /** A better configuration than all before. */
  | { readonly type: 'best'; readonly finish: Finish; readonly trail?: Trail }
  | { readonly type: 'result'; readonly result: TuningResult };

export type Strategy = AsyncGenerator<TuningEvent, TuningResult>;
