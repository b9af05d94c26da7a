import { firstIndex } from '../../base/search.ts';
import { timesInWords } from '../../base/words.ts';
import {
  ELEMENT_STATES,
  type ElementState,
  type TimelineLane,
  type WarpPart,
} from '../../trace/index.ts';
import { type AxisRange, marksBetween, type Scale, scaleOf } from '../drawing/axis.ts';
import { type Box, type Brush, cutTo, TEXT } from '../drawing/brush.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import { axisWords } from '../shared/large-numbers.ts';
import type { TimedTrack } from './cursor.ts';

/** Width of the lanes' names, height of the axis and of the overview of the whole run. */
export const NAMES = 104;
const AXIS = 22;
export const OVERVIEW = 30;
const HEAD = OVERVIEW + AXIS;
/** Width of a letter of a lane's name. */
const LETTER = 7.2;
const LEAST_LANE = 7;
const MOST_LANE = 26;
/** The least height of a name; of lower lanes not all are named. */
const NAME = 14;
const TITLE = 20;

interface Seen {
  /** Runs; a second one stands below the first. */
  readonly tracks: readonly TimedTrack[];
  readonly width: number;
  readonly height: number;
  /** The ticks that are seen; null for all. */
  readonly range: AxisRange | null;
  /** Pixels that the lanes are scrolled down. */
  readonly top: number;
}

export type GanttView = ReturnType<typeof ganttView>;

export function ganttView(seen: Seen) {
  const { tracks, width, height, range, top } = seen;
  const title = tracks.length > 1 ? TITLE : 0;
  const lanes = tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const end = Math.max(1, ...tracks.map(({ trace }) => Number(trace.endTick)));
  const { from, to } = range ?? { from: 0, to: end };
  const room = height - HEAD - title * tracks.length - 4;
  const fitting = Math.floor(room / Math.max(1, lanes));
  const laneHeight = Math.max(LEAST_LANE, Math.min(MOST_LANE, fitting));
  let y = HEAD - top;
  const places = tracks.flatMap((track) => {
    y += title;
    return track.timeline.lanes.map((lane) => ({ track, lane, y: (y += laneHeight) - laneHeight }));
  });
  return {
    ...seen,
    from,
    to,
    /** Model time at the end of the longest run. */
    end,
    laneHeight,
    /** Where each lane lies. */
    places,
    /** The most pixels that the lanes can be scrolled down. */
    lowest: Math.max(0, y + top + 6 - height),
    /** Where ticks lie in the chart, and in the overview above it. */
    chart: scaleOf(from, to, NAMES, width),
    overview: scaleOf(0, end, NAMES, width),
  };
}

/** From the bottom of a column up, where it stands for many spans; then idleness. */
const STACK = [
  'global',
  'local',
  'private',
  'masked',
  'busy',
  'repeat',
  'dispatch',
  'barrier',
  'exposed',
  'hidden',
  'queue',
] as const;

/** States that are waiting, or stand for others. */
const THIN: ReadonlySet<ElementState> = new Set([
  'barrier',
  'dispatch',
  'repeat',
  'queue',
  'hidden',
  'exposed',
] as const);

interface Drawing {
  readonly brush: Brush;
  readonly view: GanttView;
  readonly palette: Palette;
}

/** Everything but the cursor. */
export function drawGantt(brush: Brush, view: GanttView, palette: Palette): void {
  const { width, height, places, laneHeight, chart, tracks } = view;
  const drawing = { brush, view, palette };
  const bottom = Math.min(height, (places.at(-1)?.y ?? 0) + laneHeight);
  const lanes: Box = { x: 0, y: HEAD, width, height: height - HEAD };
  // Round ticks, about 100 pixels apart.
  const ticks = marksBetween(view.from, view.to, (width - NAMES) / 100);
  brush.rect({ x: 0, y: 0, width, height }, { fill: palette.surface });
  brush.clip(lanes, () => {
    for (const tick of ticks) {
      const x = Math.round(chart.at(tick)) + 0.5;
      if (x >= NAMES) brush.line(x, HEAD, x, bottom, { stroke: palette.line });
    }
    brush.clip({ ...lanes, x: NAMES, width: width - NAMES }, () => {
      for (const { lane, y, track } of places) {
        if (y + laneHeight >= HEAD && y <= height) drawLane(drawing, track, lane, y);
      }
      for (const track of tracks) {
        drawReleases(drawing, track);
        drawStop(drawing, track);
        drawMarked(drawing, track);
      }
    });
    drawNames(drawing);
  });
  drawAxis(drawing, ticks);
  drawOverview(drawing);
}

