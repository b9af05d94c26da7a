import type { PackedTrail } from '../base/packed-trail.ts';
import type { Ticks } from '../base/ticks.ts';

/** The values of the tuning parameters, by name. */
export type Configuration = Readonly<Record<string, number>>;

/** A configuration and its finishing tick. */
export interface Finish {
  readonly time: Ticks;
  readonly values: Configuration;
}

/** Replays only with the words the model read when it was found. */
export interface Trail {
  readonly words: readonly string[];
  readonly packed: PackedTrail;
}

/** The outcome of a search.
 * - `violated`: some path finishes within the bound, or deadlocks (`deadlock`).
 * - `satisfied`: all paths were searched and none does.
 * - `incomplete`: none so far, but the search was cut off. */
export type Verdict = (typeof VERDICTS)[number];
export const VERDICTS = ['violated', 'satisfied', 'incomplete'] as const;

/** The limit that ended a search; `bitstate` if it finished but may have missed states, `switches` if
 * only runs with few context switches were its subject. */
export type Cut =
  'memory' | 'depth' | 'time' | 'cancelled' | 'unfinished' | 'bitstate' | 'switches' | 'fault';

/** The model cannot tell this configuration's time: over 64 bits, a division by zero, or too many
 * kinds of work-groups. */
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

/** The search never began. */
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
  /** The limit that cut it off. */
  readonly fault?: Fault | undefined;
  /** Finished within the bound, distinct, in order of discovery. */
  readonly finishes: readonly Finish[];
  /** The finding is an invalid end state. */
  readonly deadlock: boolean;
  /** The last trail written. */
  readonly trail?: Trail | undefined;
}

/** A finished path, as soon as it is found. */
export interface Found {
  readonly finish: Finish;
  /** Where the search writes one for it. */
  readonly trail?: Trail | undefined;
  /** Since the search began. */
  readonly seconds: number;
}

/** Asks for paths within a bound, or for deadlocks. */
export interface SearchRequest {
  /** T of the over-time property, in ticks. `none`: any finishing path is a counterexample (the
   * paper's non-termination property). `deadlock`: a stuck path is, whatever its time. */
  readonly bound: Ticks | 'none' | 'deadlock';
  /** Restricts the search to one listed configuration. */
  readonly configuration?: Configuration;
  /** Random order and bitstate hashing by this seed; may miss states, so it proves nothing. */
  readonly seed?: number;
  /** Gives up after so many seconds without a finding. */
  readonly seconds?: number;
  /** Continue past counterexamples, and report every configuration that has one. */
  readonly all?: boolean;
  /** Branch and bound: each counterexample lowers the bound below its time, or to it where the search
   * is to list every configuration with the best. */
  readonly improve?: boolean | 'listing';
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: SearchProgress) => void;
  /** Told what else than asked is done, and why. */
  readonly onNote?: (text: string) => void;
  /** Called for each path within the bound, during the search. */
  readonly onFound?: (found: Found) => void;
}

export interface SimulationReport {
  /** `finished`: time and configuration. `deadlock`: no process can move. `cut`: step limit.
   * `invalid`: a constraint is broken. */
  readonly outcome: 'finished' | 'deadlock' | 'cut' | 'invalid';
  readonly finish?: Finish;
  readonly steps: number;
  /** The fault that cut it. */
  readonly fault?: Fault | undefined;
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

/** The result of searching all paths of all configurations. */
export interface CensusReport extends SearchProgress {
  readonly cut?: Cut | undefined;
  readonly fault?: Fault | undefined;
  /** One row per path; one per configuration if schedules do not matter. */
  readonly finishes: FinishTable;
}

/** The strategies' port to a model checker with a model. */
export interface Verifier {
  search(request: SearchRequest): Promise<SearchReport>;
  /** Every configuration's time by one unbounded search; offered only if configurations have a path
   * or two. */
  readonly census?: ((request: CensusRequest) => Promise<CensusReport>) | undefined;
  /** Replays a trail to its configuration and time. */
  replayFinish(trail: Trail, signal?: AbortSignal): Promise<Finish>;
  /** One random path by SPIN's simulator, of one configuration or any. */
  simulate(
    values: Configuration | undefined,
    seed: number,
    signal?: AbortSignal,
  ): Promise<SimulationReport>;
  /** All configurations, with reasons for invalid ones; undefined for foreign models, which only
   * simulation can list. */
  configurations(): Iterable<ListedConfiguration> | undefined;
  /** Estimated steps of a simulation. */
  readonly estimate?: (values: Configuration) => number;
  /** Set if simulated times need confirming; the words tell what a finished path does: `sets FIN`. */
  readonly guesses?: { readonly finishing: string } | undefined;
  /** `improve: 'listing'` is understood. */
  readonly listsBest?: boolean;
  /** No path finishes before; 0 where it is absent. */
  readonly least?: Ticks;
  /** Work-items may meet different barriers, so deadlocks must be searched for. */
  readonly canDiverge: boolean;
}

export interface ListedConfiguration {
  readonly values: Configuration;
  readonly reason?: string | undefined;
  /** The model cannot count this one's time, which blocks any proof. */
  readonly uncountable?: boolean | undefined;
}
