import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type AxisRange, rangeWithin } from '../drawing/axis.ts';
import { type Point, pointIn } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import type { Picture } from '../drawing/picture.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { useListeners, useSize } from '../shared/hooks.ts';
import { isPressed } from '../shared/action.ts';
import { type LiveCursor, type Moving, tickOf, type TimedTrack } from './cursor.ts';
import {
  cursorAt,
  drawCursor,
  drawGantt,
  drawPointer,
  type GanttView,
  ganttView,
  NAMES,
  OVERVIEW,
  POINTER,
} from './gantt-draw.ts';
import type { CardStyle, CardWords } from '../../trace/index.ts';
import { inOneSentence, spanInWords } from './card-words.ts';
import './gantt-chart.css';
import { ganttAt, type GanttHit, spanAtCursor } from './gantt-hit.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { useHover, useKeyboardFocus, useRestingCursor } from './use-hover.ts';
import type { Moves } from './moves.ts';
import { TIME_KEYS } from './time-keys.ts';

/** The fewest ticks that fill the chart. */
const LEAST_SPAN = 4;

interface Props {
  /** The run that is seen, and one that it is compared with. */
  readonly tracks: readonly TimedTrack[];
  /** The ticks that are seen; null for all. */
  readonly range: AxisRange | null;
  /** The tick from which is measured. */
  readonly mark: number | null;
  readonly onRange: (range: AxisRange) => void;
  readonly live: LiveCursor;
  readonly moves: Moves;
  readonly picture: RefObject<Picture | null>;
  readonly style: CardStyle;
}

/** Units and elements over model time, with an overview above. */
export function GanttChart({ tracks, range, mark, onRange, live, moves, picture, style }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const fixed = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<HTMLCanvasElement>(null);
  const overview = useRef<HTMLDivElement>(null);
  const measured = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const [top, setTop] = useState(0);
  const view = useMemo(
    () => ganttView({ tracks, width, height, range, top }),
    [tracks, width, height, range, top],
  );
  const { from, to, end } = view;
  const cursorTick = (): number => {
    const [own] = tracks;
    return own ? tickOf(own.trace.columns, live.getState()) : 0;
  };
  const show = (next: AxisRange): void => onRange(rangeWithin(next, end, LEAST_SPAN));
  const scroll = (next: number): void => setTop(Math.max(0, Math.min(next, view.lowest)));
  const zoom = (factor: number, around: number): void =>
    show({ from: around - (around - from) * factor, to: around + (to - around) * factor });
  const pan = (ticks: number): void => show({ from: from + ticks, to: to + ticks });

  // Drawn once: it does not change with the cursor.
  useCanvas(fixed, width, height, [view, palette], (brush) => {
    drawGantt(brush, view, palette);
    return false;
  });
  useCanvas(pointer, POINTER, height, [palette], (brush) => {
    drawPointer(brush, POINTER / 2, height, palette);
    return false;
  });
  const placeCursor = (): void => {
    const tick = cursorTick();
    const x = (cursorAt(view, tick) ?? -POINTER) - POINTER / 2;
    if (pointer.current) pointer.current.style.transform = `translateX(${x}px)`;
    if (measured.current && mark !== null) {
      const [left, right] = [mark, tick].map((each) => view.chart.at(each)).sort((a, b) => a - b);
      const begin = Math.max(NAMES, left ?? 0);
      measured.current.style.left = `${begin}px`;
      measured.current.style.width = `${Math.max(0, (right ?? 0) - begin)}px`;
    }
    if (!overview.current) return;
    overview.current.style.transform = `translateX(${view.overview.at(tick) - 1}px)`;
  };
  useLayoutEffect(placeCursor);
  useImperativeHandle(picture, () => ({
    width,
    height,
    draw(brush) {
      drawGantt(brush, view, palette);
      drawCursor(brush, view, palette, cursorTick());
    },
  }));
  const onMove = useEffectEvent(({ event, playing }: Moving, before: Moving) => {
    if (event === before.event) return;
    placeCursor();
    // While it plays, the chart follows the cursor a screen at a time.
    const tick = cursorTick();
    if (!playing || (tick >= from && tick <= to)) return;
    const span = to - from;
    show({ from: tick - span * 0.1, to: tick + span * 0.9 });
  });
  useEffect(() => live.subscribe((now, before) => onMove(now, before)), [live]);

  useListeners(frame, {
    ...useDrag(frame, view, { ...moves, show, zoom, scroll }),
    wheel(event) {
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (!event.ctrlKey && Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
        return pan((sideways / (width - NAMES)) * (to - from));
      }
      const { x } = pointIn(frame.current, event);
      // A pinch arrives as a wheel with Ctrl, in small steps.
      const factor = Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      zoom(factor, view.chart.of(Math.max(NAMES, x)));
    },
    keydown(event) {
      const action = TIME_KEYS.find((each) => isPressed(each, event));
      if (!action) return;
      const tick = cursorTick();
      const middle = tick >= from && tick <= to ? tick : (from + to) / 2;
      action.run({
        zoom: (factor) => zoom(factor, middle),
        pan: (share) => pan(share * (to - from)),
        scroll: (pixels) => scroll(top + pixels),
        showAll: () => show({ from: 0, to: end }),
      });
      event.preventDefault();
    },
  });

  const hovered = useHover(frame, (point) => ganttAt(view, point));
  const focused = useKeyboardFocus(frame);
  const cursor = useRestingCursor(live);
  const own = tracks[0];
  const atCursor = own && cursor && spanAtCursor(view, own, cursor);
  const shown = hovered ?? (focused ? atCursor : undefined);
  return (
    <div
      ref={frame}
      className="gantt ring-inside"
      tabIndex={0}
      role="application"
      aria-roledescription="chart over time"
      aria-describedby="gantt-at-cursor"
      aria-label="Work and waits over model time. W and S zoom, A and D move, 0 shows all"
    >
      <canvas ref={fixed} style={{ width, height }} aria-hidden="true" />
      {mark !== null && <div ref={measured} className="gantt-measured" />}
      <div ref={overview} className="gantt-moving" style={{ width: 2, height: OVERVIEW }} />
      <canvas
        ref={pointer}
        className="gantt-moving"
        style={{ width: POINTER, height }}
        aria-hidden="true"
      />
      {shown && <HoverCard frame={frame} box={shown.box} {...cardOf(shown, style)} />}
      <p id="gantt-at-cursor" className="visually-hidden">
        {atCursor && inOneSentence(cardOf(atCursor, style))}
      </p>
    </div>
  );
}

