import {
  ELEMENT_STATES,
  type ElementState,
  type TimelineLane,
  firstIndex,
} from '../../session/index.ts';
import { timesInWords, whole } from '../shared/format.ts';
import { marksBetween, type Scale, scaleOf } from '../drawing/axis.ts';
import type { Box, Brush } from '../drawing/brush.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import type { Track } from './cursor.ts';

/** Width of the lanes' names, height of the axis and of the overview of the whole run. */
export const NAMES = 84;
/** Width of a letter of a lane's name, at size 1. */
const LETTER = 0.58;
export const AXIS = 20;
export const OVERVIEW = 30;
const LEAST_LANE = 7;
/** The least height of a name; of lower lanes not all are named. */
const NAME = 11;
const MOST_LANE = 26;

/** What is seen of the chart. */
export interface GanttView {
  /** Runs; a second one stands below the first. */
  readonly tracks: readonly Track[];
  readonly width: number;
  readonly height: number;
  /** Ticks at the left and right edges. */
  readonly from: number;
  readonly to: number;
  /** Pixels that the lanes are scrolled down. */
  readonly top: number;
}

/** From the bottom of a column up, where it stands for many spans. */
const STACK: readonly ElementState[] = [
  'global',
  'local',
  'private',
  'busy',
  'repeat',
  'dispatch',
  'barrier',
  'idle',
];
const WORKING = STACK.filter((state) => state !== 'idle');
const TITLE = 18;

export function laneHeight(view: Pick<GanttView, 'tracks' | 'height'>): number {
  const count = view.tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const titles = view.tracks.length > 1 ? TITLE * view.tracks.length : 0;
  const room = view.height - AXIS - OVERVIEW - titles - 4;
  return Math.max(LEAST_LANE, Math.min(MOST_LANE, Math.floor(room / Math.max(1, count))));
}

/** Height of all lanes, seen or not. */
export function lanesHeight(view: Pick<GanttView, 'tracks' | 'height'>): number {
  const count = view.tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  return count * laneHeight(view) + (view.tracks.length > 1 ? TITLE * view.tracks.length : 0);
}

/** Model time at the end of the longest run. */
export const endOf = (tracks: readonly Track[]): number =>
  Math.max(1, ...tracks.map(({ trace }) => Number(trace.endTick)));

/** Where ticks lie in the chart, and in the overview above it. */
export const chartScale = ({ from, to, width }: GanttView): Scale =>
  scaleOf(from, to, NAMES, width);
export const overviewScale = ({ tracks, width }: GanttView): Scale =>
  scaleOf(0, endOf(tracks), NAMES, width);

/** Where each lane lies. */
export function placesOf(
  view: GanttView,
): { readonly track: Track; readonly lane: TimelineLane; readonly y: number }[] {
  const high = laneHeight(view);
  let y = OVERVIEW + AXIS - view.top;
  return view.tracks.flatMap((track) => {
    if (view.tracks.length > 1) y += TITLE;
    return track.timeline.lanes.map((lane) => {
      const place = { track, lane, y };
      y += high;
      return place;
    });
  });
}

/** Round ticks, about 90 pixels apart. */
const ticksOfAxis = (view: GanttView): number[] =>
  marksBetween(view.from, view.to, (view.width - NAMES) / 90);

