import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { EVENT, statesOf, type Trace } from '../../trace/index.ts';
import { usePalette } from '../drawing/palette.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import { useMedia, useSize } from '../shared/hooks.ts';
import { isFast, type LiveCursor, type Moving } from '../trace/cursor.ts';
import type { SequenceLayout } from '../trace/sequence-layout.ts';
import './platform-stage.css';
import { drawStage } from './stage-draw.ts';
import { Flights } from './stage-flights.ts';
import { layOutStage } from './stage-layout.ts';
import { doingOf, partsOf, withInside } from './stage-parts.ts';
import { StageButtons } from './stage-buttons.tsx';

/** Steps that the cursor can go over in a frame and still have gone step by step. */
const STEPWISE = 64;

interface Props {
  /** The run that is played on it. */
  readonly trace: Trace;
  /** Events that playback stops at. */
  readonly stops: SequenceLayout['stops'];
  readonly live: LiveCursor;
  /** The processes that the charts are filtered to, the chosen one first; none for all. */
  readonly only: ReadonlySet<number>;
  readonly onOnly: (pids: ReadonlySet<number>) => void;
}

/** The platform at the cursor of a run, with messages on their way. Follows every frame without rendering. */
export function PlatformStage({ trace, stops, live, only, onOnly }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const palette = usePalette();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const flights = useRef(new Flights());
  const parts = useMemo(() => partsOf(trace.processes), [trace]);
  const doing = useMemo(() => doingOf(trace, parts, statesOf(trace)), [trace, parts]);
  const layout = useMemo(() => layOutStage(parts, width, height), [parts, width, height]);

  const redraw = useCanvas(canvas, width, height, [layout, palette, only, doing], (brush) => {
    const state = live.getState();
    const { event } = state;
    const now = performance.now();
    const view = {
      layout,
      trace,
      width,
      height,
      event,
      chosen: only,
      isFast: isFast(state),
      now: (part: (typeof parts)[number]) => doing(part, event),
      flights: flights.current.at(now),
    };
    drawStage(brush, view, palette);
    return flights.current.isMoving(now);
  });

  const onMove = useEffectEvent((to: Moving, from: Moving) => {
    if (to.event === from.event) return;
    const steps = to.position - from.position;
    const stepwise = steps >= 0 && steps <= STEPWISE;
    const passed = stops
      .slice(from.position + 1, stepwise ? to.position + 1 : 0)
      .filter((event) => trace.columns.kind[event] === EVENT.message);
    // Without motion, fast messages are not shown.
    const hides = still && isFast(to);
    flights.current.arrive(
      {
        event: hides ? -1 : to.event,
        passed: hides ? [] : passed,
        jumped: !stepwise || hides,
        still,
      },
      performance.now(),
    );
    redraw();
  });
  useEffect(() => live.subscribe((to, from) => onMove(to, from)), [live]);
  // The message at which the cursor stands when the picture appears.
  useEffect(() => {
    const { event } = live.getState();
    flights.current.arrive({ event, passed: [], jumped: true, still: true }, performance.now());
    redraw();
  }, [live, trace, redraw]);

  const [chosen] = only;
  const pick = (pid: number): void =>
    onOnly(chosen === pid ? new Set() : new Set(withInside(parts, pid)));
  return (
    <div ref={frame} className="stage">
      <canvas ref={canvas} style={{ width, height }} aria-hidden="true" />
      <StageButtons {...{ layout, doing, live, chosen }} onPick={pick} />
    </div>
  );
}
