import { startWorker } from '../base/start-worker.ts';
import { timedReaders } from './clock.ts';
import script from './outside-worker.ts?worker&url';

/** The page's readers of what comes from elsewhere. */
export const outside = timedReaders(() => startWorker(script, 'outside'));
