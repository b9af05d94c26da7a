import type { languages } from 'monaco-editor/editor';

export const LESSON = 'overtime-lesson';

/** A lesson as Monarch states: front matter in YAML, then Markdown. */
export const lessonTokens: languages.IMonarchLanguage = {
  defaultToken: '',
  tokenizer: {
    root: [[/^---\s*$/, { token: 'metatag', next: '@front' }], { include: '@text' }],
    front: [
      [/^---\s*$/, { token: 'metatag', next: '@body' }],
      [/^\s*#pragma.*$/, 'metatag'],
      [/\/\*[?!]\*\//, 'annotation'],
      [/^(\s*(?:- )?)([A-Za-z][\w-]*)(:)(?=\s|$)/, ['', 'keyword', 'delimiter']],
      [/[|>]-?\s*$/, 'delimiter'],
      [/\b\d+\b/, 'number'],
      [/"[^"]*"|'[^']*'/, 'string'],
    ],
    body: [{ include: '@text' }],
    text: [
      [/^#{1,6} .*$/, 'keyword'],
      [/^\{task: [\w-]+\}\s*$/, 'annotation'],
      [/`[^`]*`/, 'string'],
      [/\]\([^)]*\)/, 'type'],
      [/\*\*[^*]+\*\*/, 'keyword.qualifier'],
      [/<!--.*?-->/, 'comment'],
    ],
  },
};
