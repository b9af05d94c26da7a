import {
  ELEMENT_STATES,
  type ElementState,
  type Timeline,
  type TimelineLane,
  type Trace,
} from '../../session/index.ts';
import { timesInWords, whole } from '../shared/format.ts';
import { marksBetween } from '../shared/marks.ts';
import type { Brush, Texture } from './brush.ts';
import type { Palette } from './palette.ts';

/** Width of the lanes' names, height of the axis and of the map of the whole run. */
export const NAMES = 84;
/** Width of a letter of a lane's name, at size 1. */
const LETTER = 0.58;
export const AXIS = 20;
export const MAP = 30;
const LEAST_LANE = 7;
/** The least height of a name; of lower lanes not all are named. */
const NAME = 11;
const MOST_LANE = 26;

/** A run in the chart; a second one stands below the first. */
export interface Track {
  readonly trace: Trace;
  readonly timeline: Timeline;
  /** Said above its lanes where there are two. */
  readonly title?: string;
}

export interface GanttView {
  readonly tracks: readonly Track[];
  readonly width: number;
  readonly height: number;
  /** Ticks at the left and right edges. */
  readonly from: number;
  readonly to: number;
  /** Pixels that the lanes are scrolled down. */
  readonly top: number;
}

export const STATE_TEXTURES: Readonly<Partial<Record<ElementState, Texture>>> = {
  global: 'stripes',
  local: 'dots',
  barrier: 'cross',
  repeat: 'waves',
};

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
const CODES = STACK.map((state) => ELEMENT_STATES.indexOf(state));
const TITLE = 18;

export function laneHeight(view: Pick<GanttView, 'tracks' | 'height'>): number {
  const count = view.tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  const titles = view.tracks.length > 1 ? TITLE * view.tracks.length : 0;
  const room = view.height - AXIS - MAP - titles - 4;
  return Math.max(LEAST_LANE, Math.min(MOST_LANE, Math.floor(room / Math.max(1, count))));
}

/** Height of all lanes, seen or not. */
export function lanesHeight(view: Pick<GanttView, 'tracks' | 'height'>): number {
  const count = view.tracks.reduce((sum, { timeline }) => sum + timeline.lanes.length, 0);
  return count * laneHeight(view) + (view.tracks.length > 1 ? TITLE * view.tracks.length : 0);
}

export const xOfTick = (view: GanttView, tick: number): number =>
  NAMES + ((tick - view.from) / (view.to - view.from)) * (view.width - NAMES);
export const tickOfX = (view: GanttView, x: number): number =>
  view.from + ((x - NAMES) / (view.width - NAMES)) * (view.to - view.from);

