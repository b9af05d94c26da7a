import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type Connection,
  CompletionTriggerKind,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Cancelled } from '../src/base/failure.ts';
import {
  completesAfterBlank,
  completions,
  definition,
  hover,
  kernelOutline,
  promelaCompletions,
  promelaDefinition,
  promelaFolds,
  promelaHover,
  promelaOutline,
} from '../src/language/index.ts';
import { kindOf, Reader, type ReaderTools } from './lsp-reader.ts';
import {
  actionOf,
  itemOf,
  rangeOf,
  shownHover,
  type Shows,
  symbolOf,
  toldOf,
} from './lsp-words.ts';
import { VERSIONS } from './versions.ts';

/** Answers an editor's questions about kernels and Promela, as the page does. */
export function serveEditor(
  connection: Connection,
  tools: Omit<ReaderTools, 'onReading' | 'onTrouble'>,
): void {
  let shows: Shows = { related: false, snippets: false };
  const documents = new TextDocuments(TextDocument);
  const reader = new Reader({
    ...tools,
    onReading: (document, { version, diagnostics }) => {
      const told = diagnostics.map((each) => toldOf(document, each, shows));
      void connection.sendDiagnostics({ uri: document.uri, version, diagnostics: told });
    },
    onTrouble: (why) => connection.console.warn(why),
  });

  connection.onInitialize((params) => {
    shows = shownBy(params);
    return ABILITIES;
  });
  documents.onDidChangeContent(({ document }) => {
    if (kindOf(document)) reader.changed(document);
  });
  // One text may include what another saves.
  documents.onDidSave(() => {
    for (const each of documents.all()) if (kindOf(each)) reader.changed(each);
  });
  documents.onDidClose(({ document }) => {
    reader.closed(document);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });

  /** A text of ours, and where it is asked about. */
  const asked = (uri: string, position = { line: 0, character: 0 }) => {
    const document = documents.get(uri);
    const kind = document && kindOf(document);
    if (!document || !kind) return undefined;
    return { document, kind, text: document.getText(), offset: document.offsetAt(position) };
  };

  connection.onHover(({ textDocument, position }) => {
    const at = asked(textDocument.uri, position);
    if (!at) return null;
    const { document, kind, text, offset } = at;
    const known = reader.of(document)?.kernels ?? { hints: [] };
    const found = kind === 'promela' ? promelaHover(text, offset) : hover(text, offset, known);
    return found ? shownHover(document, found, kind === 'promela' ? kind : 'c') : null;
  });
  connection.onDefinition(({ textDocument, position }) => {
    const at = asked(textDocument.uri, position);
    if (!at) return null;
    const { document, kind, text, offset } = at;
    const span = (kind === 'promela' ? promelaDefinition : definition)(text, offset);
    return span ? { uri: document.uri, range: rangeOf(document, span) } : null;
  });
  connection.onCompletion(({ textDocument, position, context }) => {
    const at = asked(textDocument.uri, position);
    if (!at) return [];
    const { document, kind, text, offset } = at;
    const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
    const isByBlank =
      context?.triggerKind === CompletionTriggerKind.TriggerCharacter &&
      context.triggerCharacter === ' ';
    if (isByBlank && (kind === 'promela' || !completesAfterBlank(line))) return [];
    const list = (kind === 'promela' ? promelaCompletions : completions)(text, offset);
    return list.map((each) => itemOf(document, each, shows));
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const at = asked(textDocument.uri);
    if (!at) return [];
    const { document, kind, text } = at;
    const outline = (kind === 'promela' ? promelaOutline : kernelOutline)(text);
    return outline.map((each) => symbolOf(document, each));
  });
  connection.onFoldingRanges(({ textDocument }) => {
    const at = asked(textDocument.uri);
    if (at?.kind !== 'promela') return null;
    return promelaFolds(at.text).map(({ start, end }) => ({
      startLine: start - 1,
      endLine: end - 1,
    }));
  });
  connection.languages.inlayHint.on(({ textDocument, range }) => {
    const document = asked(textDocument.uri)?.document;
    const hints = (document && reader.of(document)?.kernels?.hints) ?? [];
    return hints.flatMap(({ span, label, what, source }) => {
      const position = document?.positionAt(span.end);
      if (!position || position.line < range.start.line || position.line > range.end.line)
        return [];
      return [{ position, label, tooltip: `${what}. ${source}`, paddingLeft: true }];
    });
  });
  connection.onCodeAction(async ({ textDocument, range, context }, token) => {
    const document = asked(textDocument.uri)?.document;
    const isWanted = context.only?.some((kind) => isWithin(CodeActionKind.QuickFix, kind)) ?? true;
    if (!document || !isWanted) return [];
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const { version } = document;
    const at = (reader.of(document)?.diagnostics ?? []).filter(
      ({ span }) => span.start <= end && start <= Math.max(span.end, span.start + 1),
    );
    const actions: CodeAction[] = [];
    for (const each of at) {
      const mendings = await orCancelled(token, (signal) =>
        reader.mendings(document, each, signal),
      );
      // The edits are of the text as it was.
      if (document.version !== version)
        throw new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed.');
      const told = toldOf(document, each, shows);
      for (const [index, one] of mendings.entries())
        actions.push(actionOf(document, told, one, index === 0));
    }
    return actions;
  });

  documents.listen(connection);
  connection.listen();
}

/** `quickfix` is within `quickfix` and the empty kind. */
const isWithin = (kind: string, asked: string): boolean =>
  asked === '' || kind === asked || kind.startsWith(`${asked}.`);

async function orCancelled<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const heard = token.onCancellationRequested(() => controller.abort());
  try {
    if (token.isCancellationRequested) throw new Cancelled();
    return await work(controller.signal);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');
  } finally {
    heard.dispose();
  }
}

const shownBy = ({ capabilities: { textDocument } }: InitializeParams): Shows => ({
  related: textDocument?.publishDiagnostics?.relatedInformation === true,
  snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
});

const ABILITIES: InitializeResult = {
  serverInfo: { name: 'overtime', version: VERSIONS.overtime },
  capabilities: {
    positionEncoding: 'utf-16',
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    hoverProvider: true,
    definitionProvider: true,
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    inlayHintProvider: true,
    completionProvider: { triggerCharacters: ['#', ' '] },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  },
};
