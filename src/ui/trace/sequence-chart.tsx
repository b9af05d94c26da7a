import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { type Run, timelineOf, type CardStyle, type ElementState } from '../../trace/index.ts';
import { pointIn, TEXT } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import type { Picture } from '../drawing/picture.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { isPressed } from '../shared/action.ts';
import { useListeners, useMedia, useSize } from '../shared/hooks.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { type Cursor, isFast, type LiveCursor, tickOf } from './cursor.ts';
import type { Moves } from './moves.ts';
import {
  byMessage,
  byTime,
  HEIGHT_NOTES,
  type Heights,
  ROW,
  usualPerTick,
} from './sequence-axis.ts';
import './sequence-chart.css';
import { drawSequence } from './sequence-draw.ts';
import {
  contentWidth,
  GUTTER,
  HEAD,
  laneAt,
  rowAt,
  type SequenceView,
  spacingOf,
} from './sequence-geometry.ts';
import { hitOfRow, sequenceAt, type SequenceHit } from './sequence-hit.ts';
import { firstStopInRow, type SequenceLayout } from './sequence-layout.ts';
import { STRETCH_KEYS, withinStretch } from './stretch.ts';
import { useHover, useKeyboardFocus, useRestingCursor } from './use-hover.ts';

/** The most pixels that an element may be high in every browser. Longer charts are scrolled in steps of
 * several rows. */
const MOST_HEIGHT = 15_000_000;
/** Milliseconds that a message travels. */
const TRAVEL = 320;

export interface SequencePicture extends Picture {
  /** The first event that is seen. */
  firstEvent(): number | undefined;
}

interface Props {
  readonly layout: SequenceLayout;
  readonly label: string;
  readonly live: LiveCursor;
  readonly moves: Pick<Moves, 'seek' | 'setProcess'>;
  /** `stretch` multiplies the usual pixels of a tick. */
  readonly heights: Heights;
  readonly stretch: number;
  readonly onStretch: (stretch: number) => void;
  readonly marked?: SequenceView['marked'];
  readonly picture?: RefObject<SequencePicture | null>;
  readonly style: CardStyle;
  /** For assistive technology, instead of the canvas. */
  readonly children?: ReactNode;
}

