// The editor's core and the few features used. Loaded on demand: it is the largest script.
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/gotoSymbol/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/inlayHints/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/wordOperations/register';
// No feature of the package brings the suggestion list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url';
import { startWorker } from '../../base/start-worker.ts';
import { LESSON, lessonTokens } from './languages/lesson.ts';
import { OPENCL_C, openclConfiguration, openclTokens } from './languages/opencl-c.ts';
import { PROMELA, promelaTokens } from './languages/promela.ts';
import { registerPromelaLanguage } from './promela-language.ts';
import { dark, light, THEME_DARK, THEME_LIGHT } from './themes.ts';

self.MonacoEnvironment = { getWorker: () => startWorker(editorWorker, 'editor') };

monaco.languages.register({ id: OPENCL_C, extensions: ['.cl'] });
monaco.languages.setMonarchTokensProvider(OPENCL_C, openclTokens);
monaco.languages.setLanguageConfiguration(OPENCL_C, openclConfiguration);
monaco.languages.register({ id: PROMELA, extensions: ['.pml'] });
monaco.languages.setMonarchTokensProvider(PROMELA, promelaTokens);
registerPromelaLanguage(monaco);
monaco.languages.register({ id: LESSON });
monaco.languages.setMonarchTokensProvider(LESSON, lessonTokens);
monaco.editor.defineTheme(THEME_LIGHT, light);
monaco.editor.defineTheme(THEME_DARK, dark);

export { monaco };
