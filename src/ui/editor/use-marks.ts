import { useEffect } from 'react';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Span } from '../../base/span.ts';
import { rangeOf } from './kernel-language.ts';
import type { OpenEditor } from './use-editor.ts';

/** A place of the text with something to say about it. */
export interface Mark extends Pick<Diagnostic, 'severity' | 'message'>, Span {
  /** Who says so. */
  readonly source: 'Overtime' | 'clang';
  /** Marks the line too: faults between work-items are easily overlooked. */
  readonly wholeLine: boolean;
}

const FAULTS: ReadonlySet<string> = new Set([
  'local-race',
  'race-local',
  'race-global',
  'race-between-groups',
  'barrier-divergence',
]);

/** Diagnostics as marks, with one for each related place. */
export function marksOf(diagnostics: readonly Diagnostic[]): Mark[] {
  return diagnostics.flatMap(({ severity, code, span, message, hint, source, related = [] }) => {
    const common = {
      severity,
      source: source === 'clang' ? 'clang' : 'Overtime',
      wholeLine: FAULTS.has(code),
    } as const;
    const words = hint === undefined ? message : `${message}\n${hint}`;
    return [{ span, message: words }, ...related].map((place) => ({
      ...common,
      ...place.span,
      message: place.message,
    }));
  });
}

/** Underlines places with their messages, some with the whole line. */
export function useMarks(open: OpenEditor | undefined, marks: readonly Mark[], text: string): void {
  useEffect(() => {
    if (!open) return undefined;
    const { monaco, editor, model } = open;
    const severities = {
      error: monaco.MarkerSeverity.Error,
      warning: monaco.MarkerSeverity.Warning,
      info: monaco.MarkerSeverity.Info,
    };
    monaco.editor.setModelMarkers(
      model,
      'kernel',
      marks.map(({ severity, message, source, start, end }) => ({
        severity: severities[severity],
        message,
        source,
        // An empty span still gets one character to underline.
        ...rangeOf(monaco, model, { start, end: Math.max(end, start + 1) }),
      })),
    );
    const lines = editor.createDecorationsCollection(
      marks
        .filter(({ wholeLine }) => wholeLine)
        .map(({ start, severity }) => ({
          range: rangeOf(monaco, model, { start, end: start }),
          options: {
            isWholeLine: true,
            className: `fault-line ${severity}`,
            linesDecorationsClassName: `fault-edge ${severity}`,
          },
        })),
    );
    return () => lines.clear();
  }, [open, marks, text]);
}
