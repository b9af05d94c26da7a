import { useEffect, useEffectEvent } from 'react';
import type { Span } from '../../base/span.ts';
import { rangeOf } from './kernel-language.ts';
import type { OpenEditor } from './use-editor.ts';

/** Highlights the current step and keeps it in view. */
export function useStep(open: OpenEditor | undefined, step: Span | undefined): void {
  const start = step?.start;
  const end = step?.end;
  useEffect(() => {
    if (!open || start === undefined || end === undefined) return undefined;
    const range = rangeOf(open.monaco, open.model, { start, end });
    const highlights = open.editor.createDecorationsCollection([
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
    // Up and down only: the beginnings of the lines stay in sight.
    open.editor.revealLinesInCenterIfOutsideViewport(range.startLineNumber, range.endLineNumber);
    return () => highlights.clear();
  }, [open, start, end]);
}

/** Moves the caret; a new object moves it there again. */
export function useJump(
  open: OpenEditor | undefined,
  jump: { readonly offset: number; readonly length?: number } | undefined,
): void {
  useEffect(() => {
    if (!open || !jump) return;
    const position = open.model.getPositionAt(jump.offset);
    const { offset, length = 0 } = jump;
    const to = open.model.getPositionAt(offset + length);
    open.editor.setSelection({
      startLineNumber: position.lineNumber,
      startColumn: position.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    });
    open.editor.revealPositionInCenterIfOutsideViewport(position);
    open.editor.focus();
  }, [open, jump]);
}

/** Tells which line was pressed, counted from 1; not for selections. */
export function useLinePress(
  open: OpenEditor | undefined,
  onLine: ((line: number) => void) | undefined,
): void {
  const press = useEffectEvent((line: number) => onLine?.(line));
  useEffect(() => {
    const listening = open?.editor.onMouseUp(({ target: { position }, event }) => {
      if (!event.leftButton || !position || open.editor.getSelection()?.isEmpty() === false) return;
      press(position.lineNumber);
    });
    return () => listening?.dispose();
  }, [open]);
}