function drawNames({ brush, view, palette }: Drawing): void {
  const { tracks, places, laneHeight } = view;
  const every = Math.ceil(NAME / laneHeight);
  for (const { track, lane, y } of places) {
    const { lanes } = track.timeline;
    const below = lanes.indexOf(lane);
    if (below === 0 && tracks.length > 1) {
      brush.text(4, y - 5, track.title, { fill: palette.text, size: TEXT, weight: 600 });
    }
    if (below % every !== 0) continue;
    const { label = '', count = 1 } = track.trace.process(lane.pid) ?? {};
    const name = cutTo(timesInWords(label, count), NAMES - 10, LETTER);
    const style = { fill: palette.soft, size: TEXT, align: 'right' } as const;
    brush.text(NAMES - 8, y + laneHeight / 2 + 4, name, style);
  }
}

function drawAxis({ brush, view, palette }: Drawing, ticks: readonly number[]): void {
  const { width, chart } = view;
  const style = { fill: palette.soft, size: TEXT };
  const words = axisWords(ticks);
  const y = OVERVIEW + 15;
  brush.rect({ x: 0, y: OVERVIEW, width, height: AXIS }, { fill: palette.surface });
  brush.line(0, HEAD - 0.5, width, HEAD - 0.5, { stroke: palette.line });
  for (const tick of ticks) {
    const x = chart.at(tick);
    if (x < NAMES - 1 || x > width) continue;
    // The first stands beside the cursor at the start, not under it.
    const align = x > width - 28 ? 'right' : x < NAMES + 6 ? 'left' : 'center';
    brush.text(align === 'left' ? x + 6 : x, y, words(tick), { ...style, align });
  }
  brush.text(NAMES - 8, y, 'tick', { ...style, fill: palette.faint, align: 'right' });
}

function drawLane(drawing: Drawing, { trace }: TimedTrack, lane: TimelineLane, top: number): void {
  const { brush, view, palette } = drawing;
  const { from, to, width, chart, laneHeight } = view;
  const box = { x: NAMES, y: top + 1, width: width - NAMES, height: laneHeight - 2 };
  const [first, last] = [lane.at(from), lane.at(to)];
  // Too many spans to tell apart.
  if (last - first > box.width / 2) {
    const columns = { scale: chart, box, width: 2, states: [...STACK, 'idle'] as const };
    return drawShares(brush, palette, [{ lane, times: 1 }], columns);
  }
  for (let span = first; span <= last; span += 1) {
    const state = lane.stateOf(span);
    const x = Math.max(NAMES, chart.at(lane.start[span] ?? 0));
    const wide = Math.min(width, chart.at(lane.endOf(span))) - x;
    if (wide <= 0) continue;
    if (state === 'idle') {
      const y = box.y + box.height / 2 - 1;
      brush.rect({ x, y, width: wide, height: 2 }, { fill: palette.idle });
      continue;
    }
    const masked = lane.masked[span] ?? 0;
    if (masked > 0) {
      const warps = trace.warpsAt(lane.event[span] ?? 0) ?? [];
      drawWarps(
        drawing,
        { ...box, x, width: wide },
        { state, masked, warps, lanes: trace.warps?.lanes ?? 1 },
      );
      continue;
    }
    const isThin = THIN.has(state);
    const inset = isThin ? box.height * 0.22 : 0;
    brush.rect(
      { x, y: box.y + inset, width: Math.max(0.6, wide), height: box.height - 2 * inset },
      {
        fill: palette[state],
        texture: wide > 5 ? STATE_TEXTURES[state] : undefined,
        ...(wide > 5 && !isThin && { stroke: palette.soft, width: 0.5 }),
      },
    );
  }
}

/** A phase of work in which lanes are masked. */
interface Masked {
  readonly state: ElementState;
  /** The share of lanes that are masked, from 0 to 1. */
  readonly masked: number;
  /** The warps one after the other, of so many lanes each. */
  readonly warps: readonly WarpPart[];
  readonly lanes: number;
}

