import { useEffect } from 'react';
import type { OpenEditor } from './use-editor.ts';

/** The kernel's editor, for those who write into it from elsewhere. */
let kernel: OpenEditor | undefined;

/** The word at the caret, while the kernel's editor has the focus. */
export function caretWord(): string | undefined {
  const position = kernel?.editor.hasTextFocus() === true ? kernel.editor.getPosition() : null;
  return position ? kernel?.model.getWordAtPosition(position)?.word : undefined;
}

/** Inserts a line before the caret's, as one edit. */
export function insertLineAtCaret(line: string): void {
  if (!kernel) return;
  const { editor, monaco } = kernel;
  const at = editor.getPosition()?.lineNumber ?? 1;
  editor.pushUndoStop();
  editor.executeEdits('help', [{ range: new monaco.Range(at, 1, at, 1), text: `${line}\n` }]);
  editor.pushUndoStop();
  editor.setPosition({ lineNumber: at, column: line.length + 1 });
  editor.revealLineInCenterIfOutsideViewport(at);
  editor.focus();
}

/** Lets others find the editor, where it is the kernel's. */
export function useKernelCaret(open: OpenEditor | undefined, isKernel: boolean): void {
  useEffect(() => {
    if (!open || !isKernel) return undefined;
    kernel = open;
    return () => {
      if (kernel === open) kernel = undefined;
    };
  }, [open, isKernel]);
}
