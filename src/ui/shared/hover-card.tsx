import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Box } from '../drawing/brush.ts';
import './hover-card.css';
import { placedBeside } from './placed-beside.ts';

interface Props {
  /** What the box is drawn in. */
  readonly frame: RefObject<HTMLElement | null>;
  /** What the card is about, in pixels from the corner of the frame. */
  readonly box: Box;
  readonly title: string;
  /** What is known, line by line. */
  readonly lines?: readonly string[];
  /** What a press does. */
  readonly hint?: string | undefined;
  /** What is more than a line of text, between the title and the lines. */
  readonly children?: ReactNode;
}

/** What is known of the thing under the pointer or with the focus, beside it and within the window. It is for the eye:
 * the same words are told otherwise to those who hear the page. */
export function HoverCard({ frame, box, title, lines = [], hint, children }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [node, around] = [card.current, frame.current];
    if (!node || !around) return;
    const { left: x, top: y } = around.getBoundingClientRect();
    const { width, height } = node.getBoundingClientRect();
    const room = { width: window.innerWidth, height: window.innerHeight };
    const place = placedBeside({ ...box, x: box.x + x, y: box.y + y }, { width, height }, room);
    node.style.left = `${place.left}px`;
    node.style.top = `${place.top}px`;
  });
  // Not within the frame, which may cut off what stands out of it.
  return createPortal(
    <div ref={card} className="hover-card" aria-hidden="true">
      <strong>{title}</strong>
      {children}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {hint !== undefined && <span className="hover-hint">{hint}</span>}
    </div>,
    document.body,
  );
}
