import type { ReadMeasured, ReadOptions } from '../../measured/index.ts';

/** Reads beside the page: a file may hold 40 MB of JSON. Rejects where the worker dies. */
export type MeasuredReader = (
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions,
) => Promise<ReadMeasured>;
