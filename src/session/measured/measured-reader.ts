import type { ReadMeasured, ReadOptions } from '../../measured/index.ts';

/** Reads a file of measurements, out of the way of whoever asks: it may hold 40 MB of JSON. Rejects where
 * the worker dies. */
export type MeasuredReader = (
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions,
) => Promise<ReadMeasured>;
