import type * as Monaco from 'monaco-editor/editor';
import {
  promelaCompletions,
  promelaDefinition,
  promelaFolds,
  promelaHover,
} from '../../language/index.ts';
import { markdown, rangeOf, suggestion } from './kernel-language.ts';
import { PROMELA } from './languages/promela.ts';

/** Language services for Promela, shared by all editors. */
export function registerPromelaLanguage(monaco: typeof Monaco): void {
  const { languages } = monaco;
  languages.registerCompletionItemProvider(PROMELA, {
    triggerCharacters: ['#'],
    provideCompletionItems(model, position) {
      const list = promelaCompletions(model.getValue(), model.getOffsetAt(position));
      return { suggestions: list.map((each) => suggestion(monaco, model, each)) };
    },
  });
  languages.registerHoverProvider(PROMELA, {
    provideHover(model, position) {
      const found = promelaHover(model.getValue(), model.getOffsetAt(position));
      if (!found) return undefined;
      return { range: rangeOf(monaco, model, found.span), contents: markdown(found, PROMELA) };
    },
  });
  languages.registerDefinitionProvider(PROMELA, {
    provideDefinition(model, position) {
      const span = promelaDefinition(model.getValue(), model.getOffsetAt(position));
      return span && { uri: model.uri, range: rangeOf(monaco, model, span) };
    },
  });
  languages.registerFoldingRangeProvider(PROMELA, {
    provideFoldingRanges: (model) => [...promelaFolds(model.getValue())],
  });
  languages.setLanguageConfiguration(PROMELA, {
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
      { open: '"', close: '"', notIn: ['string', 'comment'] },
    ],
    indentationRules: {
      increaseIndentPattern: /(\{|\bdo|\bif|->)\s*$/,
      decreaseIndentPattern: /^\s*(\}|od\b|fi\b)/,
    },
  });
}
