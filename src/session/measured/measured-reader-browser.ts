import { transfer, wrap } from 'comlink';
import { startWorker } from '../../base/start-worker.ts';
import type { MeasuredReader } from './measured-reader.ts';
import type { MeasuredWorker } from './measured-worker.ts';
import script from './measured-worker.ts?worker&url';

/** A worker for each file frees its memory at the end. */
export const browserMeasuredReader: MeasuredReader = async (bytes, options) => {
  const worker = startWorker(script, 'measured');
  const death = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'the worker could not be started'));
    });
  });
  try {
    const read = wrap<MeasuredWorker>(worker).read(transfer(bytes, [bytes.buffer]), options);
    return await Promise.race([read, death]);
  } finally {
    worker.terminate();
  }
};
