import { readdirSync, readFileSync } from 'node:fs';

/** A kernel as an OpenCL program would have it, with tuner pragmas. */
export interface CorpusKernel {
  readonly name: string;
  readonly text: string;
}

const folder = new URL('kernels/', import.meta.url);

/** Kernels in the styles of the public collections: reductions, scans, stencils, products of matrices, sorts,
 * transforms, graphs and the rest. */
export const CORPUS_KERNELS: readonly CorpusKernel[] = readdirSync(folder)
  .filter((file) => file.endsWith('.cl'))
  .toSorted()
  .map((file) => ({
    name: file.slice(0, -'.cl'.length),
    text: readFileSync(new URL(file, folder), 'utf8'),
  }));
