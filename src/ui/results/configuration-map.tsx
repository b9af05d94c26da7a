import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Configuration, ResultsView } from '../../session/index.ts';
import type { KeyHelp } from '../shared/action.ts';
import { useIsDark } from '../theme/theme.ts';
import { useSize } from '../shared/use-size.ts';
import { CellCard } from './cell-card.tsx';
import { offerSvg } from '../drawing/page-svg.ts';
import { type MapData, type Ranges, ranked } from './map-data.ts';
import { boxOf, cellAt, drawMap, frameOf, MAP_THEMES, type MapFrame } from './map-drawing.ts';
import { cellInWords } from './map-words.ts';
import { type Box, canvasPainter, svgPainter } from './painter.ts';

interface Props {
  readonly data: MapData;
  readonly results: ResultsView;
  /** The configuration whose trace is open. */
  readonly open: Configuration | undefined;
  readonly onOpen: (values: Configuration) => void;
  readonly onSchedules: (values: Configuration) => void;
  /** A rectangle was drawn: the values along the axes it holds. */
  readonly onRanges: (ranges: Ranges) => void;
}

/** Pixels that the pointer must move for a press to be a brush rather than a click. */
const BRUSH = 6;

/** Keys of the map alone. */
export const MAP_KEYS: readonly KeyHelp[] = [
  { keys: ['N'], help: 'Next slower cell, in the map; with Shift the next faster' },
  { keys: ['Enter'], help: 'Open the trace of the cell, in the map' },
];

/** The heat map of model time. One canvas, however many cells there are; the focused cell, the open one
 * and the brush lie over it. Arrow keys move, Enter opens, N goes to the next slower cell. */
