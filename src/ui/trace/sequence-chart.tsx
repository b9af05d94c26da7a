import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useMedia } from '../shared/use-media.ts';
import { useSize } from '../shared/use-size.ts';
import { EventList } from './event-list.tsx';
import { usePalette } from '../drawing/palette.ts';
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
import { isFast, usePlayback, playback } from './playback.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { useDoing } from './use-doing.ts';
import { useListeners } from '../drawing/use-listeners.ts';
import { useShown } from './shown.ts';

/** The most pixels that an element may be high in every browser. Longer charts are scrolled in steps of
 * several rows. */
const MOST_HEIGHT = 15_000_000;
/** Milliseconds that a message travels. */
const TRAVEL = 320;

/** Message sequence chart: a lifeline for each process, time flowing down. Draws only what is in view,
 * and follows the cursor without rendering again. */
export function SequenceChart({ layout }: { readonly layout: SequenceLayout }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const scroll = useRef({ top: 0, left: 0 });
  const travel = useTravel();
  const doing = useDoing();
  const fast = usePlayback(isFast);
  const rows = layout.rows.length;

  const wide = contentWidth(layout, width);
  const high = Math.min(MOST_HEIGHT, HEAD + (rows + 2) * ROW);
  /** Rows for a pixel of scrolling. */
  const visibleRows = Math.max(0, (height - HEAD) / ROW);
  const perPixel = Math.max(0, rows + 2 - visibleRows) / Math.max(1, high - height);
  const view = (): SequenceView => {
    const { event, position } = playback();
    return {
      layout,
      width,
      height,
      top: scroll.current.top * perPixel,
      left: scroll.current.left,
      event,
      row: layout.stopRow[position] ?? 0,
      travel: travel.way(),
      doing,
    };
  };
  const redraw = useCanvas(canvas, width, height, [layout, palette, doing], (brush) => {
    const now = view();
    drawSequence(brush, now, palette);
    return now.travel < 1;
  });
  useShown('sequence', view);

  /** The cursor stays in view, a third from the top, so that what comes next can be read; and so do the
   * lifelines it is about, where the chart is wider than its frame. */
  const follow = useCallback(() => {
    const node = frame.current;
    if (!node) return;
    const { event, position } = playback();
    const { top, left } = scroll.current;
    const row = layout.stopRow[position] ?? 0;
    const first = top * perPixel;
    const isSeen = row >= first && row <= first + visibleRows - 3;
    if (!isSeen && visibleRows >= 3 && perPixel > 0) {
      node.scrollTop = Math.max(0, row - visibleRows / 3) / perPixel;
      scroll.current.top = node.scrollTop;
    }
    const { pid, other } = layout.trace.columns;
    const ends = [pid[event] ?? 0, other[event] ?? 0]
      .map((each) => layout.laneOf[each] ?? -1)
      .filter((lane) => lane >= 0);
    if (ends.length === 0) return;
    const spacing = spacingOf(layout, width);
    const visible = width - GUTTER;
    // Of a message that is longer than the view its sender is shown, where its name stands.
    const [sender = 0] = ends;
    const reach = (Math.max(...ends) - Math.min(...ends) + 1) * spacing;
    const lanes = reach > visible ? [sender] : ends;
    const from = Math.min(...lanes) * spacing;
    const to = (Math.max(...lanes) + 1) * spacing;
    if (from >= left && to <= left + visible) return;
    node.scrollLeft = from < left ? from : to - visible;
    scroll.current.left = node.scrollLeft;
  }, [layout, width, visibleRows, perPixel]);
  useLayoutEffect(follow, [follow]);
  useEffect(
    () =>
      usePlayback.subscribe(({ event, position }, before) => {
        if (event === before.event && position === before.position) return;
        follow();
        redraw();
      }),
    [follow, redraw],
  );

  useListeners(frame, {
    scroll: () => {
      const node = frame.current;
      if (!node) return;
      scroll.current = { top: node.scrollTop, left: node.scrollLeft };
      redraw();
    },
    click: (press) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box || rows === 0) return;
      const at = press.clientY - box.top;
      const now = view();
      if (at >= HEAD) {
        playback().seek(firstStopInRow(layout, Math.min(rows - 1, rowAt(now, at))));
        return;
      }
      const [pid, ...more] = layout.lanes[laneAt(now, press.clientX - box.left)]?.pids ?? [];
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
      {!fast && <EventList layout={layout} hidden />}
    </div>
  );
}

/** How far the message at the cursor has come, from 0 to 1; at once there for those who want no motion,
 * and when steps come faster than a message could be followed. */
function useTravel(): { readonly way: () => number } {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const began = useRef(-Infinity);
  useEffect(
    () =>
      usePlayback.subscribe((now, before) => {
        if (now.event === before.event) return;
        began.current = still || isFast(now) ? -Infinity : performance.now();
      }),
    [still],
  );
  return {
    way: () => {
      const way = Math.min(1, Math.max(0, performance.now() - began.current) / TRAVEL);
      // Slow at both ends.
      return way * way * (3 - 2 * way);
    },
  };
}
