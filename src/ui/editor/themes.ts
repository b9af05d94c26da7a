import type { editor } from 'monaco-editor/editor';

// Repeats tokens.css, since the editor reads no CSS variables.
export const THEME_LIGHT = 'overtime-light';
export const THEME_DARK = 'overtime-dark';

type Pair = readonly [light: string, dark: string];

/** Token colours, without the number sign. */
const TOKENS: Readonly<Record<string, Pair>> = {
  '': ['16191d', 'e8ebef'],
  comment: ['5f6b78', '8f9aa7'],
  keyword: ['0b5c95', '6cb8f0'],
  'keyword.qualifier': ['8b3d74', 'dd9ac6'],
  type: ['00694e', '3ecf9f'],
  number: ['a03a00', 'ff9259'],
  string: ['8a5300', 'f0b040'],
  predefined: ['3b55a5', '9db4f5'],
  annotation: ['8a5300', 'f0b040'],
  variable: ['5c3a00', 'f3d08f'],
  metatag: ['8a5300', 'f0b040'],
  operator: ['525a65', 'a6afba'],
  delimiter: ['525a65', 'a6afba'],
};

const PARTS: Readonly<Record<string, Pair>> = {
  'editor.background': ['#ffffff', '#181c21'],
  'editor.foreground': ['#16191d', '#e8ebef'],
  'editorLineNumber.foreground': ['#646d78', '#8a95a2'],
  'editorLineNumber.dimmedForeground': ['#646d78', '#8a95a2'],
  'editorLineNumber.activeForeground': ['#16191d', '#e8ebef'],
  'editor.lineHighlightBackground': ['#f6f7f8', '#1e242a'],
  'editor.lineHighlightBorder': ['#00000000', '#00000000'],
  'editorGutter.background': ['#ffffff', '#181c21'],
  'editorInlayHint.foreground': ['#5a6573', '#9aa5b2'],
  'editorInlayHint.background': ['#f0f2f5', '#21262d'],
  'editorIndentGuide.background1': ['#e6e9ed', '#2c333b'],
  'editorIndentGuide.activeBackground1': ['#b4bbc4', '#48525e'],
  'editorOverviewRuler.border': ['#00000000', '#00000000'],
  // Differences have a ground for lines and a frame for letters, so the text stays readable.
  'diffEditor.removedLineBackground': ['#fdebe1', '#3a1e10'],
  'diffEditor.insertedLineBackground': ['#dff4ec', '#0f2f26'],
  'diffEditor.removedTextBackground': ['#00000000', '#00000000'],
  'diffEditor.insertedTextBackground': ['#00000000', '#00000000'],
  'diffEditor.removedTextBorder': ['#ad3a00', '#ff9259'],
  'diffEditor.insertedTextBorder': ['#00694e', '#3ecf9f'],
  'diffEditor.diagonalFill': ['#d9dde2', '#2c333b'],
  'scrollbar.shadow': ['#00000000', '#00000000'],
};

const theme = (
  base: 'vs' | 'vs-dark',
  pick: (pair: Pair) => string,
): editor.IStandaloneThemeData => ({
  base,
  inherit: true,
  rules: Object.entries(TOKENS).map(([token, pair]) => ({
    token,
    foreground: pick(pair),
    ...(token === 'annotation' && { fontStyle: 'bold' }),
  })),
  colors: Object.fromEntries(Object.entries(PARTS).map(([part, pair]) => [part, pick(pair)])),
});

export const light = theme('vs', ([color]) => color);
export const dark = theme('vs-dark', ([, color]) => color);
