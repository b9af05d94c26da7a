import type { languages } from 'monaco-editor/editor';

type Rules = languages.IMonarchLanguageRule[];

/** Where a comment of C begins; the rest of a long one is the state `comment`. */
export const COMMENTS: Rules = [
  [/\/\/.*/, 'comment'],
  [/\/\*/, 'comment', '@comment'],
];

export const COMMENT: Rules = [
  [/[^*]+/, 'comment'],
  [/\*\//, 'comment', '@pop'],
  [/\*/, 'comment'],
];
