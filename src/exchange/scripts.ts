import { CUDA_PROGRAM, KTT_PROGRAM, OPENCL_PROGRAM } from './script-cpp.ts';
import { KERNEL_TUNER_SCRIPT, PYATF_SCRIPT } from './script-python.ts';

/** Programs that measure a batch: one row each. */
export const SCRIPTS = [
  KERNEL_TUNER_SCRIPT,
  KTT_PROGRAM,
  PYATF_SCRIPT,
  OPENCL_PROGRAM,
  CUDA_PROGRAM,
] as const;

export type ScriptId = (typeof SCRIPTS)[number]['id'];
