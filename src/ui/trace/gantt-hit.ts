import type { TimelineLane } from '../../trace/index.ts';
import type { Box, Point } from '../drawing/brush.ts';
import { type Cursor, tickOf, type TimedTrack } from './cursor.ts';
import { type GanttView, NAMES, OVERVIEW } from './gantt-draw.ts';

/** A span of a lane of the chart over time. */
export interface GanttHit {
  readonly track: TimedTrack;
  readonly lane: TimelineLane;
  /** Its number in the lane. */
  readonly span: number;
  /** Where it is drawn, as far as it is seen. */
  readonly box: Box;
}

/** The span at a point. A million spans take twenty looks. */
export function ganttAt(view: GanttView, { x, y }: Point): GanttHit | undefined {
  if (x < NAMES || x > view.width || y < OVERVIEW) return undefined;
  const place = view.places.find((each) => y >= each.y && y < each.y + view.laneHeight);
  if (!place) return undefined;
  return spanAt(view, place.track, place.lane.pid, view.chart.of(x));
}

/** The span of who sends or works at the cursor, or else receives. */
export function spanAtCursor(
  view: GanttView,
  track: TimedTrack,
  cursor: Cursor,
): GanttHit | undefined {
  const { pid, other } = track.trace.columns;
  const tick = tickOf(track.trace.columns, cursor);
  const of = (process: number | undefined) => spanAt(view, track, process ?? -1, tick);
  return of(pid[cursor.event]) ?? of(other[cursor.event]);
}

/** The span of a process at a tick. */
function spanAt(
  view: GanttView,
  track: TimedTrack,
  pid: number,
  tick: number,
): GanttHit | undefined {
  const place = view.places.find((each) => each.track === track && each.lane.pid === pid);
  if (!place) return undefined;
  const { lane, y } = place;
  const span = lane.at(tick);
  const from = Math.max(NAMES, view.chart.at(lane.start[span] ?? 0));
  const to = Math.min(view.width, view.chart.at(lane.endOf(span)));
  const box = { x: from, y, width: Math.max(1, to - from), height: view.laneHeight };
  return { track, lane, span, box };
}
