/** A word as a POSIX shell reads it. */
export const shellWord = (word: string): string =>
  /^[\w./=,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

export const shellWords = (words: readonly (string | number)[]): string =>
  words.map((word) => shellWord(String(word))).join(' ');

/** A file's name, which no program takes for an option. */
export const shellFile = (name: string): string =>
  shellWord(name.startsWith('-') ? `./${name}` : name);

/** Parts words as a POSIX shell does, without expanding any.
 * @returns a sentence where a quote is left open. */
export function readShellWords(text: string): readonly string[] | string {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? '';
    const next = text[i + 1];
    const isEscape = char === '\\' && next !== undefined && quote !== "'";
    if (isEscape && (quote === '' || /["\\$`]/.test(next))) {
      word = (word ?? '') + next;
      i += 1;
    } else if (quote === '' ? /["']/.test(char) : char === quote) {
      quote = quote === '' ? char : '';
      word ??= '';
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return `a ${quote} is never closed`;
  return word === undefined ? words : [...words, word];
}
