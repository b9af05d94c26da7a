import type { editor as Editor } from 'monaco-editor/editor';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LanguageServices } from '../../session/index.ts';
import { useIsDark } from '../theme/theme.ts';
import './code-editor.css';
import { registerKernelLanguage } from './kernel-language.ts';
import type { Mark } from './marks.ts';
import { THEME_DARK, THEME_LIGHT } from './themes.ts';
import { useMonaco } from './use-monaco.ts';

/** A stretch of text in UTF-16 offsets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Props {
  readonly text: string;
  readonly language: string;
  /** The name of the editor for assistive technology. */
  readonly label: string;
  /** Absent: the text can be read, not changed. */
  readonly onChange?: (text: string) => void;
  readonly marks?: readonly Mark[];
  /** What the current step of the run is about. */
  readonly step?: Stretch | undefined;
  /** Told when a line is pressed, counted from 1; not when text is selected. */
  readonly onLine?: (line: number) => void;
  /** A place to go to; a new object goes there again. */
  readonly jump?: { readonly offset: number } | undefined;
  /** What knows the language of the text; absent: a text to look at. */
  readonly services?: LanguageServices;
  /** Whether costs are written into the text. */
  readonly hints?: boolean;
  /** A new object whenever costs may have changed. */
  readonly costsKey?: object;
}

const NO_MARKS: readonly Mark[] = [];