/** Message sequence chart, time flowing down. Draws only the visible part, and follows the cursor without rendering. */
export function SequenceChart(props: Props) {
  const { layout, label, live, moves, heights, stretch, onStretch, marked } = props;
  const { picture, style, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const scroll = useRef({ top: 0, left: 0 });
  const travel = useTravel(live);
  const { run } = layout;
  const lanes = useMemo(() => {
    const spans = run.timed ? timelineOf(run.timed).lanes : [];
    return new Map(spans.map((lane) => [lane.pid, lane]));
  }, [run]);
  /** State of a unit or element at the cursor. */
  const doing = useCallback(
    (pid: number): ElementState | undefined =>
      lanes.get(pid)?.stateAt(tickOf(run.columns, live.getState())),
    [lanes, run, live],
  );
  const rows = layout.rows.length;

  const wide = contentWidth(layout, width);
  const visible = Math.max(0, height - HEAD);
  const axis = useMemo(
    () =>
      heights === 'time'
        ? byTime(layout, usualPerTick(layout, visible) * stretch)
        : byMessage(layout),
    [layout, heights, stretch, visible],
  );
  const high = Math.min(MOST_HEIGHT, HEAD + axis.height);
  /** Pixels of the chart for a pixel of scrolling. */
  const perPixel = Math.max(0, axis.height - visible) / Math.max(1, high - height);
  const view = (): SequenceView => {
    const { event, position } = live.getState();
    return {
      layout,
      axis,
      width,
      height,
      top: scroll.current.top * perPixel,
      left: scroll.current.left,
      event,
      row: layout.stopRow[position] ?? 0,
      travel: travel.way(),
      marked,
      doing,
    };
  };
  const redraw = useCanvas(
    canvas,
    width,
    height,
    [layout, axis, palette, doing, marked],
    (brush) => {
      const now = view();
      drawSequence(brush, now, palette);
      return now.travel < 1;
    },
  );
  useImperativeHandle(picture, () => ({
    width,
    height,
    draw(brush) {
      drawSequence(brush, { ...view(), travel: 1 }, palette);
      if (!run.timed) return;
      const note = HEIGHT_NOTES[heights];
      const place = {
        fill: palette.soft,
        size: TEXT,
        align: 'right',
        halo: palette.surface,
      } as const;
      brush.text(width - 6, height - 6, note, place);
    },
    firstEvent: () => layout.rows[axis.rowAt(view().top)],
  }));

  /** Keeps the cursor in view, a third from the top, with the lifelines it is about. */
  const follow = useEffectEvent(() => {
    const node = frame.current;
    if (!node) return;
    const { event, position } = live.getState();
    const { top, left } = scroll.current;
    const row = layout.stopRow[position] ?? 0;
    const first = top * perPixel;
    const at = axis.y(row);
    const isSeen = at >= first && at <= first + visible - 3 * ROW;
    if (!isSeen && visible >= 3 * ROW && perPixel > 0) {
      node.scrollTop = Math.max(0, at - visible / 3) / perPixel;
      scroll.current.top = node.scrollTop;
    }
    const { pid, other } = run.columns;
    const ends = [pid[event] ?? 0, other[event] ?? 0]
      .map((each) => layout.laneOf[each] ?? -1)
      .filter((lane) => lane >= 0);
    // Before it has been laid out every lifeline would be beside it.
    if (ends.length === 0 || width === 0) return;
    const spacing = spacingOf(layout, width);
    const across = width - GUTTER;
    // Of a long message the sender is shown, where its name stands.
    const [sender = 0] = ends;
    const reach = (Math.max(...ends) - Math.min(...ends) + 1) * spacing;
    const lanes = reach > across ? [sender] : ends;
    const from = Math.min(...lanes) * spacing;
    const to = (Math.max(...lanes) + 1) * spacing;
    if (from >= left && to <= left + across) return;
    node.scrollLeft = from < left ? from : to - across;
    scroll.current.left = node.scrollLeft;
  });
  useLayoutEffect(() => follow(), [live, layout, axis, width, perPixel]);
  useEffect(
    () =>
      live.subscribe(({ event, position }, before) => {
        if (event === before.event && position === before.position) return;
        follow();
        redraw();
      }),
    [live, redraw],
  );

  /** Keeps what lies at a height of the picture where it is. */
  const zoom = (factor: number, around: number): void => {
    const node = frame.current;
    const next = withinStretch(stretch * factor);
    if (!node || heights !== 'time' || next === stretch) return;
    const top = ((scroll.current.top * perPixel + around) * next) / stretch - around;
    kept.current = Math.max(0, top);
    onStretch(next);
  };
  const kept = useRef<number>(undefined);
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node || kept.current === undefined || perPixel <= 0) return;
    node.scrollTop = kept.current / perPixel;
    scroll.current.top = node.scrollTop;
    kept.current = undefined;
  }, [axis, perPixel]);

  useListeners(frame, {
    wheel(event) {
      if (!event.ctrlKey || heights !== 'time') return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * 0.01), pointIn(frame.current, event).y - HEAD);
    },
    keydown(event) {
      if (heights !== 'time') return;
      const action = STRETCH_KEYS.find((each) => isPressed(each, event));
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      const now = view();
      const at = axis.y(now.row) - now.top;
      zoom(action.factor ?? 1 / stretch, at >= 0 && at <= visible ? at : visible / 3);
    },
    scroll: () => {
      const node = frame.current;
      if (!node) return;
      scroll.current = { top: node.scrollTop, left: node.scrollLeft };
      redraw();
    },
    click: (press) => {
      if (rows === 0) return;
      const { x, y } = pointIn(frame.current, press);
      const now = view();
      if (y >= HEAD) return moves.seek(firstStopInRow(layout, Math.min(rows - 1, rowAt(now, y))));
      const [pid, ...more] = layout.lanes[laneAt(now, x)]?.pids ?? [];
      if (pid !== undefined && more.length === 0) moves.setProcess(pid);
    },
  });

  const hovered = useHover(frame, (point) => sequenceAt(view(), point));
  const focused = useKeyboardFocus(frame);
  return (
    <div ref={frame} className="sequence" tabIndex={0} role="group" aria-label={label}>
      <canvas
        ref={canvas}
        className="sequence-canvas"
        style={{ width, height }}
        aria-hidden="true"
      />
      {/* What is scrolled: as high as all rows, with nothing in it. */}
      <div style={{ width: wide, height: Math.max(0, high - height) }} />
      {children}
      {hovered ? (
        <HoverCard frame={frame} box={hovered.box} {...run.cardAt(hovered.event, style)} />
      ) : (
        focused && (
          <CardAtCursor
            {...{ frame, live, style, run }}
            hitAt={({ event, position }) => hitOfRow(view(), layout.stopRow[position] ?? 0, event)}
          />
        )
      )}
    </div>
  );
}

/** Way of the message at the cursor, from 0 to 1; 1 at once where motion is unwanted or too fast. */
function useTravel(live: LiveCursor): { readonly way: () => number } {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const began = useRef(-Infinity);
  useEffect(
    () =>
      live.subscribe((now, before) => {
        if (now.event === before.event) return;
        began.current = still || isFast(now) ? -Infinity : performance.now();
      }),
    [live, still],
  );
  return {
    way: () => {
      const way = Math.min(1, Math.max(0, performance.now() - began.current) / TRAVEL);
      // Slow at both ends.
      return way * way * (3 - 2 * way);
    },
  };
}

interface AtCursor {
  readonly frame: RefObject<HTMLElement | null>;
  readonly live: LiveCursor;
  readonly run: Run;
  readonly style: CardStyle;
  readonly hitAt: (cursor: Cursor) => SequenceHit | undefined;
}

/** For the keyboard: the card of what is at the cursor, while nothing plays. */
function CardAtCursor({ frame, live, run, style, hitAt }: AtCursor) {
  const cursor = useRestingCursor(live);
  const hit = cursor && hitAt(cursor);
  return hit && <HoverCard frame={frame} box={hit.box} {...run.cardAt(hit.event, style)} />;
}
