/** Measured times by configuration, in columns: 100,000 rows take a few MB and transfer between
 * threads as they are. */
export interface Measured {
  readonly format: Format;
  /** As named in the file. */
  readonly device?: string | undefined;
  readonly kernel?: string | undefined;
  /** The unit of the times in the file. */
  readonly unit: Unit;
  readonly columns: readonly MeasuredColumn[];
  /** Milliseconds, for each row; NaN where the configuration failed. */
  readonly times: Float64Array;
  /** Index into `texts` of the reason for a missing time; 0 if there is a time. */
  readonly reasons: Uint16Array;
  readonly texts: readonly string[];
  /** Sentences on surprising interpretations of the file. */
  readonly notes: readonly string[];
}

/** One parameter's value in each row. */
export interface MeasuredColumn {
  readonly name: string;
  readonly values: Float64Array;
  /** Words that the numbers stand for, if the file has words. */
  readonly words?: readonly string[] | undefined;
}

/** The formats we read, with their names.
 * - T4: the FAIR benchmark hub (AutoTuningAssociation/benchmark_hub).
 * - Kernel Tuner: a cache or result list (KernelTuner/kernel_tuner).
 * - KTT: JSON output (HiPerCoRe/KTT).
 * - CSV: a header, then one row per configuration. */
export const FORMATS = {
  t4: 'T4',
  'kernel-tuner': 'Kernel Tuner',
  ktt: 'KTT',
  csv: 'CSV',
} as const;

export type Format = keyof typeof FORMATS;

/** Units of time, and how many milliseconds one is. */
export const UNITS = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 } as const;

export type Unit = keyof typeof UNITS;

/** Measurements, or one sentence on the failure. */
export type ReadMeasured =
  | { readonly ok: true; readonly value: Measured }
  | { readonly ok: false; readonly message: string };

/** An unexpected file, in one sentence; never leaves this folder. */
export class Unreadable extends Error {}

/** Configurations that have a time. */
export const measuredCount = ({ times }: Measured): number =>
  times.reduce((count, time) => count + (Number.isNaN(time) ? 0 : 1), 0);

/** The reason a row has no time. */
export function failureOf({ times, reasons, texts }: Measured, row: number): string | undefined {
  if (!Number.isNaN(times[row] ?? Number.NaN)) return undefined;
  return texts[reasons[row] ?? 0] ?? 'for an unknown reason';
}
