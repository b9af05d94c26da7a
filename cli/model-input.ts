import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { ModelSource } from '../src/checker/index.ts';
import type { TuneArguments } from './tune-arguments.ts';
import { checkFolders, isFolder, readText } from './files.ts';
import { UsageError } from './usage-error.ts';

/** The most included files: self-inclusion would never end. */
const MOST_FILES = 200;

/** A Promela file with its includes, from beside the including file, then the -I folders. The
 * preprocessor reports missing ones.
 * @param text the file's, where it is not what was saved. @throws {UsageError} */
export function readModelSource(
  path: string,
  defines: readonly string[],
  folders: readonly string[],
  text = readText(path),
): ModelSource {
  checkFolders(folders);
  const home = dirname(resolve(path));
  const files: Record<string, string> = {};
  const waiting = [{ from: home, text }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [, name = ''] of next.text.matchAll(
      // After a backslash SPIN leaves it to the C compiler.
      /(?:^[ \t]*|\\)#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm,
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

/** The model that `--promela` names. @throws {UsageError} */
export const modelSourceOf = ({
  promela = '',
  defines,
  folders,
}: Pick<TuneArguments, 'promela' | 'defines' | 'folders'>): ModelSource =>
  readModelSource(
    promela,
    Object.entries(defines).map(([name, body]) => `${name}=${body}`),
    folders,
  );

/** A preprocessor path, relative to the model's folder; on another drive its path there. */
function placeOf(path: string, home: string): string {
  const within = relative(home, path);
  return (isAbsolute(within) ? path.replace(/^[A-Za-z]:[\\/]*/, '') : within).replaceAll('\\', '/');
}

/** The same macros and folders in native SPIN's words. */
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
