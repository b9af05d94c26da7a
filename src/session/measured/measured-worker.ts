import { expose, transfer } from 'comlink';
import { readMeasured } from '../../measured/index.ts';
import type { MeasuredReader } from './measured-reader.ts';

/** Requests to the worker that reads measurements. */
export interface MeasuredWorker {
  readonly read: MeasuredReader;
}

const worker: MeasuredWorker = {
  async read(bytes, options) {
    const result = await readMeasured(bytes, options);
    if (!result.ok) return result;
    const { times, reasons, columns } = result.value;
    const arrays = [times, reasons, ...columns.map(({ values }) => values)];
    return transfer(
      result,
      arrays.map(({ buffer }) => buffer),
    );
  },
};

expose(worker);
