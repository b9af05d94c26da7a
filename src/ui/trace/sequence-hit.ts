import { RUN_EVENT } from '../../trace/index.ts';
import type { Box, Point } from '../drawing/brush.ts';
import {
  GUTTER,
  HEAD,
  laneAt,
  laneX,
  rowAt,
  rowY,
  type SequenceRoom as Room,
} from './sequence-geometry.ts';

/** An event and its box. */
export interface SequenceHit {
  readonly event: number;
  readonly box: Box;
}

/** Pixels beside a bar or the ends of an arrow that still count. */
const NEAR = 8;

/** The message, bar or end at a point, looked up in logarithmic time. */
export function sequenceAt(view: Room, point: Point): SequenceHit | undefined {
  const { layout } = view;
  if (point.y < HEAD || point.x < GUTTER - 6) return undefined;
  const row = rowAt(view, point.y);
  const event = layout.rows[row];
  return (
    barAt(view, point, row) ?? (event === undefined ? undefined : rowHit(view, point, row, event))
  );
}

/** Most pixels of a row. */
const MOST_ROW = 22;
const heightOf = ({ axis }: Room, row: number): number =>
  Math.max(4, Math.min(MOST_ROW, axis.room(row)));

/** A bar on the lifeline at a point. */
function barAt(view: Room, point: Point, row: number): SequenceHit | undefined {
  const { layout } = view;
  const lane = laneAt(view, point.x);
  const middle = laneX(view, lane);
  const pids = layout.lanes[lane]?.pids ?? [];
  const reach = pids.length > 1 ? 3 * NEAR : NEAR;
  if (Math.abs(point.x - middle) > reach) return undefined;
  for (const pid of pids) {
    const bars = layout.bars[pid];
    if (!bars) continue;
    const [from, to] = bars.between(row, row);
    if (from >= to) continue;
    const bar = to - 1;
    const [first, last] = [bars.startRow[bar] ?? 0, bars.endRow[bar] ?? 0];
    const top = Math.max(HEAD, rowY(view, first));
    const height = Math.max(MOST_ROW, rowY(view, last) - top);
    return {
      event: bars.event[bar] ?? 0,
      box: { x: middle - reach, y: top, width: 2 * reach, height: Math.min(height, view.height) },
    };
  }
  return undefined;
}

/** The arrow of a row, or its end of the run. */
function rowHit(view: Room, { x }: Point, row: number, event: number): SequenceHit | undefined {
  const { layout } = view;
  const { kind, pid, other } = layout.run.columns;
  const y = rowY(view, row);
  // Where a row is one step, all of it is the step's.
  if (kind[event] !== RUN_EVENT.message || !layout.run.timed)
    return {
      event,
      box: { x: GUTTER, y, width: view.width - GUTTER, height: heightOf(view, row) },
    };
  const ends = [pid[event], other[event]].map((each) => laneX(view, layout.laneOf[each ?? 0] ?? 0));
  const [left, right] = [Math.min(...ends), Math.max(...ends)];
  if (x < left - NEAR || x > right + NEAR) return undefined;
  return { event, box: { x: left, y, width: right - left, height: heightOf(view, row) } };
}

/** Where an event's row is, for a card about the cursor. */
export function hitOfRow(view: Room, row: number, event: number): SequenceHit | undefined {
  const { kind } = view.layout.run.columns;
  const y = rowY(view, row);
  if (y < HEAD || y > view.height) return undefined;
  const box = { x: GUTTER, y, width: view.width - GUTTER, height: heightOf(view, row) };
  if (kind[event] !== RUN_EVENT.message) return { event, box };
  return rowHit(view, { x: GUTTER, y }, row, event) ?? { event, box };
}
