import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { ModelSource } from '../src/checker/index.ts';
import { readText, UsageError } from './command.ts';

/** Files that a model may include in all: what includes itself would never end. */
const MOST_FILES = 200;

/** A Promela file with all that it includes, as far as that is found: beside the file that includes it, then
 * in the folders of -I. What is missing the preprocessor names with its line.
 * @throws {UsageError} */
export function readModelSource(
  path: string,
  defines: readonly string[],
  folders: readonly string[],
): ModelSource {
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`-I: there is no folder ${missing}`);
  const text = readText(path);
  const home = dirname(resolve(path));
  const files: Record<string, string> = {};
  const waiting = [{ from: home, text }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [, name = ''] of next.text.matchAll(
      /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm,
    )) {
      const found = [next.from, home, ...folders]
        .map((folder) => resolve(folder, name))
        .find((candidate) => existsSync(candidate) && !isFolder(candidate));
      if (found === undefined || files[placeOf(found, home)] !== undefined) continue;
      const included = readText(found);
      files[placeOf(found, home)] = included;
      if (Object.keys(files).length > MOST_FILES)
        throw new UsageError(`${path} includes more than ${MOST_FILES} files`);
      waiting.push({ from: dirname(found), text: included });
    }
  }
  const places = folders.map((folder) => placeOf(resolve(folder), home) || '.');
  return { text, defines, files, folders: places };
}

/** Where a file lies for the preprocessor, whose root is the model's folder. */
function placeOf(path: string, home: string): string {
  const within = relative(home, path);
  const isOutside = within.startsWith('..') || isAbsolute(within);
  return (isOutside ? path.replace(/^[A-Za-z]:/, '') : within)
    .replaceAll('\\', '/')
    .replace(/^\/+/, '');
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What native SPIN is told of the same macros and folders: it hands them to the preprocessor. */
export const nativePreprocessing = (
  defines: readonly string[],
  folders: readonly string[],
): readonly string[] => [
  ...defines.map((define) => `-D${define}`),
  ...folders.map((folder) => `-E-I${folder}`),
];

/** `NAME` or `NAME=VALUE`. @throws {UsageError} */
export function checkDefine(define: string): string {
  if (/^[A-Za-z_]\w*(\([^()]*\))?(=[^\n]*)?$/.test(define)) return define;
  throw new UsageError(`-D takes NAME or NAME=VALUE; it is '${define}'`);
}
