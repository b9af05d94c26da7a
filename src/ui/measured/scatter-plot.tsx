import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Configuration } from '../../tuning/index.ts';
import { type Box, type Point, pointIn } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import { usePicture } from '../drawing/use-canvas.ts';
import { isPressed } from '../shared/action.ts';
import { count, milliseconds } from '../../base/words.ts';
import { HoverCard } from '../shared/hover-card.tsx';
import { useSize } from '../shared/hooks.ts';
import { placeOf, pointNear, type Scatter, scatterFrame } from './scatter-data.ts';
import { drawScatter } from './scatter-drawing.ts';
import { SCATTER_KEYS } from './scatter-keys.ts';

interface Props {
  readonly scatter: Scatter;
  /** The point that a list beside it points to, -1 for none. */
  readonly pointed: number;
  readonly onOpen: (values: Configuration) => void;
}

/** Model time against measured time, on one canvas. */
export function ScatterPlot({ scatter, pointed, onOpen }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(holder);
  const palette = usePalette();
  const [focused, setFocused] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [hasFocus, setHasFocus] = useState(false);
  const frame = useMemo(() => scatterFrame(scatter, width, height), [scatter, width, height]);
  const drawing = useMemo(
    () => ({ scatter, frame, palette, unit: 'ticks' }),
    [scatter, frame, palette],
  );
  usePicture(canvas, width, height, drawing, drawScatter);

  const { points } = scatter.beside;
  const current = focused < points.length ? focused : -1;
  const candidates = [hovered, hasFocus ? current : -1, pointed];
  const shown = candidates.find((index) => index >= 0 && index < points.length) ?? -1;
  const [title = '', ...lines] = wordsOf(scatter, shown);
  const openAt = (index: number): void => {
    const point = points[index];
    if (point) onOpen(point.values);
  };
  const stepIn = (list: readonly number[], places: number): void => {
    const from = list.indexOf(current);
    const to = Math.min(
      Math.max((from < 0 && places > 0 ? -1 : from) + places, 0),
      list.length - 1,
    );
    setFocused(list[to] ?? current);
    setHovered(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = SCATTER_KEYS.find((each) => isPressed(each, event));
    if (!key) return;
    event.preventDefault();
    key.run({
      slower: (places) => stepIn(scatter.order, places),
      worse: (places) => stepIn(scatter.worst, places),
      open: () => openAt(shown),
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one canvas for all points
    <div
      ref={holder}
      className="scatter ring-inside"
      role="application"
      tabIndex={0}
      aria-label="Model time against measured time"
      aria-roledescription="scatter plot"
      aria-describedby="scatter-keys"
      onKeyDown={onKeyDown}
      onFocus={() => {
        setHasFocus(true);
        if (current < 0) setFocused(scatter.order[0] ?? -1);
      }}
      onBlur={() => setHasFocus(false)}
      onPointerMove={(event) =>
        setHovered(pointNear(scatter, frame, pointIn(event.currentTarget, event)))
      }
      onPointerLeave={() => setHovered(-1)}
      onPointerUp={(event) => {
        const index = pointNear(scatter, frame, pointIn(event.currentTarget, event));
        if (index < 0) return;
        setFocused(index);
        openAt(index);
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <svg className="map-over" width={width} height={height} aria-hidden="true">
        {shown >= 0 && <Mark at={placeOf(scatter, frame, shown)} />}
      </svg>
      {shown >= 0 && (
        <HoverCard
          frame={holder}
          box={boxAround(placeOf(scatter, frame, shown))}
          title={title}
          lines={lines}
          hint="Click or Enter opens its trace"
        />
      )}
      <p id="scatter-keys" className="visually-hidden">
        {SCATTER_KEYS.flatMap(({ spoken }) => spoken ?? []).join(', ')}.
      </p>
      <p className="visually-hidden" role="status">
        {hasFocus && current >= 0 ? wordsOf(scatter, current).join(', ') : ''}
      </p>
    </div>
  );
}

const Mark = ({ at: { x, y } }: { readonly at: Point }) => (
  <circle className="scatter-mark" cx={x} cy={y} r={7} />
);

/** A point as a box. */
const boxAround = ({ x, y }: Point): Box => ({ x: x - 6, y: y - 6, width: 12, height: 12 });

function wordsOf({ beside, nameOf }: Scatter, index: number): readonly string[] {
  const point = beside.points[index];
  if (!point) return [];
  return [
    nameOf(point.values),
    `measured ${milliseconds(point.measured)}`,
    `model ${count(point.model, 'tick')}`,
  ];
}
