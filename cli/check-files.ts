import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodedText } from '../src/base/decoded-text.ts';
import { withNewlines } from '../src/base/span.ts';
import { isPythonFile, kernelsInPython } from '../src/front/python-kernels.ts';
import type { SentText } from './check-kernels.ts';
import { isFolder, kernelTexts, readText } from './files.ts';
import { UsageError } from './usage-error.ts';

/** Endings of kernels in folders; a file that is named may have any. */
const KERNELS = /\.(?:cl|opencl|ocl|cu|hip)$/i;

/** Texts of files, of folders with all folders in them, and of standard input.
 * @throws {UsageError} */
export function textsOf(paths: readonly string[]): readonly SentText[] {
  const files = paths.flatMap((path) => {
    if (path === '-' || !isFolder(path)) return [path];
    const found = kernelsIn(path);
    if (found.length > 0) return found;
    throw new UsageError(
      `${path} has no file that ends in .cl, .opencl, .ocl, .cu or .hip, and no .py with a kernel in a string`,
    );
  });
  return [...new Set(files)].flatMap((file): readonly SentText[] =>
    file === '-'
      ? [{ file, text: standardInput() }]
      : kernelTexts(file).map((text) => ({ file, text, path: file })),
  );
}

const kernelsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](?:node_modules|\.git)[\\/]/.test(path))
    .filter((path) => KERNELS.test(path) || (isPythonFile(path) && hasKernels(path)))
    .toSorted();

const hasKernels = (path: string): boolean => kernelsInPython(readText(path)).length > 0;

function standardInput(): string {
  const text = decodedText(readFileSync(0));
  if (text === undefined) throw new UsageError('standard input is not text in UTF-8');
  return withNewlines(text);
}
