import type { RunParameters } from '../promela/index.ts';

/** The values of the tuning parameters, by name. */
export type Configuration = Readonly<Record<string, number>>;

/** A configuration together with the tick at which the program finished. */
export interface Finish {
  readonly time: number;
  readonly values: Configuration;
}

/** A counterexample as SPIN writes it: it replays only together with the run that found it. */
export interface Trail {
  readonly run: RunParameters;
  readonly text: string;
}

/** What a search found.
 * - `violated`: some path finishes within the bound, or ends where it must not (`deadlock`).
 * - `satisfied`: all paths were searched and none does.
 * - `incomplete`: none does so far, but the search was cut off. */
export type Verdict = 'violated' | 'satisfied' | 'incomplete';

/** Why a search was cut off. */
export type Cut = 'memory' | 'depth' | 'time' | 'bitstate';

export interface SearchProgress {
  readonly states: number;
  readonly transitions: number;
  /** Steps on the longest path so far. */
  readonly depth: number;
  readonly memoryMB: number;
  readonly seconds: number;
}

export interface SearchReport extends SearchProgress {
  readonly verdict: Verdict;
  readonly cut?: Cut;
  /** Finished configurations within the bound, in the order found, without repetitions. */
  readonly finishes: readonly Finish[];
  /** Whether what was found is an invalid end state. */
  readonly deadlock: boolean;
  /** The last trail written. */
  readonly trail?: Trail;
}

export interface SearchRequest {
  readonly run: RunParameters;
  /** Go on after the first counterexample. */
  readonly all?: boolean;
  /** Look for invalid end states as well. */
  readonly deadlocks?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SimulationReport {
  /** `finished` with its time and configuration, `deadlock` where no process can go on, `cut` where the
   * step limit was reached, `invalid` where the configuration breaks a constraint. */
  readonly outcome: 'finished' | 'deadlock' | 'cut' | 'invalid';
  readonly finish?: Finish;
  readonly steps: number;
}

/** What the strategies need of a model checker that has been given a model. */
export interface Verifier {
  search(request: SearchRequest): Promise<SearchReport>;
  /** One random path through the model, by SPIN's simulator. */
  simulate(run: RunParameters, seed: number, signal?: AbortSignal): Promise<SimulationReport>;
}