/** A text editor with diagnostics in place and one highlighted stretch. */
export function CodeEditor(props: Props) {
  const { text, language, label, onChange, onLine, marks = NO_MARKS, step, jump } = props;
  const { services, hints = false, costsKey } = props;
  const monaco = useMonaco();
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor.IStandaloneCodeEditor | null>(null);
  const dark = useIsDark();
  // What the editor has told its owner last: a text that comes back unchanged is not put in again,
  // which would move the caret while somebody types.
  const told = useRef(text);
  const refreshHints = useRef<(() => void) | undefined>(undefined);
  const latest = useRef({ text, onChange });
  useLayoutEffect(() => {
    latest.current = { text, onChange };
  });

  useEffect(() => {
    if (typeof monaco === 'string' || !host.current) return undefined;
    const model = monaco.editor.createModel(latest.current.text, language);
    told.current = latest.current.text;
    const created = monaco.editor.create(host.current, {
      model,
      ariaLabel: label,
      readOnly: latest.current.onChange === undefined,
      domReadOnly: latest.current.onChange === undefined,
      automaticLayout: true,
      fontFamily: 'JetBrains Mono, monospace',
      fontSize: 12,
      lineHeight: 18,
      fontLigatures: false,
      minimap: { enabled: false },
      lineNumbersMinChars: 3,
      lineDecorationsWidth: 14,
      glyphMargin: false,
      folding: false,
      padding: { top: 8, bottom: 8 },
      scrollBeyondLastLine: false,
      renderLineHighlight: latest.current.onChange ? 'line' : 'none',
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
    });
    const change = model.onDidChangeContent(() => {
      told.current = model.getValue();
      latest.current.onChange?.(told.current);
    });
    setEditor(created);
    return () => {
      change.dispose();
      created.dispose();
      model.dispose();
      setEditor(null);
    };
  }, [monaco, language, label]);

  useEffect(() => {
    if (typeof monaco === 'string' || !services) return undefined;
    const registered = registerKernelLanguage(monaco, services);
    refreshHints.current = registered.refresh;
    return () => {
      refreshHints.current = undefined;
      registered.dispose();
    };
  }, [monaco, services]);

  useEffect(() => {
    editor?.updateOptions({
      quickSuggestions: services ? { other: true, comments: false, strings: false } : false,
      inlayHints: { enabled: hints ? 'on' : 'off', fontSize: 11, padding: true },
    });
  }, [editor, services, hints]);

  useEffect(() => refreshHints.current?.(), [editor, costsKey]);

  useEffect(() => {
    if (typeof monaco !== 'string') monaco.editor.setTheme(dark ? THEME_DARK : THEME_LIGHT);
  }, [monaco, dark]);

  useEffect(() => {
    const model = editor?.getModel();
    if (!model || text === told.current) return;
    told.current = text;
    // As an edit, not as a new value: what was there before can be had back with undo.
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    model.pushStackElement();
    editor?.setScrollTop(0);
  }, [editor, text]);

  useEffect(() => {
    const model = editor?.getModel();
    if (typeof monaco === 'string' || !model) return;
    const { MarkerSeverity } = monaco;
    const severity = {
      error: MarkerSeverity.Error,
      warning: MarkerSeverity.Warning,
      info: MarkerSeverity.Info,
    };
    monaco.editor.setModelMarkers(
      model,
      'kernel',
      marks.map((mark) => {
        const from = model.getPositionAt(mark.start);
        // An empty span still gets one character to underline.
        const to = model.getPositionAt(Math.max(mark.end, mark.start + 1));
        return {
          severity: severity[mark.severity],
          message: mark.message,
          source: mark.source,
          startLineNumber: from.lineNumber,
          startColumn: from.column,
          endLineNumber: to.lineNumber,
          endColumn: to.column,
        };
      }),
    );
  }, [monaco, editor, marks, text]);

  useEffect(() => {
    const model = editor?.getModel();
    if (!editor || !model) return undefined;
    const lines = marks.filter(({ wholeLine }) => wholeLine);
    const decorations = editor.createDecorationsCollection(
      lines.map(({ start, severity }) => {
        const { lineNumber } = model.getPositionAt(start);
        return {
          range: {
            startLineNumber: lineNumber,
            startColumn: 1,
            endLineNumber: lineNumber,
            endColumn: 1,
          },
          options: {
            isWholeLine: true,
            className: `fault-line ${severity}`,
            linesDecorationsClassName: `fault-edge ${severity}`,
          },
        };
      }),
    );
    return () => decorations.clear();
  }, [editor, marks, text]);

  const pressed = useRef(onLine);
  useLayoutEffect(() => {
    pressed.current = onLine;
  });
  useEffect(() => {
    const listening = editor?.onMouseUp(({ target: { position }, event }) => {
      if (!event.leftButton || !position || editor.getSelection()?.isEmpty() === false) return;
      pressed.current?.(position.lineNumber);
    });
    return () => listening?.dispose();
  }, [editor]);

  const stepMarks = useMemo(() => editor?.createDecorationsCollection(), [editor]);
  const stepStart = step?.start;
  const stepEnd = step?.end;
  useEffect(() => {
    const model = editor?.getModel();
    if (!editor || !model || !stepMarks) return;
    if (stepStart === undefined || stepEnd === undefined) return stepMarks.clear();
    const from = model.getPositionAt(stepStart);
    const to = model.getPositionAt(stepEnd);
    const range = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
    stepMarks.set([
      {
        range,
        options: {
          isWholeLine: true,
          className: 'step-line',
          linesDecorationsClassName: 'step-edge',
        },
      },
      { range, options: { inlineClassName: 'step-span' } },
    ]);
    editor.revealRangeInCenterIfOutsideViewport(range);
  }, [editor, stepMarks, stepStart, stepEnd]);

  useEffect(() => {
    const model = editor?.getModel();
    if (!editor || !model || !jump) return;
    const position = model.getPositionAt(jump.offset);
    editor.setPosition(position);
    editor.revealPositionInCenterIfOutsideViewport(position);
    editor.focus();
  }, [editor, jump]);

  return (
    <div className="code-editor" data-editor={language}>
      {monaco === 'failed' ? (
        <textarea
          className="code-editor-plain"
          aria-label={label}
          value={text}
          readOnly={onChange === undefined}
          spellCheck={false}
          onChange={(event) => onChange?.(event.target.value)}
        />
      ) : (
        !editor && <pre className="code-editor-plain">{text}</pre>
      )}
      <div ref={host} className="code-editor-host" />
    </div>
  );
}
