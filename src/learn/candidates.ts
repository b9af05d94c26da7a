import type { Column } from './features.ts';

/** Where a guide's times are from. */
export type GuideId = 'model' | 'relative';

/** Times of the candidates that were not measured here: the model's, or another GPU's. */
export interface Guide {
  readonly id: GuideId;
  /** In any one unit; NaN where there is none. */
  readonly times: Float64Array;
}

/** All that may be measured. */
export interface Candidates {
  readonly count: number;
  /** Tuning parameters. */
  readonly parameters: readonly Column[];
  readonly guides: readonly Guide[];
}

/** A measurement of one candidate; without a time it failed. */
export interface Observation {
  readonly row: number;
  /** Milliseconds. */
  readonly time?: number | undefined;
}

export interface Timed extends Observation {
  readonly time: number;
}

export const isTimed = (observation: Observation): observation is Timed =>
  observation.time !== undefined;
