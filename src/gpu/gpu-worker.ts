import { expose } from 'comlink';
import { type GpuProgress, type GpuRequest, measurePrograms } from './measurer.ts';

/** Protocol of the worker that has the GPU. Ending it cancels. What is told may arrive after the result,
 * or never. */
export interface GpuWorker {
  measure(request: GpuRequest, tell: (progress: GpuProgress) => void): Promise<GpuProgress>;
}

const worker: GpuWorker = {
  measure: (request, tell) => {
    // Absent where the browser has no WebGPU, whatever its type says.
    const { gpu } = navigator as { readonly gpu?: GPU };
    return measurePrograms(request, gpu, tell, new AbortController().signal);
  },
};

expose(worker);
