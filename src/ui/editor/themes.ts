import type { editor } from 'monaco-editor/editor';

// The editor reads no CSS variables, so its colours repeat those of tokens.css.
export const THEME_LIGHT = 'overtime-light';
export const THEME_DARK = 'overtime-dark';

export const light: editor.IStandaloneThemeData = {
  base: 'vs',
  inherit: true,
  rules: [
    { token: '', foreground: '16191d' },
    { token: 'comment', foreground: '5f6b78' },
    { token: 'keyword', foreground: '0b5c95' },
    { token: 'keyword.qualifier', foreground: '8b3d74' },
    { token: 'type', foreground: '00694e' },
    { token: 'number', foreground: 'a03a00' },
    { token: 'string', foreground: '8a5300' },
    { token: 'predefined', foreground: '3b55a5' },
    { token: 'annotation', foreground: '8a5300', fontStyle: 'bold' },
    { token: 'variable', foreground: '5c3a00' },
    { token: 'metatag', foreground: '8a5300' },
    { token: 'operator', foreground: '525a65' },
    { token: 'delimiter', foreground: '525a65' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editor.foreground': '#16191d',
    'editorLineNumber.foreground': '#646d78',
    'editorLineNumber.dimmedForeground': '#646d78',
    'editorLineNumber.activeForeground': '#16191d',
    'editor.lineHighlightBackground': '#f6f7f8',
    'editor.lineHighlightBorder': '#00000000',
    'editorGutter.background': '#ffffff',
    'editorInlayHint.foreground': '#5a6573',
    'editorInlayHint.background': '#f0f2f5',
    'editorIndentGuide.background1': '#e6e9ed',
    'editorIndentGuide.activeBackground1': '#b4bbc4',
    'editorOverviewRuler.border': '#00000000',
    'scrollbar.shadow': '#00000000',
  },
};

export const dark: editor.IStandaloneThemeData = {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: '', foreground: 'e8ebef' },
    { token: 'comment', foreground: '8f9aa7' },
    { token: 'keyword', foreground: '6cb8f0' },
    { token: 'keyword.qualifier', foreground: 'dd9ac6' },
    { token: 'type', foreground: '3ecf9f' },
    { token: 'number', foreground: 'ff9259' },
    { token: 'string', foreground: 'f0b040' },
    { token: 'predefined', foreground: '9db4f5' },
    { token: 'annotation', foreground: 'f0b040', fontStyle: 'bold' },
    { token: 'variable', foreground: 'f3d08f' },
    { token: 'metatag', foreground: 'f0b040' },
    { token: 'operator', foreground: 'a6afba' },
    { token: 'delimiter', foreground: 'a6afba' },
  ],
  colors: {
    'editor.background': '#181c21',
    'editor.foreground': '#e8ebef',
    'editorLineNumber.foreground': '#8a95a2',
    'editorLineNumber.dimmedForeground': '#8a95a2',
    'editorLineNumber.activeForeground': '#e8ebef',
    'editor.lineHighlightBackground': '#1e242a',
    'editor.lineHighlightBorder': '#00000000',
    'editorGutter.background': '#181c21',
    'editorInlayHint.foreground': '#9aa5b2',
    'editorInlayHint.background': '#21262d',
    'editorIndentGuide.background1': '#2c333b',
    'editorIndentGuide.activeBackground1': '#48525e',
    'editorOverviewRuler.border': '#00000000',
    'scrollbar.shadow': '#00000000',
  },
};
