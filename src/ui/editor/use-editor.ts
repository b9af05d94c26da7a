import type { editor as Editor } from 'monaco-editor/editor';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTextScale } from '../theme/text-size.ts';
import { useIsDark } from '../theme/theme.ts';
import { useTabKey } from './tab-key.ts';
import { type Soon, tellSoon } from './tell-soon.ts';
import { THEME_DARK, THEME_LIGHT } from './themes.ts';
import { type Monaco, useMonaco } from './use-monaco.tsx';

/** A text editor on the page. */
export interface OpenEditor {
  readonly monaco: Monaco;
  readonly editor: Editor.IStandaloneCodeEditor;
  readonly model: Editor.ITextModel;
  readonly changes: Soon;
}

/** Sizes of the editor's text in pixels. */
export const sized = (scale: number) => ({
  fontSize: 13 * scale,
  lineHeight: Math.round(19 * scale),
});

export const OPTIONS: Editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: 'JetBrains Mono, monospace',
  fontLigatures: false,
  minimap: { enabled: false },
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 14,
  glyphMargin: false,
  folding: false,
  padding: { top: 8, bottom: 8 },
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  fixedOverflowWidgets: true,
  contextmenu: false,
  wordBasedSuggestions: 'off',
  quickSuggestions: false,
  suggest: { showWords: false, preview: false },
  acceptSuggestionOnCommitCharacter: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  stickyScroll: { enabled: false },
  tabSize: 2,
};

/** The text and its accessible name. */
export interface EditedText {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  /** Absent: the text can be read, not changed. */
  readonly onChange?: (text: string) => void;
  /** The whole text came from the clipboard. */
  readonly onPasted?: () => void;
}

/** Puts an editor into an element once its code has loaded; `failed` says why it could not. */
export function useEditor(
  host: RefObject<HTMLElement | null>,
  { text, language, label, onChange, onPasted }: EditedText,
): { readonly open?: OpenEditor | undefined; readonly failed?: ReactNode } {
  const { monaco, failed } = useMonaco();
  const [open, setOpen] = useState<OpenEditor>();
  const dark = useIsDark();
  const scale = useTextScale();
  // The last text told: writing it back would move the caret.
  const told = useRef(text);
  const tell = useEffectEvent((value: string) => {
    told.current = value;
    onChange?.(value);
  });
  const tellPasted = useEffectEvent(() => onPasted?.());
  const create = useEffectEvent((monaco: Monaco, element: HTMLElement): OpenEditor => {
    const model = monaco.editor.createModel(text, language);
    told.current = text;
    const editor = monaco.editor.create(element, {
      ...OPTIONS,
      ...sized(scale),
      model,
      theme: dark ? THEME_DARK : THEME_LIGHT,
      ariaLabel: label,
      readOnly: onChange === undefined,
      domReadOnly: onChange === undefined,
      renderLineHighlight: onChange ? 'line' : 'none',
    });
    const changes = tellSoon(() => tell(model.getValue()));
    model.onDidChangeContent(changes.later);
    editor.onDidPaste(({ range }) => {
      if (!range.equalsRange(model.getFullModelRange())) return;
      changes.now();
      tellPasted();
    });
    return { monaco, editor, model, changes };
  });

  useEffect(() => {
    if (!monaco || !host.current) return undefined;
    const created = create(monaco, host.current);
    let isWanted = true;
    queueMicrotask(() => isWanted && setOpen(created));
    return () => {
      isWanted = false;
      created.changes.end();
      created.editor.dispose();
      created.model.dispose();
      setOpen(undefined);
    };
  }, [monaco, host, language, label]);

  useEffect(() => {
    open?.monaco.editor.setTheme(dark ? THEME_DARK : THEME_LIGHT);
  }, [open, dark]);

  useEffect(() => open?.editor.updateOptions(sized(scale)), [open, scale]);

  const { indents } = useTabKey();
  useEffect(() => open?.editor.updateOptions({ tabFocusMode: !indents }), [open, indents]);

  useEffect(() => {
    if (!open || text === told.current) return;
    told.current = text;
    const { editor, model, changes } = open;
    // As an edit, so that undo works.
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    model.pushStackElement();
    changes.now();
    editor.setScrollTop(0);
  }, [open, text]);
  return { open, failed };
}
