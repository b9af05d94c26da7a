import { readSearchSpace, withSearchSpace } from '../src/exchange/index.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';

/** Replaces a kernel's search space by a file's (T1). @throws {UsageError} */
export function withSpaceOf(path: string, text: string): string {
  const read = readSearchSpace(readText(path));
  if (!read.ok) throw new UsageError(`--space ${path}: ${read.message}`);
  return withSearchSpace(text, read.value);
}
