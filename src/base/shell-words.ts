/** A word as a POSIX shell reads it. */
export const shellWord = (word: string): string =>
  /^[\w./=,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

export const shellWords = (words: readonly (string | number)[]): string =>
  words.map((word) => shellWord(String(word))).join(' ');

/** A file's name, which no program takes for an option. */
export const shellFile = (name: string): string =>
  shellWord(name.startsWith('-') ? `./${name}` : name);
