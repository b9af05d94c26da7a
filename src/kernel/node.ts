import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createKernelParser, type KernelParser } from './parser.ts';

/** Takes the wasm files from installed packages; the command line's has them beside its other
 * tools. */
export async function createNodeKernelParser(): Promise<KernelParser> {
  const [runtime, opencl, cuda] = await Promise.all([
    readFile(pathOf('web-tree-sitter')),
    readFile(pathOf('tree-sitter-c')),
    readFile(pathOf('tree-sitter-cuda')),
  ]);
  return createKernelParser(runtime, { opencl, cuda }, ['opencl', 'cuda']);
}

function pathOf(name: string): string | URL {
  const packed = new URL(`../../wasm/build/${name}.wasm`, import.meta.url);
  return existsSync(packed)
    ? packed
    : createRequire(import.meta.url).resolve(`${name}/${name}.wasm`);
}
