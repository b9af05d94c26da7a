import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSize } from '../shared/use-size.ts';
import { usePalette } from '../drawing/palette.ts';
import {
  cursorAt,
  drawGantt,
  drawPointer,
  type GanttView,
  laneHeight,
  lanesHeight,
  AXIS,
  OVERVIEW,
  NAMES,
  placesOf,
  POINTER,
  chartScale,
  endOf,
  overviewScale,
  type Track,
} from './gantt-draw.ts';
import './gantt-chart.css';
import { usePlayback, playback } from './playback.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { cursorTick } from './use-doing.ts';
import { useListeners } from '../drawing/use-listeners.ts';
import { useShown } from './shown.ts';

/** The fewest ticks that fill the chart. */
const LEAST_SPAN = 4;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What every unit and element does over model time, with a map of the whole run above. */
export function GanttChart({ tracks }: { readonly tracks: readonly Track[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const fixed = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<HTMLCanvasElement>(null);
  const overview = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const end = endOf(tracks);
  const [range, setRange] = useState<Range & { of: readonly Track[] }>({
    from: 0,
    to: end,
    of: tracks,
  });
  const [top, setTop] = useState(0);
  // Another run is seen as a whole at first.
  const { from, to } = range.of === tracks ? range : { from: 0, to: end };
  const view: GanttView = useMemo(
    () => ({ tracks, width, height, from, to, top }),
    [tracks, width, height, from, to, top],
  );
  const show = (next: Range): void => setRange({ ...within(next, end), of: tracks });
  const zoom = (factor: number, around: number): void =>
    show({ from: around - (around - from) * factor, to: around + (to - around) * factor });
  const pan = (ticks: number): void => show({ from: from + ticks, to: to + ticks });

  // What does not change with the cursor is drawn once and kept.
  useCanvas(fixed, width, height, [view, palette], (brush) => {
    drawGantt(brush, view, palette);
    return false;
  });
  useCanvas(pointer, POINTER, height, [palette], (brush) => {
    drawPointer(brush, POINTER / 2, height, palette);
    return false;
  });
  const placeCursor = useCallback(() => {
    const at = cursorAt(view, cursorTick());
    if (overview.current) overview.current.style.transform = `translateX(${at.inOverview - 1}px)`;
    if (!pointer.current) return;
    pointer.current.style.transform = `translateX(${(at.inChart ?? -POINTER) - POINTER / 2}px)`;
  }, [view]);
  useLayoutEffect(placeCursor, [placeCursor]);
  useShown('gantt', () => view);
  useEffect(
    () =>
      usePlayback.subscribe(({ event, playing }, before) => {
        if (event === before.event) return;
        placeCursor();
        // While it plays, the chart follows the cursor a screen at a time.
        const tick = cursorTick();
        if (!playing || (tick >= from && tick <= to)) return;
        const span = to - from;
        const next = { from: tick - span * 0.1, to: tick + span * 0.9 };
        setRange({ ...within(next, end), of: tracks });
      }),
    [placeCursor, from, to, end, tracks],
  );

  const drag = useDrag(frame, view, { show, zoom, setTop });

  useListeners(frame, {
    ...drag,
    wheel(event) {
      event.preventDefault();
      const span = to - from;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (!event.ctrlKey && Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
        return pan((sideways / (width - NAMES)) * span);
      }
      const { x } = placeIn(frame.current, event);
      // A pinch arrives as a wheel with Ctrl, in small steps.
      const factor = Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      zoom(factor, chartScale(view).of(Math.max(NAMES, x)));
    },
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const tick = cursorTick();
      const middle = tick >= from && tick <= to ? tick : (from + to) / 2;
      const keys: Readonly<Record<string, () => void>> = {
        w: () => zoom(0.7, middle),
        '+': () => zoom(0.7, middle),
        s: () => zoom(1 / 0.7, middle),
        '-': () => zoom(1 / 0.7, middle),
        a: () => pan((from - to) * 0.15),
        d: () => pan((to - from) * 0.15),
        '0': () => show({ from: 0, to: end }),
        ArrowUp: () => setTop(Math.max(0, top - 40)),
        ArrowDown: () => setTop(lowest(view, top + 40)),
      };
      const action = keys[event.key];
      if (!action) return;
      action();
      event.preventDefault();
    },
  });

  return (
    <div
      ref={frame}
      className="gantt"
      tabIndex={0}
      role="application"
      aria-roledescription="chart over time"
      aria-label="Work and waits over model time. W and S zoom, A and D move, 0 shows all"
    >
      <canvas ref={fixed} style={{ width, height }} aria-hidden="true" />
      <div ref={overview} className="gantt-moving" style={{ width: 2, height: OVERVIEW }} />
      <canvas
        ref={pointer}
        className="gantt-moving"
        style={{ width: POINTER, height }}
        aria-hidden="true"
      />
    </div>
  );
}

const lowest = (view: GanttView, top: number): number =>
  Math.max(0, Math.min(top, lanesHeight(view) + AXIS + OVERVIEW + 6 - view.height));

/** A range that lies in the run, and is not too narrow. */
function within({ from, to }: Range, end: number): Range {
  const span = Math.min(end, Math.max(LEAST_SPAN, to - from));
  const start = Math.max(0, Math.min(from + (to - from - span) / 2, end - span));
  return { from: start, to: start + span };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where an event is in an element, in CSS pixels. */
function placeIn(element: HTMLElement | null, event: MouseEvent): Place {
  const box = element?.getBoundingClientRect();
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
}

interface Moves {
  readonly show: (range: Range) => void;
  readonly zoom: (factor: number, around: number) => void;
  readonly setTop: (top: number) => void;
}

/** A press puts the cursor there, a drag moves the chart, two fingers zoom; on the map a drag moves what
 * is seen. */
function useDrag(frame: RefObject<HTMLElement | null>, view: GanttView, moves: Moves) {
  const pointers = useRef(new Map<number, Place>());
  const start = useRef<(Place & { view: GanttView; moved: boolean }) | null>(null);
  const at = (event: PointerEvent): Place => placeIn(frame.current, event);
  const showOverview = (x: number): void => {
    const end = endOf(view.tracks);
    const middle = overviewScale(view).of(x);
    const span = view.to - view.from;
    moves.show({ from: middle - span / 2, to: middle + span / 2 });
    if (span >= end) playback().seekTick(middle);
  };
  return {
    pointerdown(event: PointerEvent) {
      frame.current?.setPointerCapture(event.pointerId);
      const place = at(event);
      pointers.current.set(event.pointerId, place);
      start.current = { ...place, view, moved: false };
      if (place.y < OVERVIEW) showOverview(place.x);
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
          chartScale(view).of(fixed.x),
        );
      }
      if (began.y < OVERVIEW) return showOverview(now.x);
      if (Math.abs(now.x - began.x) + Math.abs(now.y - began.y) > 4) began.moved = true;
      if (!began.moved) return;
      const ticks = ((began.x - now.x) / (view.width - NAMES)) * (view.to - view.from);
      moves.show({ from: began.view.from + ticks, to: began.view.to + ticks });
      moves.setTop(lowest(view, began.view.top + began.y - now.y));
    },
    pointerup(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      const began = start.current;
      start.current = null;
      if (!began || began.moved || began.y < OVERVIEW) return;
      seekIn(view, at(event));
    },
    pointercancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      start.current = null;
    },
  };
}

/** Puts the cursor to a tick; on a lane, to what its process does there. */
function seekIn(view: GanttView, { x, y }: Place): void {
  const { seekTick, seekEvent, setProcess } = playback();
  const tick = chartScale(view).of(Math.max(NAMES, x));
  const high = laneHeight(view);
  const place = placesOf(view).find((each) => y >= each.y && y < each.y + high);
  const own = place && place.track === view.tracks[0];
  if (own) {
    const event = place.lane.event[place.lane.at(tick)] ?? -1;
    if (event >= 0) seekEvent(event);
    else seekTick(tick);
    setProcess(place.lane.pid);
  } else seekTick(tick);
}
