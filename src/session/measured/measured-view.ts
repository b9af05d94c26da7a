import type { Match, Measured, Typed } from '../../measured/index.ts';
import type { JobView } from '../jobs/job.ts';

/** The same kernel's times on another GPU. */
export interface RelativeTimes {
  /** The file's. */
  readonly name: string;
  readonly data: Measured;
  /** Why a reload will lose it. */
  readonly unkept?: string | undefined;
}

/** Somebody's measured times, shown beside the model's; the previous ones stay until a file is read. */
export interface MeasuredView extends JobView {
  readonly name?: string | undefined;
  readonly data?: Measured | undefined;
  /** The column for each parameter of the present kernel. */
  readonly matches: readonly Match[];
  /** Columns that the user has chosen, by parameter. */
  readonly chosen: readonly (readonly [parameter: string, column: string])[];
  /** Times typed in, which the table has too; another file does not undo them. */
  readonly typed: readonly Typed[];
  /** Why a reload will lose it; absent where it is kept. */
  readonly unkept?: string | undefined;
  /** Another GPU's times, by which the first are chosen. */
  readonly relative?: RelativeTimes | undefined;
}

export const NO_MEASURED: MeasuredView = { phase: 'none', matches: [], chosen: [], typed: [] };
