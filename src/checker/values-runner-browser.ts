import { oneWorker } from '../base/one-worker.ts';
import type { ValuesRunner } from './values-runner.ts';
import type { ValuesWorker } from './values-worker.ts';

/** Runs work-items in a worker of the page. A call that is cancelled ends the worker; the next gets another. */
export function createBrowserValuesRunner(): ValuesRunner {
  const call = oneWorker<ValuesWorker>(
    () => new Worker(new URL('./values-worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    check: (program, about, signal) => call(signal, (remote) => remote.check(program, about)),
    trace: (program, finding, about, signal) =>
      call(signal, (remote) => remote.trace(program, finding, about)),
    steer: (program, choices, about, signal) =>
      call(signal, (remote) => remote.steer(program, [...choices], about)),
  };
}
