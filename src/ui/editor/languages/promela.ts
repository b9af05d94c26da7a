import type { languages } from 'monaco-editor/editor';
import { C_LIKE, COMMENT, list } from './c-like.ts';

export const PROMELA = 'promela';

/** Promela (SPIN manual pages, "keywords") as Monarch states. */
export const promelaTokens: languages.IMonarchLanguage = {
  defaultToken: '',
  keywords: [
    ...list('active assert atomic break d_step do else enabled eval fi for goto if in init'),
    ...list(
      'inline never notrace od of printf priority proctype provided run select skip timeout trace unless ltl',
    ),
    ...list('c_code c_decl c_expr c_state c_track'),
  ],
  types: ['bit', 'bool', 'byte', 'chan', 'int', 'mtype', 'pid', 'short', 'typedef', 'unsigned'],
  qualifiers: ['hidden', 'local', 'show'],
  constants: ['true', 'false', 'empty', 'full', 'len', 'nempty', 'nfull', '_pid', '_nr_pr', 'time'],
  messages: ['go', 'done', 'stop', 'tick', 'wait'],
  tokenizer: {
    root: [
      // Inside brackets a colon separates a range or a choice.
      [/\(/, { token: '@brackets', next: '@inner' }],
      [/[A-Za-z_]\w*(?=\s*:(?!:))/, 'annotation'],
      { include: '@words' },
    ],
    inner: [
      [/\(/, { token: '@brackets', next: '@push' }],
      [/\)/, { token: '@brackets', next: '@pop' }],
      // No bracket reaches over the end of a statement.
      [/;/, { token: 'delimiter', next: '@popall' }],
      { include: '@words' },
    ],
    words: [
      [/^\s*#.*$/, 'metatag'],
      [/::|->/, 'keyword'],
      [
        /[A-Za-z_]\w*/,
        {
          cases: {
            '@keywords': 'keyword',
            '@types': 'type',
            '@qualifiers': 'keyword.qualifier',
            '@constants': 'predefined',
            '@messages': 'string',
            '@default': 'identifier',
          },
        },
      ],
      [/\s+/, ''],
      ...C_LIKE,
      [/\d+/, 'number'],
      [/[!?]/, 'keyword'],
      [/[-+*/%=<>&|^~:]+/, 'operator'],
      [/[;,.]/, 'delimiter'],
    ],
    comment: COMMENT,
  },
};
