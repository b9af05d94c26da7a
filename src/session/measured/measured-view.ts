import type { Match, Measured } from '../../measured/index.ts';

/** Times that somebody measured, which the page shows beside those of the model. */
export interface MeasuredView {
  /** `reading`: a file is being read; what there was before stays until it has been. */
  readonly phase: 'none' | 'reading' | 'ready';
  /** Of the file. */
  readonly name?: string | undefined;
  readonly data?: Measured | undefined;
  /** For each parameter of the kernel as it is now, the column that has its values. */
  readonly matches: readonly Match[];
  /** Columns that the user has chosen, by parameter. */
  readonly chosen: readonly (readonly [parameter: string, column: string])[];
  /** Why the last file could not be read. */
  readonly message?: string | undefined;
  /** Why it will not be here after a reload; absent where it will. */
  readonly unkept?: string | undefined;
}

export const NO_MEASURED: MeasuredView = { phase: 'none', matches: [], chosen: [] };
