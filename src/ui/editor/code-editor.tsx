import { useRef } from 'react';
import type { Span } from '../../base/span.ts';
import './code-editor.css';
import { useKernelCaret } from './kernel-caret.ts';
import { PlainEditor, useHandingOver } from './plain-editor.tsx';
import { type EditedText, useEditor } from './use-editor.ts';
import { type Mark, useMarks } from './use-marks.ts';
import { useJump, useLinePress, useStep } from './use-places.ts';
import { type CostBars, useCostBars } from './use-cost-bars.tsx';
import { type Lines, useHiddenLines } from './use-hidden-lines.ts';
import { type Services, useServices } from './use-services.ts';

interface Props extends EditedText {
  readonly marks?: readonly Mark[];
  /** The span of the run's current step. */
  readonly step?: Span | undefined;
  /** A line was pressed, counted from 1; not for selections. */
  readonly onLine?: (line: number) => void;
  /** A place to go to; a new object goes there again. */
  readonly jump?: { readonly offset: number; readonly length?: number } | undefined;
  /** Lines that are left out, counted from 1. */
  readonly hidden?: Lines | undefined;
  /** At the right of the lines. */
  readonly costs?: CostBars | undefined;
  /** Absent: a text to look at. */
  readonly services?: Services;
}

const NO_MARKS: readonly Mark[] = [];

/** A text editor with diagnostics in place and one highlighted stretch. */
export function CodeEditor(props: Props) {
  const { text, language, onChange, onLine, marks = NO_MARKS, step, jump, hidden } = props;
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { open, failed } = useEditor(host, props);
  useServices(open, props.services ?? {});
  useMarks(open, marks, text);
  useStep(open, step);
  useJump(open, jump);
  useLinePress(open, onLine);
  useHiddenLines(open, hidden);
  const isHandedOver = useHandingOver(open, field, hidden);
  const bars = useCostBars(open, props.costs);
  useKernelCaret(open, onChange !== undefined);
  return (
    <div className="code-editor" data-editor={language}>
      {(failed ?? !isHandedOver) && <PlainEditor {...props} hidden={hidden} field={field} />}
      {failed && <p className="code-editor-failed note">{failed}</p>}
      <div ref={host} className="code-editor-host" hidden={failed !== undefined} />
      {bars}
    </div>
  );
}