/** The least width of a warp in a phase. */
const LEAST_WARP = 5;

/** Warps of a phase, each as high as its active lanes, with the masked ones above. */
function drawWarps({ brush, palette }: Drawing, box: Box, phase: Masked): void {
  const { state, masked, warps, lanes } = phase;
  const ticks = warps.reduce((sum, part) => sum + part.count * part.ticks, 0);
  const each = warps.map((part) => ({
    width: (box.width * part.count * part.ticks) / ticks,
    masked: 1 - part.lanes / lanes,
  }));
  const parts = each.every(({ width }) => width >= LEAST_WARP)
    ? each
    : [{ width: box.width, masked }];
  let { x } = box;
  for (const part of parts) {
    const height = box.height * part.masked;
    const outline = part.width > 5 && { stroke: palette.soft, width: 0.5 };
    const texture = part.width > 5;
    const filled = (shown: ElementState) => ({
      fill: palette[shown],
      texture: texture ? STATE_TEXTURES[shown] : undefined,
      ...outline,
    });
    const width = Math.max(0.6, part.width);
    brush.rect({ ...box, x, width, height }, filled('masked'));
    const below = { ...box, x, width, y: box.y + height, height: box.height - height };
    brush.rect(below, filled(state));
    x += part.width;
  }
}

interface Columns {
  readonly scale: Scale;
  readonly box: Box;
  /** A column's. */
  readonly width: number;
  readonly states: readonly ElementState[];
}

/** Columns that show how the ticks of some lanes are shared out; each lane counts some times. */
function drawShares(
  brush: Brush,
  palette: Palette,
  lanes: readonly { readonly lane: TimelineLane; readonly times: number }[],
  { scale, box, width, states }: Columns,
): void {
  const sums = new Float64Array(ELEMENT_STATES.length);
  const at = (x: number, into: readonly Float64Array[]): Float64Array[] =>
    lanes.map(({ lane }, index) => lane.before(scale.of(x), into[index] ?? sums.slice()));
  let before = at(box.x, []);
  let after: Float64Array[] = [];
  for (let x = box.x; x < box.x + box.width; x += width) {
    after = at(x + width, after);
    let total = 0;
    sums.fill(0);
    lanes.forEach(({ times }, index) => {
      for (let code = 0; code < sums.length; code += 1) {
        const share = times * ((after[index]?.[code] ?? 0) - (before[index]?.[code] ?? 0));
        sums[code] = (sums[code] ?? 0) + share;
        total += share;
      }
    });
    let y = box.y + box.height;
    for (const state of states) {
      const share = (sums[ELEMENT_STATES.indexOf(state)] ?? 0) / total;
      if (!(share > 0)) continue;
      const height = share * box.height;
      y -= height;
      brush.rect({ x, y, width, height }, { fill: palette[state] });
    }
    [before, after] = [after, before];
  }
}

/** A frame around the ticks that are marked. */
function drawMarked({ brush, view, palette }: Drawing, track: TimedTrack): void {
  const own = view.places.filter((place) => place.track === track);
  const [top, bottom] = [own[0], own.at(-1)];
  if (!track.marked || !top || !bottom) return;
  const { from, until, words } = track.marked;
  const x = view.chart.at(from);
  const width = Math.max(2, view.chart.at(until) - x);
  const height = bottom.y + view.laneHeight - top.y + 4;
  brush.rect({ x, y: top.y - 2, width, height }, { stroke: palette.accent, width: 2 });
  brush.text(Math.max(NAMES + 4, x), bottom.y + view.laneHeight + 18, words, {
    fill: palette.accent,
    size: TEXT,
    weight: 600,
    halo: palette.surface,
  });
}

