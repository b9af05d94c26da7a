import type { editor, IRange } from 'monaco-editor/editor';
import type { Span } from '../../session/index.ts';

/** A span as the editor counts: by lines and columns, from 1. */
export function rangeOf(model: editor.ITextModel, { start, end }: Span): IRange {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}
