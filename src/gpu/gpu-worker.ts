import { expose } from 'comlink';
import {
  type GpuProbing,
  type GpuProgress,
  type GpuRequest,
  measurePrograms,
  probeGpu,
} from './measurer.ts';

/** Protocol of the worker that has the GPU. Ending it cancels. What is told may arrive after the result,
 * or never. */
export interface GpuWorker {
  measure(request: GpuRequest, tell: (progress: GpuProgress) => void): Promise<GpuProgress>;
  probe(tell: (probing: GpuProbing) => void): Promise<GpuProbing>;
}

// Absent where the browser has no WebGPU, whatever its type says.
const { gpu } = navigator as { readonly gpu?: GPU };

const never = new AbortController().signal;

const worker: GpuWorker = {
  measure: (request, tell) => measurePrograms(request, gpu, tell, never),
  probe: (tell) => probeGpu(gpu, tell, never),
};

expose(worker);
