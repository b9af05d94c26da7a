import { oneWorker } from '../base/one-worker.ts';
import { startWorker } from '../base/start-worker.ts';
import type { ValuesRunner } from './values-runner.ts';
import type { ValuesWorker } from './values-worker.ts';
import script from './values-worker.ts?worker&url';

/** Runs work-items in a page worker; cancelling a call ends it. */
export function createBrowserValuesRunner(): ValuesRunner {
  const call = oneWorker<ValuesWorker>(() => startWorker(script, 'values'));
  return {
    check: (program, about, signal) => call(signal, (remote) => remote.check(program, about)),
    trace: (program, finding, about, signal) =>
      call(signal, (remote) => remote.trace(program, finding, about)),
    steer: (program, choices, about, signal) =>
      call(signal, (remote) => remote.steer(program, [...choices], about)),
  };
}