export function ConfigurationMap({ data, results, open, onOpen, onSchedules, onRanges }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(holder);
  const dark = useIsDark();
  const [focused, setFocused] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [hasFocus, setHasFocus] = useState(false);
  const [brush, setBrush] = useState<{ from: Point; to: Point }>();
  const frame = useMemo(() => frameOf(data, width, height), [data, width, height]);

  useEffect(() => {
    const node = canvas.current;
    const context = node?.getContext('2d');
    if (!node || !context || width < 20 || height < 20) return;
    const scale = window.devicePixelRatio;
    node.width = Math.round(width * scale);
    node.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const theme = MAP_THEMES[dark ? 'dark' : 'light'];
    const { table } = results;
    const drawing = { data, frame, theme, status: (row: number) => table.status(row) };
    drawMap(canvasPainter(context), drawing);
    offerSvg(node, () => {
      const painter = svgPainter();
      drawMap(painter, drawing);
      return painter.parts.join('\n');
    });
  }, [data, results, frame, dark, width, height]);

  const cells = data.times.length;
  const current = focused < cells ? focused : -1;
  const shown = hovered >= 0 && hovered < cells ? hovered : hasFocus ? current : -1;
  const openCell = useMemo(() => cellOf(data, open), [data, open]);
  const doAt = (cell: number, action: (values: Configuration) => void): void => {
    const row = data.rows[cell] ?? -1;
    if (row >= 0 && !Number.isNaN(data.times[cell])) action(results.table.values(row));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = { Enter: onOpen, s: onSchedules, S: onSchedules }[event.key];
    if (action && shown >= 0) {
      event.preventDefault();
      doAt(shown, action);
      return;
    }
    const next = moved(data, current, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    setHovered(-1);
  };

  const pointOf = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const point = pointOf(event);
    if (brush) setBrush({ ...brush, to: point });
    else setHovered(cellAt(data, frame, point.x, point.y));
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (!brush) return;
    const to = pointOf(event);
    setBrush(undefined);
    const { from } = brush;
    if (Math.hypot(to.x - from.x, to.y - from.y) < BRUSH) {
      const cell = cellAt(data, frame, to.x, to.y);
      if (cell < 0) return;
      setFocused(cell);
      doAt(cell, onOpen);
      return;
    }
    const ranges = brushed(data, frame, from, to);
    if (ranges) onRanges(ranges);
  };

  const axes = data.y === undefined ? data.x : `${data.x} and ${data.y}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one canvas for all cells
    <div
      ref={holder}
      className="map"
      role="application"
      tabIndex={0}
      aria-label={`Map of model time over ${axes}`}
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
        const point = pointOf(event);
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
        {openCell >= 0 && <Frame className="map-open" box={boxOf(data, frame, openCell)} />}
        {hovered >= 0 && hovered < cells && (
          <Frame className="map-hover" box={boxOf(data, frame, hovered)} />
        )}
        {hasFocus && current >= 0 && (
          <Frame className="map-focus" box={boxOf(data, frame, current)} />
        )}
        {brush && <Frame className="map-brush" box={spanned(brush.from, brush.to)} />}
      </svg>
      {shown >= 0 && !brush && (
        <CellCard
          data={data}
          results={results}
          cell={shown}
          box={boxOf(data, frame, shown)}
          room={{ width, height }}
        />
      )}
      <p id="map-keys" className="visually-hidden">
        Arrow keys move from cell to cell, N to the next slower one and Shift N back, Enter opens
        the trace, S searches all schedules.
      </p>
      <p className="visually-hidden" role="status">
        {hasFocus && current >= 0 ? cellInWords(data, results, current) : ''}
      </p>
    </div>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
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

const spanned = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/** The values along the axes that a brush holds; nothing where it holds no cell. */
function brushed(data: MapData, frame: MapFrame, from: Point, to: Point): Ranges | undefined {
  const inside = (value: number, start: number, length: number): number =>
    Math.min(Math.max(value, start), start + length - 0.01);
  const corner = ({ x, y }: Point): number =>
    cellAt(
      data,
      frame,
      inside(x, frame.x, frame.width),
      inside(y, frame.y + 0.01, frame.height - 0.01),
    );
  const [a, b] = [corner(from), corner(to)];
  if (a < 0 || b < 0) return undefined;
  const { x, y, xs, ys } = data;
  const range = (values: readonly number[], one: number, other: number): [number, number] => [
    values[Math.min(one, other)] ?? 0,
    values[Math.max(one, other)] ?? 0,
  ];
  const columns = range(xs, a % xs.length, b % xs.length);
  const rows = range(ys, Math.floor(a / xs.length), Math.floor(b / xs.length));
  return { [x]: columns, ...(y !== undefined && { [y]: rows }) };
}

/** The cell of a configuration, -1 where the map does not show it. */
function cellOf({ x, y, xs, ys }: MapData, values: Configuration | undefined): number {
  if (!values) return -1;
  const column = xs.indexOf(values[x] ?? Number.NaN);
  const row = y === undefined ? 0 : ys.indexOf(values[y] ?? Number.NaN);
  return column < 0 || row < 0 ? -1 : row * xs.length + column;
}

/** Where a key leads from a cell; undefined for keys that mean nothing here. */
function moved(data: MapData, cell: number, key: string, back: boolean): number | undefined {
  const { xs, ys } = data;
  const column = Math.max(0, cell) % xs.length;
  const row = Math.floor(Math.max(0, cell) / xs.length);
  const at = (toColumn: number, toRow: number): number =>
    Math.min(Math.max(toRow, 0), ys.length - 1) * xs.length +
    Math.min(Math.max(toColumn, 0), xs.length - 1);
  switch (key) {
    case 'ArrowLeft':
      return at(column - 1, row);
    case 'ArrowRight':
      return at(column + 1, row);
    case 'ArrowUp':
      return at(column, row + 1);
    case 'ArrowDown':
      return at(column, row - 1);
    case 'Home':
      return at(0, row);
    case 'End':
      return at(xs.length - 1, row);
    case 'n':
    case 'N': {
      const order = ranked(data);
      const place = order.indexOf(cell);
      return order[Math.min(Math.max(0, place + (back ? -1 : 1)), order.length - 1)] ?? cell;
    }
    default:
      return undefined;
  }
}
