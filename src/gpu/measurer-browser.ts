import { proxy } from 'comlink';
import { oneWorker } from '../base/one-worker.ts';
import { startWorker } from '../base/start-worker.ts';
import type { GpuWorker } from './gpu-worker.ts';
import type { GpuMeasurer, GpuProgress } from './measurer.ts';
import script from './gpu-worker.ts?worker&url';

/** Measures in a worker that lives as long as the call; cancelling ends it, and what it has submitted takes
 * no longer than a tenth of a second. */
export const createBrowserGpuMeasurer = (): GpuMeasurer => ({
  async measure(request, tell, signal) {
    const call = oneWorker<GpuWorker>(() => startWorker(script, 'gpu'));
    try {
      let isOver = false;
      const early = (progress: GpuProgress): void => {
        if (!isOver) tell(progress);
      };
      const result = await call(signal, (remote) => remote.measure(request, proxy(early)));
      isOver = true;
      return result;
    } finally {
      call.end();
    }
  },
});