/** Barriers that let go, as lines across the lanes that they join. */
function drawReleases({ brush, view, palette }: Drawing, track: TimedTrack): void {
  const { tick, barrier } = track.timeline.releases;
  const processOf = (pid: number) => track.trace.process(pid);
  const elements = view.places.filter(
    ({ track: of, lane }) => of === track && processOf(lane.pid)?.name === 'pex',
  );
  const first = firstIndex(tick.length, (index) => (tick[index] ?? 0) >= view.from);
  const end = firstIndex(tick.length, (index) => (tick[index] ?? 0) > view.to);
  // Lines closer than four pixels would be a wall.
  if (end - first > (view.width - NAMES) / 4) return;
  for (let at = first; at < end; at += 1) {
    const unit = processOf(barrier[at] ?? 0)?.unit;
    const joined = elements.filter(
      ({ lane }) => unit === undefined || processOf(lane.pid)?.unit === unit,
    );
    const [top, bottom] = [joined[0], joined.at(-1)];
    if (!top || !bottom) continue;
    const x = Math.round(view.chart.at(tick[at] ?? 0)) + 0.5;
    const style = { stroke: palette.text, width: 1.5 };
    brush.line(x, top.y - 1, x, bottom.y + view.laneHeight + 1, style);
  }
}

/** Where nobody can go on: a line across all lanes of the run. */
function drawStop({ brush, view, palette }: Drawing, track: TimedTrack): void {
  const lanes = view.places.filter(({ track: of }) => of === track);
  const [top, bottom] = [lanes[0], lanes.at(-1)];
  const x = view.chart.at(Number(track.trace.endTick));
  if (!track.trace.isStuck || !top || !bottom || x < NAMES - 1 || x > view.width + 1) return;
  const end = bottom.y + view.laneHeight;
  const at = Math.min(x, view.width - 2);
  brush.line(at, top.y, at, end, { stroke: palette.failed, width: 3 });
  const style = { fill: palette.failed, size: TEXT, weight: 600, align: 'right' } as const;
  brush.text(at - 6, end - 5, 'nobody can go on', { ...style, halo: palette.surface });
}

/** The whole run in a strip: how much of the machine works, and what is seen of it below. */
function drawOverview({ brush, view, palette }: Drawing): void {
  const [track] = view.tracks;
  if (!track) return;
  const { width, overview: scale } = view;
  // An element counts as often as there are elements that it stands for.
  const elements = track.timeline.lanes.flatMap((lane) => {
    const { name, count = 1 } = track.trace.process(lane.pid) ?? {};
    return name === 'pex' || name === 'warp' ? [{ lane, times: count }] : [];
  });
  brush.rect({ x: 0, y: 0, width, height: OVERVIEW }, { fill: palette.sunken });
  const box = { x: NAMES, y: 4, width: width - NAMES, height: OVERVIEW - 6 };
  const column = Math.max(2, Math.ceil((elements.length * box.width) / 40_000));
  drawShares(brush, palette, elements, { scale, box, width: column, states: STACK });
  brush.text(NAMES - 8, OVERVIEW - 9, 'all', { fill: palette.faint, size: TEXT, align: 'right' });
  brush.line(0, OVERVIEW - 0.5, width, OVERVIEW - 0.5, { stroke: palette.line });
  const x = scale.at(view.from);
  const seen = Math.min(Math.max(3, scale.at(view.to) - x), width - x - 1);
  const frame = { x, y: 1, width: seen, height: OVERVIEW - 2 };
  brush.rect(frame, { stroke: palette.accent, width: 1.5 });
}

/** Where the cursor is in the chart, in pixels from its left edge, if it is seen there. */
export function cursorAt({ chart, width }: GanttView, tick: number): number | undefined {
  const x = chart.at(tick);
  return x >= NAMES - 1 && x <= width + 1 ? x : undefined;
}

/** Width of the pointer's own picture, which has its line in the middle. */
export const POINTER = 12;

/** The cursor in the chart. */
export function drawPointer(brush: Brush, x: number, height: number, palette: Palette): void {
  const [fill, y] = [palette.glowEdge, OVERVIEW];
  brush.line(x, y, x, height, { stroke: fill, width: 2 });
  brush.path([x - 5, y, x + 5, y, x, y + 7], { fill, close: true });
}

/** The cursor in a picture that is saved. */
export function drawCursor(brush: Brush, view: GanttView, palette: Palette, tick: number): void {
  const [x, inOverview] = [cursorAt(view, tick), view.overview.at(tick)];
  brush.line(inOverview, 0, inOverview, OVERVIEW, { stroke: palette.glowEdge, width: 2 });
  if (x !== undefined) drawPointer(brush, x, view.height, palette);
}
