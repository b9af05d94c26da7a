import { oneWorker } from '../../base/one-worker.ts';
import { startWorker } from '../../base/start-worker.ts';
import type { Learner } from './learner.ts';
import type { LearnWorker } from './learn-worker.ts';
import script from './learn-worker.ts?worker&url';

/** Learns in a page worker; cancelling ends it. */
export function createBrowserLearner(): Learner {
  const call = oneWorker<LearnWorker>(() => startWorker(script, 'learn'));
  return (asked, signal) => call(signal, (remote) => remote.learnt(asked));
}
