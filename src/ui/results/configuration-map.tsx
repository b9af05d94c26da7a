import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import type { ResultsView } from '../../session/run/results-table.ts';
import type { Configuration } from '../../tuning/index.ts';
import { isPressed } from '../shared/action.ts';
import { useSize } from '../shared/hooks.ts';
import { CellCard, cellInWords } from './cell-card.tsx';
import { type Box, type Point, pointIn, spanned } from '../drawing/brush.ts';
import { usePalette } from '../drawing/palette.ts';
import { usePicture } from '../drawing/use-canvas.ts';
import { type MapData, type Ranges, ranked } from './map-data.ts';
import { MAP_KEYS, SCHEDULES_KEY } from './map-keys.ts';
import type { Metric } from './map-metric.ts';
import { boxOf, cellAt, drawMap, frameOf, type MapFrame, placeAt } from './map-drawing.ts';

interface Props {
  readonly data: MapData;
  readonly results: ResultsView;
  readonly metric: Metric;
  /** Faults of the kernel: its best is marked as doubtful. */
  readonly spoiled: string | undefined;
  /** The configuration whose trace is open. */
  readonly open: Configuration | undefined;
  readonly onOpen: (values: Configuration) => void;
  /** Searches all schedules of a configuration; absent where that means nothing. */
  readonly onSchedules?: ((values: Configuration) => void) | undefined;
  /** A rectangle was drawn: the values along the axes it holds. */
  readonly onRanges: (ranges: Ranges) => void;
}

/** Pixels moved before a press becomes a brush. */
const BRUSH = 6;