/** Everything but the cursor. */
export function drawGantt(brush: Brush, view: GanttView, palette: Palette): void {
  const { width, height } = view;
  const high = laneHeight(view);
  const places = placesOf(view);
  const scale = chartScale(view);
  const top = OVERVIEW + AXIS;
  const bottom = Math.min(height, (places.at(-1)?.y ?? 0) + high);
  const lanes: Box = { x: 0, y: top, width, height: height - top };
  brush.rect({ x: 0, y: 0, width, height }, { fill: palette.surface });
  brush.clip(lanes, () => {
    for (const tick of ticksOfAxis(view)) {
      const x = Math.round(scale.at(tick)) + 0.5;
      if (x >= NAMES) brush.line(x, top, x, bottom, { stroke: palette.line });
    }
    brush.clip({ ...lanes, x: NAMES, width: width - NAMES }, () => {
      for (const { lane, y } of places) {
        if (y + high < top || y > height) continue;
        const box = { x: NAMES, y: y + 1, width: width - NAMES, height: high - 2 };
        drawLane(brush, view, palette, lane, box);
      }
      for (const track of view.tracks) drawReleases(brush, view, palette, track, places, high);
    });
    const every = Math.ceil(NAME / high);
    let titled: Track | undefined;
    let below = 0;
    for (const { track, lane, y } of places) {
      if (track !== titled && view.tracks.length > 1) {
        brush.text(4, y - 5, track.title, { fill: palette.text, size: 11, weight: 600 });
      }
      below = track === titled ? below + 1 : 0;
      titled = track;
      if (below % every !== 0) continue;
      const { label = '', count = 1 } = track.trace.process(lane.pid) ?? {};
      const name = timesInWords(label, count);
      brush.text(NAMES - 8, y + high / 2 + 4, name, {
        fill: palette.soft,
        size: Math.min(11, (NAMES - 10) / (name.length * LETTER)),
        align: 'right',
      });
    }
  });
  drawAxis(brush, view, palette);
  drawOverview(brush, view, palette);
}

function drawAxis(brush: Brush, view: GanttView, palette: Palette): void {
  const { width } = view;
  const scale = chartScale(view);
  const y = OVERVIEW + AXIS - 0.5;
  brush.rect({ x: 0, y: OVERVIEW, width, height: AXIS }, { fill: palette.surface });
  brush.line(0, y, width, y, { stroke: palette.line });
  for (const tick of ticksOfAxis(view)) {
    const x = scale.at(tick);
    if (x < NAMES - 1 || x > width) continue;
    // The first stands beside the cursor at the start, not under it.
    const align = x > width - 24 ? 'right' : x < NAMES + 6 ? 'left' : 'center';
    brush.text(align === 'left' ? x + 6 : x, OVERVIEW + 13, whole(tick), {
      fill: palette.soft,
      size: 11,
      align,
    });
  }
  brush.text(NAMES - 8, OVERVIEW + 13, 'tick', { fill: palette.faint, size: 11, align: 'right' });
}

function drawLane(
  brush: Brush,
  view: GanttView,
  palette: Palette,
  lane: TimelineLane,
  box: Box,
): void {
  const scale = chartScale(view);
  const first = lane.at(view.from);
  const last = lane.at(view.to);
  // Too many spans to tell apart.
  if (last - first > box.width / 2) {
    return drawShares(brush, palette, [{ lane, times: 1 }], { scale, box, column: 2 });
  }
  for (let span = first; span <= last; span += 1) {
    const state = lane.stateOf(span);
    const x = Math.max(NAMES, scale.at(lane.start[span] ?? 0));
    const end = Math.min(view.width, scale.at(lane.endOf(span)));
    if (end <= x) continue;
    if (state === 'idle') {
      const y = box.y + box.height / 2 - 1;
      brush.rect({ x, y, width: end - x, height: 2 }, { fill: palette.idle });
      continue;
    }
    const isWide = end - x > 5;
    const thin = state === 'barrier' || state === 'dispatch' || state === 'repeat';
    const inset = thin ? box.height * 0.22 : 0;
    const height = box.height - 2 * inset;
    brush.rect(
      { x, y: box.y + inset, width: Math.max(0.6, end - x), height },
      {
        fill: palette[state],
        texture: isWide ? STATE_TEXTURES[state] : undefined,
        ...(isWide && !thin && { stroke: palette.soft, width: 0.5 }),
      },
    );
  }
}

