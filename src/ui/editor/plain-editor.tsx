import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import './plain-text.css';
import type { EditedText, OpenEditor } from './use-editor.ts';
import type { Lines } from './use-hidden-lines.ts';

/** A text without its hidden lines, and the way back. */
function parted(text: string, hidden: Lines | undefined) {
  const lines = text.split('\n');
  const first = (hidden?.first ?? 1) - 1;
  const block = hidden ? lines.splice(first, hidden.last - first) : [];
  const above = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
  const left = block.reduce((sum, line) => sum + line.length + 1, 0);
  return {
    shown: lines.join('\n'),
    whole: (changed: string): string =>
      changed
        .split('\n')
        .toSpliced(first, 0, ...block)
        .join('\n'),
    offsetOf: (offset: number): number => (offset < above ? offset : offset + left),
  };
}

interface Props extends Pick<EditedText, 'text' | 'label' | 'onChange' | 'onPasted'> {
  readonly hidden: Lines | undefined;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The text to write in until the editor has come, or where it does not come. */
export function PlainEditor({ text, label, onChange, onPasted, hidden, field }: Props) {
  const { shown, whole } = parted(text, hidden);
  const isPasted = useRef(false);
  return (
    <textarea
      ref={field}
      className="code-editor-plain"
      aria-label={label}
      value={shown}
      readOnly={onChange === undefined}
      spellCheck={false}
      onPaste={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
        isPasted.current = selectionEnd - selectionStart === value.length;
      }}
      onChange={({ target: { value } }) => {
        // Over the whole, and what was hidden with it.
        onChange?.(isPasted.current ? value : whole(value));
        if (isPasted.current) onPasted?.();
        isPasted.current = false;
      }}
    />
  );
}

/** Lets who writes in the field go on in the editor, once that is open.
 * @returns it has the text, and the field can go. */
export function useHandingOver(
  open: OpenEditor | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
  hidden: Lines | undefined,
): boolean {
  const [done, setDone] = useState<OpenEditor>();
  const handOver = useEffectEvent(({ monaco, editor, model }: OpenEditor): void => {
    const from = field.current;
    if (!from) return;
    // A place that is shown has been scrolled to by now.
    if (from.scrollTop > 0) editor.setScrollTop(from.scrollTop);
    if (document.activeElement === from) {
      const { offsetOf } = parted(model.getValue(), hidden);
      const start = model.getPositionAt(offsetOf(from.selectionStart));
      const end = model.getPositionAt(offsetOf(from.selectionEnd));
      editor.setSelection(monaco.Range.fromPositions(start, end));
      editor.focus();
    }
    // Nobody must find both.
    from.toggleAttribute('hidden', true);
  });
  useEffect(() => {
    if (!open) return undefined;
    handOver(open);
    let isWanted = true;
    queueMicrotask(() => isWanted && setDone(open));
    return () => {
      isWanted = false;
    };
  }, [open]);
  return open !== undefined && done === open;
}
