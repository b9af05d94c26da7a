import { kernelFiles } from '../kernel-files.ts';

/** Kernels with tuner pragmas in the styles of the public collections: reductions, scans, stencils, products of
 * matrices, sorts, transforms, graphs and the rest. */
export const CORPUS_KERNELS = kernelFiles(new URL('kernels/', import.meta.url));
