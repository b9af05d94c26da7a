import { type RefObject, useRef } from 'react';
import './plain-text.css';
import type { EditedText, Selected } from './use-editor.ts';
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

/** What is selected in the field, if somebody writes there. */
export function selectedIn(
  field: HTMLTextAreaElement | null,
  text: string,
  hidden: Lines | undefined,
): Selected | undefined {
  if (!field || document.activeElement !== field) return undefined;
  const { offsetOf } = parted(text, hidden);
  return { start: offsetOf(field.selectionStart), end: offsetOf(field.selectionEnd) };
}
