import type { IRange } from 'monaco-editor/editor';
import { useEffect } from 'react';
import type { OpenEditor } from './use-editor.ts';

/** Both counted from 1 and included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Folding in Monaco uses it; its types leave it out. */
interface Hiding {
  setHiddenAreas(areas: readonly IRange[], by: string): void;
}

const canHide = (editor: object): editor is Hiding =>
  'setHiddenAreas' in editor && typeof editor.setHiddenAreas === 'function';

/** Leaves lines out of the picture; their numbers stay. */
export function useHiddenLines(open: OpenEditor | undefined, lines: Lines | undefined): void {
  const first = lines?.first;
  const last = lines?.last;
  useEffect(() => {
    const { editor } = open ?? {};
    if (!editor || !canHide(editor) || first === undefined || last === undefined) return undefined;
    const area = { startLineNumber: first, startColumn: 1, endLineNumber: last, endColumn: 1 };
    editor.setHiddenAreas([area], 'pragmas');
    return () => editor.setHiddenAreas([], 'pragmas');
  }, [open, first, last]);
}
