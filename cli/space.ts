import { readSearchSpace, withSearchSpace } from '../src/exchange/index.ts';
import { readText, UsageError } from './command.ts';

/** A kernel's text with the search space of a file (T1) in place of its own. @throws {UsageError} */
export function withSpaceOf(path: string, text: string): string {
  const read = readSearchSpace(readText(path));
  if (!read.ok) throw new UsageError(`--space ${path}: ${read.message}`);
  return withSearchSpace(text, read.value);
}
