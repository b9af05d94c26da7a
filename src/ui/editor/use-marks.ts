import { useEffect } from 'react';
import type { Mark } from './marks.ts';
import { rangeOf } from './kernel-language.ts';
import type { OpenEditor } from './use-editor.ts';

/** Shows what there is to say about places of the text: underlined, told when pointed at, and some with
 * their whole line. */
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
        ...{ severity: severities[severity], message, source },
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
