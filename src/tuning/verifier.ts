import type { PackedTrail } from '../base/packed-trail.ts';
import type { Ticks } from '../base/ticks.ts';

/** The values of the tuning parameters, by name. */
export type Configuration = Readonly<Record<string, number>>;

/** A configuration together with the tick at which the program finished. */
export interface Finish {
  readonly time: Ticks;
  readonly values: Configuration;
}

/** A counterexample. It replays only with the words that the model read when it was
 * found. */
export interface Trail {
  readonly words: readonly string[];
  readonly packed: PackedTrail;
}

/** What a search found.
 * - `violated`: some path finishes within the bound, or ends where it must not (`deadlock`).
 * - `satisfied`: all paths were searched and none does.
 * - `incomplete`: none does so far, but the search was cut off. */
export type Verdict = (typeof VERDICTS)[number];
export const VERDICTS = ['violated', 'satisfied', 'incomplete'] as const;

/** Why a search was cut off; `bitstate` where it was not, but may have missed states. */
export type Cut = 'memory' | 'depth' | 'time' | 'cancelled' | 'unfinished' | 'bitstate' | 'fault';

/** A configuration whose time the model cannot tell: it passes what 64 bits hold, divides by zero, or has
 * more kinds of work-groups than the model tells apart. */
export interface Fault {
  readonly kind: 'overflow' | 'division' | 'kinds';
  readonly values: Configuration;
}

export interface SearchProgress {
  readonly states: number;
  readonly transitions: number;
  /** Steps on the longest path so far. */
  readonly depth: number;
  readonly memoryMB: number;
  readonly seconds: number;
}

/** Of a search that has not begun. */
export const NO_PROGRESS: SearchProgress = {
  states: 0,
  transitions: 0,
  depth: 0,
  memoryMB: 0,
  seconds: 0,
};

/** The figures of a search by themselves. */
export const figuresOf = ({
  states,
  transitions,
  depth,
  memoryMB,
  seconds,
}: SearchProgress): SearchProgress => ({ states, transitions, depth, memoryMB, seconds });

export interface SearchReport extends SearchProgress {
  readonly verdict: Verdict;
  readonly cut?: Cut | undefined;
  /** Of a search cut off by one. */
  readonly fault?: Fault | undefined;
  /** Finished configurations within the bound, in the order found, without repetitions. */
  readonly finishes: readonly Finish[];
  /** Whether what was found is an invalid end state. */
  readonly deadlock: boolean;
  /** The last trail written. */
  readonly trail?: Trail | undefined;
}

/** A path to the end, as the search comes upon it. */
export interface Found {
  readonly finish: Finish;
  /** Where the search writes one for it. */
  readonly trail?: Trail | undefined;
  /** Since the search began. */
  readonly seconds: number;
}

/** What to search for: paths that finish within a bound, or deadlocks. */
export interface SearchRequest {
  /** T of the over-time property, in ticks. `none`: any path that finishes is a counterexample (the
   * paper's non-termination property). `deadlock`: one that cannot go on is, and paths may take any
   * time. */
  readonly bound: Ticks | 'none' | 'deadlock';
  /** Searches the paths of this configuration only; only where configurations are listed. */
  readonly configuration?: Configuration;
  /** Takes everything in a random order and keeps a few bits of each state rather than the state
   * (bitstate), all by this seed. Such a search may miss states and proves nothing. */
  readonly seed?: number;
  /** Gives up when for so many seconds it has found nothing more. */
  readonly seconds?: number;
  /** Go on after the first counterexample, and report every configuration that has one. */
  readonly all?: boolean;
  /** Each counterexample lowers the bound to one tick less than it took (branch and bound). */
  readonly improve?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Told of each path that finishes within the bound, while the search runs. */
  readonly onFound?: (found: Found) => void;
}

export interface SimulationReport {
  /** `finished` with its time and configuration, `deadlock` where no process can go on, `cut` where the
   * step limit was reached, `invalid` where the configuration breaks a constraint. */
  readonly outcome: 'finished' | 'deadlock' | 'cut' | 'invalid';
  readonly finish?: Finish;
  readonly steps: number;
}

/** The times at which configurations finish, by row. */
export interface FinishTable {
  readonly size: number;
  time(row: number): Ticks;
  values(row: number): Configuration;
}

export interface CensusRequest extends Pick<SearchRequest, 'signal' | 'onProgress'> {
  /** Told how many paths have come to their end. */
  readonly onRows?: (rows: number) => void;
}

/** What a search through all paths of all configurations came to. */
export interface CensusReport extends SearchProgress {
  readonly cut?: Cut | undefined;
  readonly fault?: Fault | undefined;
  /** A row for each path: for each configuration one, where time does not depend on the schedule. */
  readonly finishes: FinishTable;
}

/** What the strategies need of a model checker that has been given a model. */
export interface Verifier {
  search(request: SearchRequest): Promise<SearchReport>;
  /** The time of every configuration, by one search without a bound. Only where a configuration is a
   * path or two, so that this takes hardly longer than a search for the best. */
  readonly census?: ((request: CensusRequest) => Promise<CensusReport>) | undefined;
  /** Follows a trail to its end: the configuration and the time that it leads to. */
  replayFinish(trail: Trail, signal?: AbortSignal): Promise<Finish>;
  /** One random path through the model, by SPIN's simulator; of one configuration or of any. */
  simulate(
    values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport>;
  /** All configurations, invalid ones with the reason why; nothing where the model is not ours, and
   * only simulation tells which there are. */
  configurations(): Iterable<ListedConfiguration> | undefined;
  /** About how many steps a simulation of a configuration takes; absent where nothing is known of it. */
  readonly estimate?: (values: Configuration) => number;
  /** Simulations tell no more than where to search: their times are to be confirmed. In words, what a path
   * that finishes does: `sets FIN`. */
  readonly guesses?: { readonly finishing: string } | undefined;
  /** No path finishes before; 0 where it is absent. */
  readonly least?: Ticks;
  /** Whether work-items may meet different barriers, so that a search for deadlocks is due. */
  readonly canDiverge: boolean;
}

export interface ListedConfiguration {
  readonly values: Configuration;
  readonly reason?: string | undefined;
  /** The model cannot count its time, and can prove nothing as long as it allows it. */
  readonly uncountable?: boolean | undefined;
}
