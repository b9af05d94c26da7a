/** The words of OpenCL C that a puzzle may use, and CUDA's. Order matters: longer ones first. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/__attribute__\(\(intel_reqd_sub_group_size\(\d+\)\)\)\s*/g, ''],
  [/\b__kernel\b/g, '__global__'],
  [/\b__global (?=const|int|float|uint)/g, ''],
  [/\b__local\b/g, '__shared__'],
  [/\bget_global_id\(0\)/g, '(blockIdx.x * blockDim.x + threadIdx.x)'],
  [/\bget_global_size\(0\)/g, '(gridDim.x * blockDim.x)'],
  [/\bget_local_id\(0\)/g, 'threadIdx.x'],
  [/\bget_local_size\(0\)/g, 'blockDim.x'],
  [/\bget_group_id\(0\)/g, 'blockIdx.x'],
  [/\b(?:work_group_)?barrier\([A-Z_ |]*\)/g, '__syncthreads()'],
  [/\bmem_fence\([A-Z_ |]*\)/g, '__threadfence_block()'],
  [/\bsub_group_shuffle\(/g, '__shfl_sync(0xffffffff, '],
  [/\bsub_group_shuffle_(xor|up|down)\(/g, '__shfl_$1_sync(0xffffffff, '],
  [/\bsub_group_reduce_(add|min|max)\(/g, '__reduce_$1_sync(0xffffffff, '],
  [/\batomic_inc\(([^;]*?)\)(?=[\];]|$)/gm, 'atomicAdd($1, 1)'],
  [/\batomic_add\(/g, 'atomicAdd('],
  [/\batomic_max\(/g, 'atomicMax('],
  [/\batomic_min\(/g, 'atomicMin('],
];

/** A puzzle's text, or a piece of it, in CUDA's words. It is not for other texts: only what puzzles use is known. */
export const inCuda = (text: string): string =>
  WORDS.reduce((read, [word, other]) => read.replaceAll(word, other), text)
    .replaceAll(/= \((\w+\.x \* \w+\.x( \+ \w+\.x)?)\);/g, '= $1;')
    .replaceAll(/= \((\w+\.x \* \w+\.x( \+ \w+\.x)?)\) /g, '= $1 ');
