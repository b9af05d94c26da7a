import { tokensOf } from './tokens.ts';

/** A model and its files, with what their C includes in the words of who reads it. */
export interface WithIncludes {
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  /** Headers of the C library are left to the compiler. */
  readonly hasHeaders: boolean;
  /** Files beside the model are included by its C alone (`\#include`). */
  readonly hasFilesOfC: boolean;
}

/** Headers of the C library stay in the model's C, in SPIN's words for that: the preprocessor of Promela
 * has none. What SPIN would leave to the compiler and is a given file is included here. */
export function withIncludesOfC(
  text: string,
  files: Readonly<Record<string, string>>,
): WithIncludes {
  const included = new Set<string>();
  let [hasHeaders, hasFilesOfC] = [false, false];
  const isGiven = (name: string): boolean => files[name] !== undefined;
  const withHeaders = (c: string): string =>
    c.replaceAll(SYSTEM, (line: string, blank: string, rest: string, name: string) => {
      if (isGiven(name)) return line;
      hasHeaders = true;
      return `${blank}\\#${rest}`;
    });
  const withFiles = (c: string, firstLine: number): string =>
    c.replaceAll(
      LEFT_TO_C,
      (line: string, before: string, rest: string, name: string, at: number) => {
        if (!isGiven(name)) return line;
        hasFilesOfC = true;
        if (before.trim() === '') return `${before}#${rest}`;
        const next = firstLine + linesBefore(c, at) + 1;
        return `${before}\n#${rest}\n#line ${next}`;
      },
    );
  const inBlocks = (whole: string): string => {
    let result = whole;
    const tokens = tokensOf(whole);
    for (const [at, { kind, start, end }] of [...tokens.entries()].toReversed()) {
      if (kind !== 'c') continue;
      const c = whole.slice(start, end);
      // SPIN knows the backslash in declarations alone.
      const isDeclared = tokens[at - 1]?.text === 'c_decl';
      const block = isDeclared ? withFiles(c, linesBefore(whole, start) + 1) : c;
      for (const [, name = ''] of block.matchAll(INCLUDED)) included.add(lastOf(name));
      result = result.slice(0, start) + withHeaders(block) + result.slice(end);
    }
    return result;
  };
  const model = inBlocks(text);
  const left = Object.entries(files).map(([name, each]) => [name, inBlocks(each)] as const);
  // The files of C include others.
  for (const name of included)
    for (const [path, each] of left)
      if (lastOf(path) === name)
        for (const [, other = ''] of each.matchAll(INCLUDED)) included.add(lastOf(other));
  const made = left.map(([path, each]) =>
    included.has(lastOf(path)) ? [path, withHeaders(each)] : [path, each],
  );
  return { text: model, files: Object.fromEntries(made), hasHeaders, hasFilesOfC };
}

const SYSTEM = /^([ \t]*)#([ \t]*include[ \t]*<([^>\n]+)>)/gm;
const LEFT_TO_C = /^(.*?)\\#([ \t]*include[ \t]*["<]([^">\n]+)[">])/gm;
/** Files that a text includes. */
export const INCLUDED = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

export const lastOf = (path: string): string => path.split('/').at(-1) ?? path;
const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;
