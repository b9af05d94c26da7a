import type { languages } from 'monaco-editor/editor';

export const OPENCL_C = 'opencl-c';

/** OpenCL C 1.2 (specification, sections 6.1 to 6.12) as Monarch states, with the tuner's pragmas. */
export const openclTokens: languages.IMonarchLanguage = {
  defaultToken: '',
  qualifiers: [
    '__kernel', 'kernel', '__global', 'global', '__local', 'local', '__constant', 'constant',
    '__private', 'private', '__read_only', 'read_only', '__write_only', 'write_only',
    '__read_write', 'read_write', '__attribute__', 'const', 'restrict', 'volatile', 'static',
    'inline', 'extern', 'register', 'typedef', 'struct', 'union', 'enum',
  ],
  keywords: [
    'break', 'case', 'continue', 'default', 'do', 'else', 'for', 'goto', 'if', 'return', 'sizeof',
    'switch', 'while',
  ],
  types: [
    'bool', 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double',
    'half', 'size_t', 'ptrdiff_t', 'void', 'unsigned', 'signed', 'event_t', 'sampler_t',
    'image2d_t', 'image3d_t',
  ],
  builtins: [
    'get_global_id', 'get_local_id', 'get_group_id', 'get_global_size', 'get_local_size',
    'get_num_groups', 'get_work_dim', 'get_global_offset', 'barrier', 'work_group_barrier',
    'mem_fence', 'async_work_group_copy', 'wait_group_events', 'CLK_LOCAL_MEM_FENCE',
    'CLK_GLOBAL_MEM_FENCE', 'min', 'max', 'fma', 'mad', 'sqrt', 'native_sqrt', 'fabs', 'exp',
    'log', 'pow',
  ],
  tunerWords: ['param', 'cost', 'require', 'items', 'local_size', 'pow2', 'range', 'list'],
  tokenizer: {
    root: [
      [/^\s*#\s*pragma\s+tuner\b/, 'annotation', '@pragma'],
      [/^\s*#\s*\w+/, 'metatag'],
      [/\b(?:char|uchar|short|ushort|int|uint|long|ulong|float|double|half)(?:2|3|4|8|16)\b/, 'type'],
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
      [/$/, '', '@pop'],
      [/\/\/.*$/, 'comment', '@pop'],
      [/[A-Za-z_]\w*/, { cases: { '@tunerWords': 'annotation', '@default': 'variable' } }],
      { include: '@common' },
    ],
    common: [
      [/\s+/, ''],
      [/\/\/.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/"(?:[^"\\]|\\.)*"/, 'string'],
      [/'(?:[^'\\]|\\.)'/, 'string'],
      [/0[xX][0-9a-fA-F]+[uUlL]*/, 'number'],
      [/(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[fFuUlLhH]*/, 'number'],
      [/[{}()[\]]/, '@brackets'],
      [/[-+*/%=<>!&|^~?:]+/, 'operator'],
      [/[;,.]/, 'delimiter'],
    ],
    comment: [
      [/[^*]+/, 'comment'],
      [/\*\//, 'comment', '@pop'],
      [/\*/, 'comment'],
    ],
  },
};

export const openclConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '//', blockComment: ['/*', '*/'] },
  brackets: [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '(', close: ')' },
  ],
};
