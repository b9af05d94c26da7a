import { readdirSync, readFileSync } from 'node:fs';

/** The `.cl` files of a folder, by name without the ending, in the order of their names. */
export const kernelFiles = (
  folder: URL,
): readonly { readonly name: string; readonly text: string }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.cl'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.cl'.length),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
