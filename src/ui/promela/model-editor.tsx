import { type ComponentProps, useMemo } from 'react';
import { wordsOfLine } from '../../session/index.ts';
import { CodeEditor } from '../editor/code-editor.tsx';
import { useStepAtCursor } from '../model-run/run-cursor.ts';

interface Props extends Omit<ComponentProps<typeof CodeEditor>, 'step'> {
  /** The run that is shown is one of another text. */
  readonly isStale: boolean;
}

/** The editor of a model: it follows the cursor of its run, so that what is around it need not. */
export function ModelEditor({ isStale, ...editor }: Props) {
  const { text } = editor;
  const step = useStepAtCursor();
  const line = step?.file === undefined ? (step?.line ?? 0) : 0;
  const place = useMemo(
    () => (line > 0 && !isStale ? wordsOfLine(text, line) : undefined),
    [text, line, isStale],
  );
  return <CodeEditor {...editor} step={place} />;
}
