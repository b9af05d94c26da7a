import type { Match, Measured } from '../../measured/index.ts';

/** Somebody's measured times, shown beside the model's. */
export interface MeasuredView {
  /** `reading`: the previous measurements stay until the file is read. */
  readonly phase: 'none' | 'reading' | 'ready';
  readonly name?: string | undefined;
  readonly data?: Measured | undefined;
  /** The column for each parameter of the present kernel. */
  readonly matches: readonly Match[];
  /** Columns that the user has chosen, by parameter. */
  readonly chosen: readonly (readonly [parameter: string, column: string])[];
  /** Why the last file could not be read. */
  readonly message?: string | undefined;
  /** Why a reload will lose it; absent where it is kept. */
  readonly unkept?: string | undefined;
}

export const NO_MEASURED: MeasuredView = { phase: 'none', matches: [], chosen: [] };
