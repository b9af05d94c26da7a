import opencl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import cuda from 'tree-sitter-cuda/tree-sitter-cuda.wasm?url';
import runtime from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { fetchPart } from '../../base/part.ts';
import { createKernelParser, type KernelParser } from '../../kernel/parser.ts';

const fetched = (address: string) => async (): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchPart(address)).arrayBuffer());

/** The parser with the site's grammars. */
export const createBrowserParser = (): Promise<KernelParser> =>
  createKernelParser(fetched(runtime), { opencl: fetched(opencl), cuda: fetched(cuda) });