/** Where each lane lies. */
export function placesOf(
  view: GanttView,
): { readonly track: Track; readonly lane: TimelineLane; readonly y: number }[] {
  const high = laneHeight(view);
  let y = MAP + AXIS - view.top;
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
  const bottom = Math.min(height, (places.at(-1)?.y ?? 0) + high);
  brush.rect(0, 0, width, height, { fill: palette.surface });
  brush.clip(0, MAP + AXIS, width, height - MAP - AXIS, () => {
    for (const tick of ticksOfAxis(view)) {
      const x = Math.round(xOfTick(view, tick)) + 0.5;
      if (x >= NAMES) brush.line(x, MAP + AXIS, x, bottom, { stroke: palette.line });
    }
    brush.clip(NAMES, MAP + AXIS, width - NAMES, height - MAP - AXIS, () => {
      for (const { lane, y } of places) {
        if (y + high >= MAP + AXIS && y <= height)
          drawLane(brush, view, palette, lane, y + 1, high - 2);
      }
      for (const track of view.tracks) drawReleases(brush, view, palette, track, places, high);
    });
    const every = Math.ceil(NAME / high);
    let titled: Track | undefined;
    let below = 0;
    for (const { track, lane, y } of places) {
      if (track !== titled && track.title !== undefined) {
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
}

function drawAxis(brush: Brush, view: GanttView, palette: Palette): void {
  brush.rect(0, MAP, view.width, AXIS, { fill: palette.surface });
  brush.line(0, MAP + AXIS - 0.5, view.width, MAP + AXIS - 0.5, { stroke: palette.line });
  for (const tick of ticksOfAxis(view)) {
    const x = xOfTick(view, tick);
    if (x < NAMES - 1 || x > view.width) continue;
    // The first stands beside the cursor at the start, not under it.
    const align = x > view.width - 24 ? 'right' : x < NAMES + 6 ? 'left' : 'center';
    brush.text(align === 'left' ? x + 6 : x, MAP + 13, whole(tick), {
      fill: palette.soft,
      size: 11,
      align,
    });
  }
  brush.text(NAMES - 8, MAP + 13, 'tick', { fill: palette.faint, size: 11, align: 'right' });
}

function drawLane(
  brush: Brush,
  view: GanttView,
  palette: Palette,
  lane: TimelineLane,
  y: number,
  high: number,
): void {
  const wide = view.width - NAMES;
  const first = lane.at(view.from);
  const last = lane.at(view.to);
  if (last - first > wide / 2) return drawShares(brush, view, palette, lane, y, high);
  for (let span = first; span <= last; span += 1) {
    const state = lane.stateOf(span);
    const x = Math.max(NAMES, xOfTick(view, lane.start[span] ?? 0));
    const end = Math.min(view.width, xOfTick(view, lane.endOf(span)));
    if (end <= x) continue;
    if (state === 'idle') {
      brush.rect(x, y + high / 2 - 1, end - x, 2, { fill: palette.idle });
      continue;
    }
    const texture = end - x > 5 ? STATE_TEXTURES[state] : undefined;
    const thin = state === 'barrier' || state === 'dispatch' || state === 'repeat';
    const inset = thin ? high * 0.22 : 0;
    brush.rect(x, y + inset, Math.max(0.6, end - x), high - 2 * inset, {
      fill: palette[state],
      ...(texture && { texture }),
      ...(end - x > 5 && !thin && { stroke: palette.soft, width: 0.5 }),
    });
  }
}

/** Too many spans to tell apart: each column shows how its ticks are shared out. */
function drawShares(
  brush: Brush,
  view: GanttView,
  palette: Palette,
  lane: TimelineLane,
  y: number,
  high: number,
): void {
  const columnWidth = 2;
  let before = lane.before(view.from, new Float64Array(ELEMENT_STATES.length));
  let after = new Float64Array(ELEMENT_STATES.length);
  for (let x = NAMES; x < view.width; x += columnWidth) {
    after = lane.before(tickOfX(view, x + columnWidth), after) as Float64Array<ArrayBuffer>;
    let total = 0;
    for (let code = 0; code < after.length; code += 1)
      total += (after[code] ?? 0) - (before[code] ?? 0);
    let base = y + high;
    if (total > 0) {
      for (const [index, code] of CODES.entries()) {
        const share = (((after[code] ?? 0) - (before[code] ?? 0)) / total) * high;
        if (share <= 0) continue;
        base -= share;
        brush.rect(x, base, columnWidth, share, { fill: palette[STACK[index] ?? 'idle'] });
      }
    }
    [before, after] = [after, before as Float64Array<ArrayBuffer>];
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
  const { releases } = track.timeline;
  const own = places.filter((place) => place.track === track);
  const unitOf = (pid: number) => track.trace.process(pid)?.unit;
  const from = firstAtLeast(releases.tick, releases.count, view.from);
  const seen: number[] = [];
  for (let at = from; at < releases.count && (releases.tick[at] ?? 0) <= view.to; at += 1) {
    seen.push(at);
    // Lines closer than four pixels would be a wall.
    if (seen.length > (view.width - NAMES) / 4) return;
  }
  for (const at of seen) {
    const unit = unitOf(releases.barrier[at] ?? 0);
    const joined = own.filter(
      ({ lane }) =>
        track.trace.process(lane.pid)?.name === 'pex' &&
        (unit === undefined || unitOf(lane.pid) === unit),
    );
    const [top, bottom] = [joined[0], joined.at(-1)];
    if (!top || !bottom) continue;
    const x = Math.round(xOfTick(view, releases.tick[at] ?? 0)) + 0.5;
    brush.line(x, top.y - 1, x, bottom.y + high + 1, { stroke: palette.text, width: 1.5 });
  }
}

/** The index of the first of `count` ascending values that is `least` at least. */
function firstAtLeast(values: Float64Array, count: number, least: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The whole run in a strip: how much of the machine works, and what is seen of it below. */
export function drawMap(brush: Brush, view: GanttView, palette: Palette): void {
  const [track] = view.tracks;
  if (!track) return;
  const wide = view.width - NAMES;
  const end = Math.max(1, ...view.tracks.map(({ trace }) => Number(trace.endTick)));
  const elements = track.timeline.lanes.filter(
    ({ pid }) => track.trace.process(pid)?.name === 'pex',
  );
  const columnWidth = Math.max(2, Math.ceil((elements.length * wide) / 40_000));
  brush.rect(0, 0, view.width, MAP, { fill: palette.sunken });
  const width = ELEMENT_STATES.length;
  let before = elements.map(() => new Float64Array(width));
  let after = elements.map(() => new Float64Array(width));
  for (let x = 0; x < wide; x += columnWidth) {
    const sums = new Float64Array(width);
    let total = 0;
    elements.forEach((lane, index) => {
      const now = after[index];
      const then = before[index];
      if (!now || !then) return;
      lane.before(((x + columnWidth) / wide) * end, now);
      // An element counts as often as there are elements that it stands for.
      const times = track.trace.process(lane.pid)?.count ?? 1;
      for (let code = 0; code < width; code += 1) {
        const share = times * ((now[code] ?? 0) - (then[code] ?? 0));
        sums[code] = (sums[code] ?? 0) + share;
        total += share;
      }
    });
    let base = MAP - 2;
    for (const [index, code] of CODES.entries()) {
      const state = STACK[index] ?? 'idle';
      const share = total > 0 && state !== 'idle' ? ((sums[code] ?? 0) / total) * (MAP - 6) : 0;
      if (share <= 0) continue;
      base -= share;
      brush.rect(NAMES + x, base, columnWidth, share, { fill: palette[state] });
    }
    [before, after] = [after, before];
  }
  brush.text(NAMES - 8, MAP - 9, 'all', { fill: palette.faint, size: 11, align: 'right' });
  brush.line(0, MAP - 0.5, view.width, MAP - 0.5, { stroke: palette.line });
  const left = NAMES + (view.from / end) * wide;
  const seen = Math.max(3, ((view.to - view.from) / end) * wide);
  brush.rect(left, 1, Math.min(seen, view.width - left - 1), MAP - 2, {
    stroke: palette.accent,
    width: 1.5,
  });
}

/** Where the cursor is in the picture, in pixels from its left edge: on the map, and in the chart, if it
 * is seen there. */
export function cursorAt(view: GanttView, tick: number): { onMap: number; inChart?: number } {
  const end = Math.max(1, ...view.tracks.map(({ trace }) => Number(trace.endTick)));
  const onMap = NAMES + (tick / end) * (view.width - NAMES);
  const x = xOfTick(view, tick);
  const isSeen = x >= NAMES - 1 && x <= view.width + 1;
  return { onMap, ...(isSeen && { inChart: x }) };
}

/** Width of the pointer's own picture, which has its line in the middle. */
export const POINTER = 12;

/** The cursor in the chart. */
export function drawPointer(brush: Brush, x: number, height: number, palette: Palette): void {
  brush.line(x, MAP, x, height, { stroke: palette.glowEdge, width: 2 });
  brush.path([x - 5, MAP, x + 5, MAP, x, MAP + 7], { fill: palette.glowEdge, close: true });
}

/** The cursor in a picture that is saved. */
export function drawCursor(brush: Brush, view: GanttView, palette: Palette, tick: number): void {
  const { onMap, inChart } = cursorAt(view, tick);
  brush.line(onMap, 0, onMap, MAP, { stroke: palette.glowEdge, width: 2 });
  if (inChart !== undefined) drawPointer(brush, inChart, view.height, palette);
}
