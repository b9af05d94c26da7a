import { host } from '#host';
import { decodedText } from '../src/base/decoded-text.ts';
import { messageOf } from '../src/base/message.ts';
import { withNewlines } from '../src/base/span.ts';
import { isPythonFile, kernelsInPython } from '../src/front/python-kernels.ts';
import { codeOf } from './error-code.ts';
import { UsageError } from './usage-error.ts';

export const isFolder = (path: string): boolean => host.files.isFolder(path);

/** A path without its folders. */
export const fileName = (path: string): string => path.replace(/^.*[\\/]/s, '');

/** Folders of -I. @throws {UsageError} */
export function checkFolders(folders: readonly string[]): void {
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`-I: there is no folder ${missing}`);
}

/** Far more than any kernel or model; stops devices that never end. */
const MOST_BYTES = 32 * 2 ** 20;

/** A text file, with uniform line breaks. @throws {UsageError} */
export function readText(path: string): string {
  const problem = (what: string, todo = 'name a file of text'): UsageError =>
    new UsageError(`${what}; ${todo}`);
  const bytes = readBytes(path, MOST_BYTES, 'name a file of text');
  if (bytes.length > MOST_BYTES && !bytes.includes(0))
    throw problem(`${path} is larger than ${MOST_BYTES / 2 ** 20} MB`);
  const text = decodedText(bytes);
  if (text !== undefined) return withNewlines(text);
  const isWide = bytes.length >= 4 && bytes.length % 2 === 0 && hasEveryOtherZero(bytes);
  throw isWide
    ? problem(`${path} is not text in UTF-8 but seems to be UTF-16`, 'save it as UTF-8')
    : problem(`${path} is not text in UTF-8`, 'name a file of text that is saved as UTF-8');
}

/** A file's kernel text; of a Python script those in its strings. @throws {UsageError} */
export function kernelTexts(path: string): readonly string[] {
  const text = readText(path);
  if (!isPythonFile(path)) return [text];
  const texts = kernelsInPython(text);
  if (texts.length > 0) return texts;
  throw new UsageError(
    `${path} has no kernel (__global__ or __kernel) in a string; kernels written in Python are not read`,
  );
}

/** A file's bytes; of more than `most` only somewhat more than that.
 * @throws {UsageError} */
export function readBytes(
  path: string,
  most: number,
  todo = 'name a file',
): Uint8Array<ArrayBuffer> {
  try {
    return host.files.read(path, most);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new UsageError(`there is no file ${path}; ${todo}`);
    if (code === 'EISDIR') throw new UsageError(`${path} is a folder; ${todo}`);
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}; ${todo}`);
  }
}

/** A guess at UTF-16 without a mark: plain words have a zero in every pair. */
const hasEveryOtherZero = (bytes: Uint8Array): boolean =>
  [0, 1].some((odd) => {
    const part = bytes.subarray(0, 64);
    return part.every((byte, at) => (at % 2 === odd ? byte === 0 : byte !== 0));
  });
