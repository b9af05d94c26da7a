import { readTunerScript } from '../src/exchange/index.ts';
import { isPythonFile } from '../src/front/python-kernels.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';

/** The script itself, where the kernel is in one of its strings. @throws {UsageError} */
export const tunerScriptFor = (given: string | undefined, kernel: string | undefined) =>
  given ??
  (kernel !== undefined && isPythonFile(kernel) && readTunerScript(readText(kernel)).ok
    ? kernel
    : undefined);

/** The pragmas that a Kernel Tuner script says the same as, and its kernel. @throws {UsageError} */
export function scriptOf(path: string | undefined) {
  if (path === undefined) return { lines: [] };
  const read = readTunerScript(readText(path));
  if (read.ok) return read.value;
  throw new UsageError(`--kernel-tuner ${path}: ${read.message}`);
}
