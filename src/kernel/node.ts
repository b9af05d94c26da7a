import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createKernelParser, type KernelParser } from './parser.ts';

/** A parser for Node, with both wasm files taken from the installed packages; the package of the command line
 * has them beside the other tools. */
export async function createNodeKernelParser(): Promise<KernelParser> {
  const [runtime, grammar] = await Promise.all([
    readFile(pathOf('web-tree-sitter')),
    readFile(pathOf('tree-sitter-c')),
  ]);
  return createKernelParser(runtime, grammar);
}

function pathOf(name: string): string | URL {
  const packed = new URL(`../../wasm/build/${name}.wasm`, import.meta.url);
  return existsSync(packed)
    ? packed
    : createRequire(import.meta.url).resolve(`${name}/${name}.wasm`);
}
