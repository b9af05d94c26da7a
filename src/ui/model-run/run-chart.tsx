import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { pointIn } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { useListeners, useSize } from '../shared/hooks.ts';
import { ROW } from '../trace/sequence-axis.ts';
import '../trace/sequence-chart.css';
import { HEAD } from '../trace/sequence-draw.ts';
import { drawRun, leftFor, type RunChartView, runHeight, runWidth } from './run-draw.ts';
import { type RunLayout, rowAtStep } from './run-layout.ts';

interface Props {
  readonly layout: RunLayout;
  readonly label: string;
  /** The step at the cursor. */
  readonly event: number;
  readonly onSeek: (step: number) => void;
  /** What assistive technology reads in the place of the canvas. */
  readonly children?: ReactNode;
}

/** Message sequence chart of any model: a lifeline for each process, a row for each step. Draws only what is in view. */
export function RunChart({ layout, label, event, onSeek, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const scroll = useRef({ top: 0, left: 0 });
  const row = rowAtStep(layout, event);
  const view = (): RunChartView => ({ layout, width, height, ...scroll.current, row, event });
  const redraw = useCanvas(canvas, width, height, [layout, palette, event], (brush) => {
    drawRun(brush, view(), palette);
    return false;
  });
  /** The cursor stays in view, a third from the top, so that what comes next can be read. */
  const follow = useEffectEvent(() => {
    const node = frame.current;
    if (!node || height === 0) return;
    const visible = height - HEAD;
    const at = row * ROW;
    const isSeen = at >= node.scrollTop && at + 2 * ROW <= node.scrollTop + visible;
    if (!isSeen) node.scrollTop = Math.max(0, at - visible / 3);
    node.scrollLeft = leftFor(view(), event);
    scroll.current = { top: node.scrollTop, left: node.scrollLeft };
    redraw();
  });
  useEffect(() => follow(), [layout, event, width, height]);
  useListeners(frame, {
    scroll() {
      const node = frame.current;
      if (!node) return;
      scroll.current = { top: node.scrollTop, left: node.scrollLeft };
      redraw();
    },
    click(press) {
      const { y } = pointIn(frame.current, press);
      const at = Math.floor((y - HEAD + scroll.current.top) / ROW);
      const step = layout.rows[at];
      if (y >= HEAD && step !== undefined) onSeek(step);
    },
  });
  return (
    <div ref={frame} className="sequence" tabIndex={0} role="group" aria-label={label}>
      <canvas
        ref={canvas}
        className="sequence-canvas"
        style={{ width, height }}
        aria-hidden="true"
      />
      {/* What is scrolled: as high as all rows, with nothing in it. */}
      <div
        style={{ width: runWidth(layout, width), height: Math.max(0, runHeight(layout) - height) }}
      />
      {children}
    </div>
  );
}
