import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Includes } from '../src/front/includes.ts';
import { readText } from './command.ts';

/** Searches beside the including file, then in the -I folders.
 * @param path the kernel's own file; without it only in the folders. */
export function includesOf(path: string | undefined, folders: readonly string[]): Includes {
  return (name, from = path) => {
    const found = [...(from === undefined ? [] : [dirname(from)]), ...folders]
      .map((folder) => resolve(folder, name))
      .find((candidate) => existsSync(candidate));
    return found === undefined ? undefined : { name: relative('', found), text: readText(found) };
  };
}
