import { proxy, type Remote } from 'comlink';
import { oneWorker } from '../base/one-worker.ts';
import { startWorker } from '../base/start-worker.ts';
import type { GpuWorker } from './gpu-worker.ts';
import type { GpuMeasurer } from './measurer.ts';
import script from './gpu-worker.ts?worker&url';

/** Measures in a worker that lives as long as the call; cancelling ends it, and what it has submitted takes
 * no longer than a tenth of a second. */
export const createBrowserGpuMeasurer = (): GpuMeasurer => ({
  measure: (request, tell, signal) =>
    called((remote, early) => remote.measure(request, early), tell, signal),
  probe: (tell, signal) => called((remote, early) => remote.probe(early), tell, signal),
});

/** Messages after the end are dropped. */
async function called<News>(
  ask: (remote: Remote<GpuWorker>, early: (news: News) => void) => Promise<News>,
  tell: (news: News) => void,
  signal: AbortSignal,
): Promise<News> {
  const call = oneWorker<GpuWorker>(() => startWorker(script, 'gpu'));
  try {
    let isOver = false;
    const early = (news: News): void => {
      if (!isOver) tell(news);
    };
    const result = await call(signal, (remote) => ask(remote, proxy(early)));
    isOver = true;
    return result;
  } finally {
    call.end();
  }
}