/** Columns that show how the ticks of some lanes are shared out; each lane counts some times. */
function drawShares(
  brush: Brush,
  palette: Palette,
  lanes: readonly { readonly lane: TimelineLane; readonly times: number }[],
  { scale, box, column }: { readonly scale: Scale; readonly box: Box; readonly column: number },
  states = STACK,
): void {
  const width = ELEMENT_STATES.length;
  let before: Float64Array[] = lanes.map(({ lane }) =>
    lane.before(scale.of(box.x), new Float64Array(width)),
  );
  let after: Float64Array[] = lanes.map(() => new Float64Array(width));
  const sums = new Float64Array(width);
  for (let x = box.x; x < box.x + box.width; x += column) {
    const tick = scale.of(x + column);
    let total = 0;
    sums.fill(0);
    lanes.forEach(({ lane, times }, index) => {
      const [then, now] = [before[index], after[index]];
      if (!then || !now) return;
      lane.before(tick, now);
      for (let code = 0; code < width; code += 1) {
        const share = times * ((now[code] ?? 0) - (then[code] ?? 0));
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
      brush.rect({ x, y, width: column, height }, { fill: palette[state] });
    }
    [before, after] = [after, before];
  }
}

/** Barriers that let go, as lines across the lanes that they join. */
function drawReleases(
  brush: Brush,
  view: GanttView,
  palette: Palette,
  track: Track,
  places: ReturnType<typeof placesOf>,
  high: number,
): void {
  const { tick, barrier, count } = track.timeline.releases;
  const scale = chartScale(view);
  const own = places.filter(
    ({ track: of, lane }) => of === track && track.trace.process(lane.pid)?.name === 'pex',
  );
  const unitOf = (pid: number) => track.trace.process(pid)?.unit;
  const first = firstIndex(count, (index) => (tick[index] ?? 0) >= view.from);
  const end = firstIndex(count, (index) => (tick[index] ?? 0) > view.to);
  // Lines closer than four pixels would be a wall.
  if (end - first > (view.width - NAMES) / 4) return;
  for (let at = first; at < end; at += 1) {
    const unit = unitOf(barrier[at] ?? 0);
    const joined = own.filter(({ lane }) => unit === undefined || unitOf(lane.pid) === unit);
    const [top, bottom] = [joined[0], joined.at(-1)];
    if (!top || !bottom) continue;
    const x = Math.round(scale.at(tick[at] ?? 0)) + 0.5;
    brush.line(x, top.y - 1, x, bottom.y + high + 1, { stroke: palette.text, width: 1.5 });
  }
}

/** The whole run in a strip: how much of the machine works, and what is seen of it below. */
function drawOverview(brush: Brush, view: GanttView, palette: Palette): void {
  const [track] = view.tracks;
  if (!track) return;
  const wide = view.width - NAMES;
  const scale = overviewScale(view);
  // An element counts as often as there are elements that it stands for.
  const elements = track.timeline.lanes.flatMap((lane) => {
    const { name, count = 1 } = track.trace.process(lane.pid) ?? {};
    return name === 'pex' ? [{ lane, times: count }] : [];
  });
  brush.rect({ x: 0, y: 0, width: view.width, height: OVERVIEW }, { fill: palette.sunken });
  const box = { x: NAMES, y: 4, width: wide, height: OVERVIEW - 6 };
  const column = Math.max(2, Math.ceil((elements.length * wide) / 40_000));
  drawShares(brush, palette, elements, { scale, box, column }, WORKING);
  brush.text(NAMES - 8, OVERVIEW - 9, 'all', { fill: palette.faint, size: 11, align: 'right' });
  brush.line(0, OVERVIEW - 0.5, view.width, OVERVIEW - 0.5, { stroke: palette.line });
  const left = scale.at(view.from);
  const seen = Math.max(3, scale.at(view.to) - left);
  brush.rect(
    { x: left, y: 1, width: Math.min(seen, view.width - left - 1), height: OVERVIEW - 2 },
    { stroke: palette.accent, width: 1.5 },
  );
}

/** Where the cursor is in the picture, in pixels from its left edge: in the overview, and in the chart, if
 * it is seen there. */
export function cursorAt(
  view: GanttView,
  tick: number,
): { inOverview: number; inChart: number | undefined } {
  const x = chartScale(view).at(tick);
  const isSeen = x >= NAMES - 1 && x <= view.width + 1;
  return { inOverview: overviewScale(view).at(tick), inChart: isSeen ? x : undefined };
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
  const { inOverview, inChart } = cursorAt(view, tick);
  brush.line(inOverview, 0, inOverview, OVERVIEW, { stroke: palette.glowEdge, width: 2 });
  if (inChart !== undefined) drawPointer(brush, inChart, view.height, palette);
}
