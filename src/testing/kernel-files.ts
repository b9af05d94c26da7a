import { readdirSync, readFileSync } from 'node:fs';

/** The files of a folder with an ending, by name without it, in the order of their names. */
export const kernelFiles = (
  folder: URL,
  ending: '.cl' | '.cu' = '.cl',
): readonly { readonly name: string; readonly text: string }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -ending.length),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
