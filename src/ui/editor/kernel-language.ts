import type * as Monaco from 'monaco-editor/editor';
import type { Span } from '../../base/span.ts';
import {
  completesAfterBlank,
  type Completion,
  type Hover,
  hoverMarkdown,
  type Mending,
  ITEM_KINDS,
  orderOf,
} from '../../language/index.ts';
import type { LanguageServices } from '../../session/views/language.ts';
import { lanesSvg, laneWords } from '../machine/lanes-layout.ts';
import { OPENCL_C } from './languages/opencl-c.ts';

type Model = Monaco.editor.ITextModel;

/** A span as the editor counts: by lines and columns, from 1. */
export const rangeOf = (
  { Range }: typeof Monaco,
  model: Model,
  { start, end }: Span,
): Monaco.Range => Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));

/** Connects the language services to the editor. `onCosts` fires when costs change without the text. */
export function registerKernelLanguage(
  monaco: typeof Monaco,
  services: LanguageServices,
  onCosts: Monaco.IEvent<void>,
): Monaco.IDisposable[] {
  const { languages } = monaco;
  return [
    languages.registerCompletionItemProvider(OPENCL_C, {
      triggerCharacters: ['#', ' '],
      provideCompletionItems(model, position, context) {
        const line = model.getLineContent(position.lineNumber);
        if (context.triggerCharacter === ' ' && !completesAfterBlank(line)) {
          return { suggestions: [] };
        }
        const list = services.completions(model.getValue(), model.getOffsetAt(position));
        return { suggestions: list.map((each) => suggestion(monaco, model, each)) };
      },
    }),
    languages.registerHoverProvider(OPENCL_C, {
      provideHover(model, position) {
        const offset = model.getOffsetAt(position);
        const found = services.hover(model.getValue(), offset);
        if (!found) return undefined;
        const contents = [...markdown(found), ...pictureAt(services, found.span)];
        return { range: rangeOf(monaco, model, found.span), contents };
      },
    }),
    languages.registerDefinitionProvider(OPENCL_C, {
      provideDefinition(model, position) {
        const span = services.definition(model.getValue(), model.getOffsetAt(position));
        return span && { uri: model.uri, range: rangeOf(monaco, model, span) };
      },
    }),
    languages.registerCodeActionProvider(OPENCL_C, {
      async provideCodeActions(model, range, { markers }) {
        const span = {
          start: model.getOffsetAt(range.getStartPosition()),
          end: model.getOffsetAt(range.getEndPosition()),
        };
        const found = await services.mendingsAt(model.getValue(), span);
        const actions = found.map((mending, at) =>
          codeAction(monaco, model, mending, markers, at === 0),
        );
        return { actions, dispose: () => undefined };
      },
    }),
    languages.registerInlayHintsProvider(OPENCL_C, {
      onDidChangeInlayHints: onCosts,
      provideInlayHints(model, range) {
        const hints = services
          .hints(model.getValue())
          .map(({ span, label, what, source }) => ({
            position: model.getPositionAt(span.end),
            label,
            tooltip: `${what}. ${source}`,
            paddingLeft: true,
          }))
          .filter(({ position }) => range.containsPosition(position));
        return { hints, dispose: () => undefined };
      },
    }),
  ];
}

/** Something to write, as the editor lists it. */
export function suggestion(
  monaco: typeof Monaco,
  model: Model,
  completion: Completion,
): Monaco.languages.CompletionItem {
  const { label, kind, insert, snippet, detail, about, replace } = completion;
  const { CompletionItemKind, CompletionItemInsertTextRule } = monaco.languages;
  return {
    label,
    kind: CompletionItemKind[ITEM_KINDS[kind]],
    insertText: insert,
    range: rangeOf(monaco, model, replace),
    sortText: orderOf(completion),
    ...(snippet === true && { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet }),
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { documentation: about }),
  };
}

/** A quick fix, undone in one step. */
function codeAction(
  monaco: typeof Monaco,
  model: Model,
  { title, edits }: Mending,
  markers: readonly Monaco.editor.IMarkerData[],
  isPreferred: boolean,
): Monaco.languages.CodeAction {
  return {
    title,
    kind: 'quickfix',
    isPreferred,
    diagnostics: [...markers],
    edit: {
      edits: edits.map(({ span, text }) => ({
        resource: model.uri,
        versionId: model.getVersionId(),
        textEdit: { range: rangeOf(monaco, model, span), text },
      })),
    },
  };
}

/** Where a warp's lanes touch memory, as a picture. */
function pictureAt(services: LanguageServices, { start, end }: Span): Monaco.IMarkdownString[] {
  const view = services.onMachine();
  if (typeof view !== 'object') return [];
  const access = view.accesses.find(({ span }) => span.start <= start && end <= span.end);
  const svg = access && lanesSvg(access, view.machine);
  if (!access || svg === undefined) return [];
  return [{ value: `![${laneWords(access)}](data:image/svg+xml;base64,${btoa(svg)})` }];
}

export const markdown = (hover: Hover, language = OPENCL_C): Monaco.IMarkdownString[] =>
  hoverMarkdown(hover, language).map((value) => ({ value }));