/** The heat map of model time on one canvas, with focus, open cell and brush above it. */
export function ConfigurationMap(props: Props) {
  const { data, results, metric, spoiled, open, onOpen, onSchedules, onRanges } = props;
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(holder);
  const palette = usePalette();
  const [focused, setFocused] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [hasFocus, setHasFocus] = useState(false);
  const [brush, setBrush] = useState<{ from: Point; to: Point }>();
  const frame = useMemo(() => frameOf(data, width, height), [data, width, height]);

  const drawing = useMemo(
    () => ({
      data,
      frame,
      palette,
      words: metric.short,
      isSpoiled: spoiled !== undefined,
      // The status belongs to the model's times.
      status: (row: number) => (metric.id === 'model' ? results.table.status(row) : 'sampled'),
    }),
    [data, frame, palette, metric, spoiled, results],
  );
  usePicture(canvas, width, height, drawing, drawMap);

  const keys = onSchedules ? MAP_KEYS : MAP_KEYS.filter((key) => key !== SCHEDULES_KEY);
  const cells = data.times.length;
  const current = focused < cells ? focused : -1;
  const shown = hovered >= 0 && hovered < cells ? hovered : hasFocus ? current : -1;
  const openCell = useMemo(() => cellOf(data, open), [data, open]);
  const doAt = (cell: number, action: (values: Configuration) => void): void => {
    const row = data.rows[cell] ?? -1;
    if (row >= 0 && !Number.isNaN(data.times[cell])) action(results.table.values(row));
  };

  const focus = (cell: number): void => {
    setFocused(cell);
    setHovered(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keys.find((each) => isPressed(each, event));
    if (!key) return;
    event.preventDefault();
    key.run({
      step(columns, rows) {
        const { xs, ys } = data;
        const from = Math.max(0, current);
        const column = within((from % xs.length) + columns, xs);
        focus(within(Math.floor(from / xs.length) + rows, ys) * xs.length + column);
      },
      slower(places) {
        const order = ranked(data);
        focus(order[within(order.indexOf(current) + places, order)] ?? current);
      },
      open: () => doAt(shown, onOpen),
      searchSchedules: () => onSchedules && doAt(shown, onSchedules),
    });
  };

  const onPointerMove = (event: PointerEvent): void => {
    const point = pointIn(event.currentTarget, event);
    if (brush) setBrush({ ...brush, to: point });
    else setHovered(cellAt(data, frame, point));
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (!brush) return;
    const { from } = brush;
    const to = pointIn(event.currentTarget, event);
    setBrush(undefined);
    const cell = cellAt(data, frame, to);
    if (Math.hypot(to.x - from.x, to.y - from.y) >= BRUSH) {
      if (cells > 0) onRanges(brushed(data, frame, from, to));
    } else if (cell >= 0) {
      setFocused(cell);
      doAt(cell, onOpen);
    }
  };

  const axes = data.y === undefined ? data.x : `${data.x} and ${data.y}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one canvas for all cells
    <div
      ref={holder}
      className="map ring-inside"
      role="application"
      tabIndex={0}
      aria-label={`Map of ${metric.name} over ${axes}`}
      aria-roledescription="map"
      aria-describedby="map-keys"
      onKeyDown={onKeyDown}
      onFocus={() => {
        setHasFocus(true);
        if (current < 0) setFocused(ranked(data)[0] ?? 0);
      }}
      onBlur={() => setHasFocus(false)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const point = pointIn(event.currentTarget, event);
        setBrush({ from: point, to: point });
        setHovered(-1);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setBrush(undefined)}
      onPointerLeave={() => setHovered(-1)}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <svg className="map-over" width={width} height={height} aria-hidden="true">
        {Object.entries({ open: openCell, hover: hovered, focus: hasFocus ? current : -1 }).map(
          ([name, cell]) =>
            cell >= 0 &&
            cell < cells && (
              <Frame key={name} className={`map-${name}`} box={boxOf(data, frame, cell)} />
            ),
        )}
        {brush && <Frame className="map-brush" box={spanned(brush.from, brush.to)} />}
      </svg>
      {shown >= 0 && !brush && (
        <CellCard
          data={data}
          results={results}
          metric={metric}
          spoiled={spoiled}
          cell={shown}
          box={boxOf(data, frame, shown)}
          frame={holder}
          hint={
            onSchedules
              ? 'Click or Enter opens its trace, S searches all its schedules'
              : 'Click or Enter opens a run of it'
          }
        />
      )}
      <p id="map-keys" className="visually-hidden">
        {keys.flatMap(({ spoken }) => spoken ?? []).join(', ')}.
      </p>
      <p className="visually-hidden" role="status">
        {hasFocus && current >= 0 ? cellInWords(data, results, metric, current, spoiled) : ''}
      </p>
    </div>
  );
}

function Frame({ className, box }: { readonly className: string; readonly box: Box }) {
  const { x, y, width, height } = box;
  return (
    <rect
      className={className}
      x={x}
      y={y}
      width={Math.max(4, width - 1)}
      height={Math.max(4, height - 1)}
      rx={2}
    />
  );
}

/** The values along the axes that a brush holds. */
function brushed(data: MapData, frame: MapFrame, from: Point, to: Point): Ranges {
  const { x, y, xs, ys } = data;
  const [one, other] = [placeAt(data, frame, from), placeAt(data, frame, to)];
  const range = (values: readonly number[], a: number, b: number): [number, number] => [
    values[within(Math.min(a, b), values)] ?? 0,
    values[within(Math.max(a, b), values)] ?? 0,
  ];
  return {
    [x]: range(xs, one.column, other.column),
    ...(y !== undefined && { [y]: range(ys, one.row, other.row) }),
  };
}

/** The place in a list that is nearest to a number. */
const within = (place: number, { length }: ArrayLike<unknown>): number =>
  Math.min(Math.max(place, 0), length - 1);

/** The cell of a configuration, or -1. */
function cellOf({ x, y, xs, ys }: MapData, values: Configuration | undefined): number {
  if (!values) return -1;
  const column = xs.indexOf(values[x] ?? Number.NaN);
  const row = y === undefined ? 0 : ys.indexOf(values[y] ?? Number.NaN);
  return column < 0 || row < 0 ? -1 : row * xs.length + column;
}
