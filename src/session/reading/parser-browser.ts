import opencl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import cuda from 'tree-sitter-cuda/tree-sitter-cuda.wasm?url';
import runtime from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { onDemand } from '../../base/on-demand.ts';
import { fetchPart } from '../../base/part.ts';
import type { KernelParser } from '../../kernel/parser.ts';

const reader = onDemand(() => import('../../kernel/parser.ts'));

const fetched = (address: string) => async (): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchPart(address)).arrayBuffer());

/** The parser with the site's grammars, all fetched at once. */
export async function createBrowserParser(): Promise<KernelParser> {
  const [{ createKernelParser }, engine, grammar] = await Promise.all([
    reader(),
    fetched(runtime)(),
    fetched(opencl)(),
  ]);
  return createKernelParser(engine, { opencl: grammar, cuda: fetched(cuda) });
}
