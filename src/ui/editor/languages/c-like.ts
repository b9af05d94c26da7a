import type { languages } from 'monaco-editor/editor';

type Rules = languages.IMonarchLanguageRule[];

/** Words of a language, as its specification lists them. */
export const list = (words: string): string[] => words.split(' ');

/** Comments, strings and brackets as in C; `comment` is the state inside a long one. */
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
