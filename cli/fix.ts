import { readFileSync, writeFileSync } from 'node:fs';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import { mendAll } from '../src/language/index.ts';
import { isPythonFile } from '../src/front/python-kernels.ts';
import { isKernelFile } from './kernel-arguments.ts';
import { UsageError } from './usage-error.ts';
import { readSource, type SourceAsked } from './input.ts';

/** Writes the first quick fix of each problem into a kernel's file, and says them on standard error.
 * @throws {UsageError} where it is no file. */
export function fixFile(asked: SourceAsked, read: (text: string) => readonly Diagnostic[]): void {
  const { kernel } = asked;
  if (!isKernelFile(kernel))
    throw new UsageError(`--fix writes into a file of your own; ${kernel} is an example`);
  if (isPythonFile(kernel))
    throw new UsageError(
      `--fix does not write into the strings of a Python script; ${kernel} is one`,
    );
  const { name, text } = readSource(asked);
  const { text: after, mended } = mendAll(text, read);
  for (const { line, title, why } of mended) console.error(`${name}:${line}: ${title} (${why})`);
  if (mended.length === 0) return;
  const ending = readFileSync(kernel, 'utf8').includes('\r\n') ? '\r\n' : '\n';
  writeFileSync(kernel, after.replaceAll(/\r?\n/g, ending));
}
