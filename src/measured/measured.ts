/** What somebody has measured: the times of configurations on a device, in columns. A hundred thousand of
 * them take a few MB and can be handed to another thread as they are. */
export interface Measured {
  readonly format: Format;
  /** The device and the kernel, where the file names them. */
  readonly device?: string | undefined;
  readonly kernel?: string | undefined;
  /** The unit of the times in the file. */
  readonly unit: Unit;
  readonly columns: readonly MeasuredColumn[];
  /** Milliseconds, for each row; NaN where the configuration failed. */
  readonly times: Float64Array;
  /** Why a row has no time, as an index into `texts`; 0 where it has one. */
  readonly reasons: Uint16Array;
  readonly texts: readonly string[];
  /** What was made of the file that its author might not expect: sentences. */
  readonly notes: readonly string[];
}

/** The values of one tuning parameter, a number for each row. */
export interface MeasuredColumn {
  readonly name: string;
  readonly values: Float64Array;
  /** Where the file has words: the word that each number stands for. */
  readonly words?: readonly string[] | undefined;
}

/** The formats that are read, and what each is called.
 * - T4: the results of the FAIR benchmark hub for auto-tuning (AutoTuningAssociation/benchmark_hub).
 * - Kernel Tuner: a cache file, or a list of results, of KernelTuner/kernel_tuner.
 * - KTT: the JSON output of HiPerCoRe/KTT.
 * - CSV: a header, and a row for each configuration. */
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

/** What reading comes to: the measurements, or in one sentence why there are none. */
export type ReadMeasured =
  | { readonly ok: true; readonly value: Measured }
  | { readonly ok: false; readonly message: string };

/** A file that is not what it should be, in one sentence. Thrown and caught within this folder. */
export class Unreadable extends Error {}

/** How many configurations have a time. */
export const measuredCount = ({ times }: Measured): number =>
  times.reduce((count, time) => count + (Number.isNaN(time) ? 0 : 1), 0);

/** Why a row has no time; nothing where it has one. */
export function failureOf({ times, reasons, texts }: Measured, row: number): string | undefined {
  if (!Number.isNaN(times[row] ?? Number.NaN)) return undefined;
  return texts[reasons[row] ?? 0] ?? 'for an unknown reason';
}
