import type { languages } from 'monaco-editor/editor';

type Rules = languages.IMonarchLanguageRule[];

/** Words of a language, as its specification lists them. */
export const list = (words: string): string[] => words.split(' ');

/** Comments, texts and brackets as in C; the rest of a long comment is the state `comment`. */
export const C_LIKE: Rules = [
  [/\/\/.*/, 'comment'],
  [/\/\*/, 'comment', '@comment'],
  [/"(?:[^"\\]|\\.)*"/, 'string'],
  [/[{}()[\]]/, '@brackets'],
];

export const COMMENT: Rules = [
  [/[^*]+/, 'comment'],
  [/\*\//, 'comment', '@pop'],
  [/\*/, 'comment'],
];
