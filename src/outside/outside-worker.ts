import { expose, transfer } from 'comlink';
import { EXAMPLES } from '../session/examples.ts';
import type { OutsideWorker } from './clock.ts';
import { createReaders } from './readers.ts';

const readers = createReaders((id) => EXAMPLES.find((example) => example.id === id)?.text);

const worker: OutsideWorker = {
  ...readers,
  ready: () => Promise.resolve(),
  async measured(file) {
    const read = await readers.measured(file);
    if (!read.ok) return read;
    const { times, reasons, columns } = read.value;
    const arrays = [times, reasons, ...columns.map(({ values }) => values)];
    return transfer(
      read,
      arrays.map(({ buffer }) => buffer),
    );
  },
};

expose(worker);
