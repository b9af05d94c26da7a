import type { languages } from 'monaco-editor/editor';
import { OPENCL_WORDS } from '../../../language/index.ts';
import { C_LIKE, COMMENT, list } from './c-like.ts';

export const OPENCL_C = 'opencl-c';

/** Address spaces and access qualifiers, with or without underscores. */
const SPACES = list('kernel global local constant private read_only write_only read_write');

/** OpenCL C 1.2 (specification, 6.1 to 6.12) as Monarch states, with our pragmas. */
export const openclTokens: languages.IMonarchLanguage = {
  defaultToken: '',
  // The line's end is a token: it ends a pragma.
  includeLF: true,
  qualifiers: [
    ...SPACES,
    ...SPACES.map((space) => `__${space}`),
    ...list('__attribute__ const restrict volatile static inline extern register typedef'),
    ...list('struct union enum'),
  ],
  keywords: [...OPENCL_WORDS.keywords, 'goto'],
  types: [...OPENCL_WORDS.types, ...list('ptrdiff_t unsigned signed image3d_t')],
  builtins: [...OPENCL_WORDS.builtins],
  tunerWords: ['param', 'cost', 'require', 'items', 'local_size', 'pow2', 'range', 'list'],
  tokenizer: {
    root: [
      [/^\s*#\s*pragma\s+tuner\b/, 'annotation', '@pragma'],
      [/^\s*#\s*\w+/, 'metatag'],
      [
        /\b(?:char|uchar|short|ushort|int|uint|long|ulong|float|double|half)(?:2|3|4|8|16)\b/,
        'type',
      ],
      [
        /[A-Za-z_]\w*/,
        {
          cases: {
            '@qualifiers': 'keyword.qualifier',
            '@keywords': 'keyword',
            '@types': 'type',
            '@builtins': 'predefined',
            '@default': 'identifier',
          },
        },
      ],
      { include: '@common' },
    ],
    // The rest of a tuning pragma; it ends with its line.
    pragma: [
      [/\n/, '', '@pop'],
      [/[A-Za-z_]\w*/, { cases: { '@tunerWords': 'annotation', '@default': 'variable' } }],
      { include: '@common' },
    ],
    common: [
      [/[ \t\r\n]+/, ''],
      ...C_LIKE,
      [/'(?:[^'\\]|\\.)'/, 'string'],
      [/0[xX][0-9a-fA-F]+[uUlL]*/, 'number'],
      [/(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[fFuUlLhH]*/, 'number'],
      [/[-+*/%=<>!&|^~?:]+/, 'operator'],
      [/[;,.]/, 'delimiter'],
    ],
    comment: COMMENT,
  },
};

const PAIRS: languages.CharacterPair[] = [
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
];

export const openclConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '//', blockComment: ['/*', '*/'] },
  brackets: PAIRS,
  autoClosingPairs: PAIRS.map(([open, close]) => ({ open, close })),
};
