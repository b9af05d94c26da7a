import { expose } from 'comlink';
import { expect, it } from 'vitest';
import { world } from '../testing/session.ts';
import { type OutsideWorker, type ReadingWorker, timedReaders } from './clock.ts';

const LIMITS = { reading: 30, perMB: 1000, starting: 200 };

/** A worker in this thread, and when it was ended. */
function workerOf(readers: Partial<OutsideWorker>): {
  worker: ReadingWorker;
  ended: () => boolean;
} {
  const { port1, port2 } = new MessageChannel();
  expose({ ready: () => Promise.resolve(), ...world({}).outside, ...readers }, port2);
  port1.start();
  let isEnded = false;
  const worker: ReadingWorker = {
    addEventListener: port1.addEventListener.bind(port1),
    removeEventListener: port1.removeEventListener.bind(port1),
    postMessage: port1.postMessage.bind(port1),
    terminate() {
      isEnded = true;
      port1.close();
    },
  };
  return { worker, ended: () => isEnded };
}

const never = (): Promise<never> => new Promise(() => undefined);

it('reads in a worker that ends with its answer', async () => {
  const { worker, ended } = workerOf({});
  const read = await timedReaders(() => worker, { ...LIMITS, reading: 20_000 }).space(
    '{"ConfigurationSpace": {"TuningParameters": [{"Name": "A", "Values": "[1, 2]"}]}}',
  );
  expect(read).toMatchObject({ ok: true, value: { parameters: [{ name: 'A', values: [1, 2] }] } });
  expect(ended()).toBe(true);
});

it('ends what takes longer, and says so', async () => {
  const { worker, ended } = workerOf({ link: never });
  expect(await timedReaders(() => worker, LIMITS).link('#o=1.x')).toEqual({
    ok: false,
    message: 'It takes more than 0 seconds to read: it is too large, or made to hold the page up.',
  });
  expect(ended()).toBe(true);
});

it('gives more time to what is large', async () => {
  const slow = (): Promise<never> =>
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error('read in the end')), 150));
  const readers = () => timedReaders(() => workerOf({ measured: slow }).worker, LIMITS);
  expect(await readers().measured(new Blob(['1']))).toMatchObject({
    message: expect.stringMatching(/^It takes more than/),
  });
  expect(await readers().measured(new Blob(['1'.repeat(2 ** 20)]))).toMatchObject({
    message: expect.stringMatching(/^It could not be read \(read in the end\)/),
  });
});

it('tells a part that does not come from a file that is not read', async () => {
  const { worker } = workerOf({ ready: never });
  expect(await timedReaders(() => worker, LIMITS).link('#o=1.x')).toMatchObject({
    message: expect.stringMatching(/could not be fetched/),
  });
  const broken = timedReaders(() => {
    throw new Error('no worker');
  });
  expect(await broken.workbench('{}')).toMatchObject({
    message: expect.stringMatching(/^It could not be read \(no worker\)/),
  });
});
