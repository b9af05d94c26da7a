import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic as Told,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Hover as ShownHover,
  InsertTextFormat,
  MarkupKind,
  type Range,
  SymbolKind,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from '../src/base/diagnostic.ts';
import type { Span } from '../src/base/span.ts';
import {
  type Completion,
  type Hover,
  hoverMarkdown,
  type Mending,
  ITEM_KINDS,
  orderOf,
  type Outline,
} from '../src/language/index.ts';

/** The client's abilities. */
export interface Shows {
  readonly related: boolean;
  readonly snippets: boolean;
}

export const rangeOf = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

export const toldOf = (
  document: TextDocument,
  { severity, code, span, message, hint, related = [] }: Diagnostic,
  shows: Shows,
): Told => ({
  range: rangeOf(document, { start: span.start, end: Math.max(span.end, span.start + 1) }),
  severity: SEVERITIES[severity],
  code,
  source: 'Overtime',
  message: hint === undefined ? message : `${message}\n${hint}`,
  ...(shows.related &&
    related.length > 0 && {
      relatedInformation: related.map((other) => ({
        location: { uri: document.uri, range: rangeOf(document, other.span) },
        message: other.message,
      })),
    }),
});

export function itemOf(
  document: TextDocument,
  completion: Completion,
  shows: Shows,
): CompletionItem {
  const { label, kind, insert, snippet, detail, about, replace } = completion;
  const isSnippet = snippet === true && shows.snippets;
  return {
    label,
    kind: CompletionItemKind[ITEM_KINDS[kind]],
    sortText: orderOf(completion),
    textEdit: {
      range: rangeOf(document, replace),
      newText: snippet === true && !isSnippet ? withoutPlaces(insert) : insert,
    },
    ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { documentation: about }),
  };
}

/** A snippet as plain text: `${1:WG}` is WG, `${1|taken,uniform|}` the first. */
const withoutPlaces = (snippet: string): string =>
  snippet
    .replaceAll(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replaceAll(/\$\{\d+:?([^}]*)\}|\$\d+/g, '$1');

const SYMBOLS = {
  kernel: SymbolKind.Function,
  function: SymbolKind.Function,
  process: SymbolKind.Class,
  argument: SymbolKind.Variable,
  variable: SymbolKind.Variable,
  type: SymbolKind.Struct,
  macro: SymbolKind.Constant,
  parameter: SymbolKind.Property,
  message: SymbolKind.EnumMember,
  label: SymbolKind.Key,
  claim: SymbolKind.Event,
} as const satisfies Record<Outline['kind'], SymbolKind>;

export const symbolOf = (
  document: TextDocument,
  { name, kind, span, selection, detail, children }: Outline,
): DocumentSymbol => ({
  name,
  detail,
  kind: SYMBOLS[kind],
  range: rangeOf(document, span),
  selectionRange: rangeOf(document, selection),
  children: children.map((each) => symbolOf(document, each)),
});

export const shownHover = (document: TextDocument, hover: Hover, language: string): ShownHover => ({
  range: rangeOf(document, hover.span),
  contents: { kind: MarkupKind.Markdown, value: hoverMarkdown(hover, language).join('\n\n') },
});

export const actionOf = (
  document: TextDocument,
  told: Told,
  { title, edits }: Mending,
  isPreferred: boolean,
): CodeAction => ({
  title,
  kind: CodeActionKind.QuickFix,
  isPreferred,
  diagnostics: [told],
  edit: {
    changes: {
      [document.uri]: edits.map(({ span, text }) => ({
        range: rangeOf(document, span),
        newText: text,
      })),
    },
  },
});
