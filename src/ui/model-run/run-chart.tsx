import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { type Box, pointIn } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import type { Picture } from '../drawing/picture.ts';
import { useCanvas } from '../drawing/use-canvas.ts';
import type { ModelTrace } from '../../session/index.ts';
import { useListeners, useSize } from '../shared/hooks.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { ROW } from '../trace/sequence-axis.ts';
import '../trace/sequence-chart.css';
import { HEAD } from '../trace/lifelines.ts';
import { useHover, useKeyboardFocus, useRestingCursor } from '../trace/use-hover.ts';
import { runStore } from './run-cursor.ts';
import {
  drawRun,
  leftFor,
  type RunChartView,
  runHeight,
  runRowAt,
  runRowY,
  runWidth,
} from './run-draw.ts';
import { stepCard } from './run-words.ts';
import { type RunLayout, rowAtStep } from './run-layout.ts';

interface Props {
  readonly layout: RunLayout;
  readonly label: string;
  /** The step at the cursor. */
  readonly event: number;
  readonly onSeek: (step: number) => void;
  /** The chart as it is seen, to be saved. */
  readonly picture?: RefObject<Picture | null>;
  /** What assistive technology reads in the place of the canvas. */
  readonly children?: ReactNode;
}

/** Message sequence chart of any model: a lifeline for each process, a row for each step. Draws only what is in view. */
export function RunChart({ layout, label, event, onSeek, picture, children }: Props) {
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
    const at = runRowY({ top: 0 }, row) - HEAD;
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
      const step = layout.rows[runRowAt(scroll.current, y)];
      if (y >= HEAD && step !== undefined) onSeek(step);
    },
  });
  useImperativeHandle(picture, () => ({
    ...{ width, height },
    draw: (brush) => drawRun(brush, view(), palette),
  }));
  const boxOf = (at: number): Box | undefined => {
    const y = runRowY(scroll.current, at);
    return y < HEAD || y > height ? undefined : { x: 0, y, width, height: ROW };
  };
  const hovered = useHover(frame, ({ y }) => {
    const at = runRowAt(scroll.current, y);
    const step = layout.rows[at];
    const box = y >= HEAD && step !== undefined ? boxOf(at) : undefined;
    return box && step !== undefined ? { step, box } : undefined;
  });
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
      <div
        style={{ width: runWidth(layout, width), height: Math.max(0, runHeight(layout) - height) }}
      />
      {children}
      {hovered ? (
        <HoverCard {...{ frame, box: hovered.box }} {...stepCard(layout.trace, hovered.step)} />
      ) : (
        focused && (
          <CardAtCursor {...{ frame, event, trace: layout.trace }} boxAt={() => boxOf(row)} />
        )
      )}
    </div>
  );
}

interface AtCursor extends Pick<Props, 'event'> {
  readonly frame: RefObject<HTMLElement | null>;
  readonly trace: ModelTrace;
  readonly boxAt: () => Box | undefined;
}

/** For the keyboard: the card of the step at the cursor, while nothing plays. */
function CardAtCursor({ frame, event, trace, boxAt }: AtCursor) {
  const isResting = useRestingCursor(runStore) !== undefined;
  const box = isResting ? boxAt() : undefined;
  return box && <HoverCard {...{ frame, box }} {...stepCard(trace, event)} />;
}
