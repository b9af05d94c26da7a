import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createKernelParser, type KernelParser } from './parser.ts';

/** A parser for Node, with both wasm files taken from the installed packages. */
export async function createNodeKernelParser(): Promise<KernelParser> {
  const { resolve } = createRequire(import.meta.url);
  const [runtime, grammar] = await Promise.all([
    readFile(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(resolve('tree-sitter-c/tree-sitter-c.wasm')),
  ]);
  return createKernelParser(runtime, grammar);
}
