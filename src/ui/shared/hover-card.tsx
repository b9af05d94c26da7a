import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Box } from '../drawing/brush.ts';
import './hover-card.css';
import { placedBeside } from './placed-beside.ts';

interface Props {
  readonly frame: RefObject<HTMLElement | null>;
  /** In pixels from the frame's corner. */
  readonly box: Box;
  readonly title: string;
  readonly lines?: readonly string[];
  readonly hint?: string | undefined;
  /** Between the title and the lines. */
  readonly children?: ReactNode;
}

/** A card for the eye beside the hovered or focused thing; the words are spoken elsewhere. */
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
  // The frame may clip.
  return createPortal(
    <div ref={card} className="hover-card column small-text" aria-hidden="true">
      <strong>{title}</strong>
      {children}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {hint !== undefined && <span className="hover-hint soft-text">{hint}</span>}
    </div>,
    document.body,
  );
}