const cardOf = ({ track, lane, span }: GanttHit, style: CardStyle): CardWords =>
  spanInWords(track.trace, lane, span, style);

interface DragMoves extends Moves {
  readonly show: (range: AxisRange) => void;
  readonly zoom: (factor: number, around: number) => void;
  readonly scroll: (top: number) => void;
}

/** A press moves the cursor, a drag the chart, with Shift it measures, two fingers zoom. In the overview a drag moves the range. */
function useDrag(frame: RefObject<HTMLElement | null>, view: GanttView, moves: DragMoves) {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<(Point & { view: GanttView; moved: boolean }) | null>(null);
  const at = (event: PointerEvent): Point => pointIn(frame.current, event);
  const showOverview = (x: number): void => {
    const middle = view.overview.of(x);
    const span = view.to - view.from;
    moves.show({ from: middle - span / 2, to: middle + span / 2 });
    if (span >= view.end) moves.seekTick(middle);
  };
  return {
    pointerdown(event: PointerEvent) {
      frame.current?.setPointerCapture(event.pointerId);
      const place = at(event);
      pointers.current.set(event.pointerId, place);
      start.current = { ...place, view, moved: false };
      if (place.y < OVERVIEW) showOverview(place.x);
      else if (event.shiftKey) {
        seekAt(view, place, moves);
        moves.mark(Math.round(view.chart.of(Math.max(NAMES, place.x))));
      }
    },
    pointermove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      const began = start.current;
      if (!before || !began) return;
      const now = at(event);
      const [first, second] = [...pointers.current.values()];
      pointers.current.set(event.pointerId, now);
      if (first && second) {
        const fixed = before === first ? second : first;
        const distance = Math.max(8, Math.abs(before.x - fixed.x));
        began.moved = true;
        return moves.zoom(
          distance / Math.max(8, Math.abs(now.x - fixed.x)),
          view.chart.of(fixed.x),
        );
      }
      if (began.y < OVERVIEW) return showOverview(now.x);
      if (event.shiftKey) return moves.seekTick(view.chart.of(Math.max(NAMES, now.x)));
      if (Math.abs(now.x - began.x) + Math.abs(now.y - began.y) > 4) began.moved = true;
      if (!began.moved) return;
      const ticks = ((began.x - now.x) / (view.width - NAMES)) * (view.to - view.from);
      moves.show({ from: began.view.from + ticks, to: began.view.to + ticks });
      moves.scroll(began.view.top + began.y - now.y);
    },
    pointerup(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      const began = start.current;
      start.current = null;
      if (began && !began.moved && !event.shiftKey && began.y >= OVERVIEW)
        seekAt(view, at(event), moves);
    },
    pointercancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      start.current = null;
    },
  };
}

/** Puts the cursor to a tick; on a lane, to what its process does there. */
function seekAt(view: GanttView, { x, y }: Point, moves: Moves): void {
  const tick = view.chart.of(Math.max(NAMES, x));
  const place = view.places.find((each) => y >= each.y && y < each.y + view.laneHeight);
  const own = place?.track === view.tracks[0] ? place?.lane : undefined;
  const event = own?.event[own.at(tick)] ?? -1;
  if (event >= 0) moves.seekEvent(event);
  else moves.seekTick(tick);
  if (own) moves.setProcess(own.pid);
}
