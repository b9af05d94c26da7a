import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from '../shared/use-media.ts';
import { useSize } from '../shared/use-size.ts';
import { EventList } from './event-list.tsx';
import { usePalette } from './palette.ts';
import './sequence-chart.css';
import {
  contentWidth,
  drawSequence,
  GUTTER,
  HEAD,
  ROW,
  rowAt,
  laneAt,
  type SequenceView,
  spacingOf,
} from './sequence-draw.ts';
import { firstStopInRow, type SequenceLayout } from './sequence-layout.ts';
import { usePlayback, playback } from './playback.ts';
import { useCanvas } from './use-canvas.ts';
import { useDoing } from './use-doing.ts';
import { useListeners } from './use-listeners.ts';
import { useShown } from './shown.ts';

/** The most pixels that an element may be high in every browser. Longer charts are scrolled in steps of
 * several rows. */
const MOST_HEIGHT = 15_000_000;
/** Milliseconds that a message travels. */
const TRAVEL = 320;

/** Message sequence chart: a lifeline for each process, time flowing down. Draws only what is in view. */
export function SequenceChart({ layout }: { readonly layout: SequenceLayout }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const event = usePlayback((state) => state.event);
  const position = usePlayback((state) => state.position);
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const travel = useTravel(event);
  const doing = useDoing();
  const rows = layout.rows.length;
  const row = layout.stopRow[position] ?? 0;

  const wide = contentWidth(layout, width);
  const high = Math.min(MOST_HEIGHT, HEAD + (rows + 2) * ROW);
  /** Rows for a pixel of scrolling. */
  const visibleRows = Math.max(0, (height - HEAD) / ROW);
  const perPixel = Math.max(0, rows + 2 - visibleRows) / Math.max(1, high - height);
  const view: SequenceView = {
    layout,
    width,
    height,
    top: scroll.top * perPixel,
    left: scroll.left,
    event,
    row,
    travel,
    doing,
  };
  const inputs = [layout, palette, scroll, event, row, travel, doing];
  useCanvas(canvas, width, height, inputs, (brush) => drawSequence(brush, view, palette));
  useShown('sequence', view);

  // The cursor stays in view, a third from the top, so that what comes next can be read.
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node || visibleRows < 3 || perPixel === 0) return;
    const top = node.scrollTop * perPixel;
    if (row < top || row > top + visibleRows - 3) {
      node.scrollTop = Math.max(0, row - visibleRows / 3) / perPixel;
    }
  }, [row, layout, visibleRows, perPixel]);

  // And so do the lifelines it is about, where the chart is wider than its frame.
  const { pid, other } = layout.trace.columns;
  const ends = [pid[event] ?? 0, other[event] ?? 0]
    .map((each) => layout.laneOf[each] ?? -1)
    .filter((lane) => lane >= 0);
  const spacing = spacingOf(layout, width);
  const from = Math.min(...ends) * spacing;
  const to = (Math.max(...ends) + 1) * spacing;
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node || !Number.isFinite(from)) return;
    const visible = node.clientWidth - GUTTER;
    if (to > node.scrollLeft + visible) node.scrollLeft = to - visible;
    if (from < node.scrollLeft) node.scrollLeft = from;
  }, [from, to]);

  useListeners(frame, {
    scroll: () => {
      const node = frame.current;
      if (node) setScroll({ top: node.scrollTop, left: node.scrollLeft });
    },
    click: (press) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box || rows === 0) return;
      const at = press.clientY - box.top;
      if (at >= HEAD) {
        playback().seek(firstStopInRow(layout, Math.min(rows - 1, rowAt(view, at))));
        return;
      }
      const [pid, ...more] = layout.lanes[laneAt(view, press.clientX - box.left)]?.pids ?? [];
      if (pid !== undefined && more.length === 0) playback().setProcess(pid);
    },
  });

  return (
    <div
      ref={frame}
      className="sequence"
      tabIndex={0}
      role="group"
      aria-label="Messages of the run, in order of time"
    >
      <canvas
        ref={canvas}
        className="sequence-canvas"
        style={{ width, height }}
        aria-hidden="true"
      />
      {/* What is scrolled: as high as all rows, with nothing in it. */}
      <div style={{ width: wide, height: Math.max(0, high - height) }} />
      <EventList layout={layout} position={position} hidden />
    </div>
  );
}

/** How far the message at the cursor has come, from 0 to 1; at once there for those who want no motion,
 * and when steps come faster than a message could be followed. */
function useTravel(event: number): number {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const fast = usePlayback((state) => state.playing && state.speed > 8);
  const [travel, setTravel] = useState({ event: -1, way: 1 });
  useEffect(() => {
    if (still || fast) return undefined;
    const began = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      const way = Math.min(1, Math.max(0, now - began) / TRAVEL);
      // Slow at both ends.
      setTravel({ event, way: way < 1 ? way * way * (3 - 2 * way) : 1 });
      if (way < 1) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [event, still, fast]);
  return still || fast || travel.event !== event ? 1 : travel.way;
}
