import { host } from '#host';
import type { Includes } from '../src/front/includes.ts';
import { readText } from './files.ts';

/** A file that a text includes, as it was when it was checked. */
export interface Included {
  /** The name in the #include. */
  readonly asked: string;
  /** The including file; absent for the text itself. */
  readonly from?: string | undefined;
  readonly name: string;
  readonly text: string;
}

/** Files that were read before. */
export const givenIncludes =
  (all: readonly Included[]): Includes =>
  (asked, from) => {
    const found = all.find((each) => each.asked === asked && each.from === from);
    return found && { name: found.name, text: found.text };
  };

/** The same, and what it has found so far. */
export function recording(includes: Includes): {
  readonly includes: Includes;
  readonly included: readonly Included[];
} {
  const included: Included[] = [];
  return {
    included,
    includes(asked, from) {
      const found = includes(asked, from);
      const isKnown = included.some((each) => each.asked === asked && each.from === from);
      if (found && !isKnown)
        included.push({ asked, ...(from !== undefined && { from }), ...found });
      return found;
    },
  };
}

/** Searches beside the including file, then in the -I folders.
 * @param path the kernel's own file; without it only in the folders. */
export function includesOf(path: string | undefined, folders: readonly string[]): Includes {
  return (name, from = path) => {
    const beside = from === undefined ? [] : [host.files.folderOf(from)];
    const found = host.files.find(name, [...beside, ...folders]);
    return found === undefined ? undefined : { name: found, text: readText(found) };
  };
}
