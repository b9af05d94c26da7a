import { lastAtMost } from '../../base/search.ts';
import type { Brush } from '../drawing/brush.ts';
import type { Palette } from '../drawing/palette.ts';
import type { SequenceAxis } from './sequence-axis.ts';
import type { SequenceLayout } from './sequence-layout.ts';

/** Height of the lifelines' names, in one line or two. */
export const HEAD = 36;
/** Width of the column of ticks or steps. */
export const GUTTER = 84;
/** Depth of an arrow in its row: its name has room above. */
const ARROW = 16;
/** The least distance of lifelines: names of messages fit, or statements beside them. */
const LEAST_SPACING = 60;
const LEAST_BESIDE = 104;
/** Width of a letter of a lifeline's name, and of the frame around the name. */
export const NAME_LETTER = 7.2;
export const NAME_FRAME = 14;

export interface SequenceRoom {
  readonly layout: SequenceLayout;
  readonly axis: SequenceAxis;
  readonly width: number;
  readonly height: number;
  /** Scrolled down and to the right, in pixels. */
  readonly top: number;
  readonly left: number;
}

/** The room, and where the cursor is. */
export interface SequenceView extends SequenceRoom {
  /** The event at the cursor, and its row. */
  readonly event: number;
  readonly row: number;
  /** Way of the message at the cursor, from 0 to 1. */
  readonly travel: number;
  /** State of each process at the cursor. */
  readonly doing: (pid: number) => keyof Palette | undefined;
  /** Events that are marked, since they are unfolded: the first, and the first that is none. */
  readonly marked?: { readonly first: number; readonly end: number } | undefined;
}

export interface SequenceDrawing {
  readonly brush: Brush;
  readonly view: SequenceView;
  readonly palette: Palette;
  readonly spacing: number;
  /** Rows of the loop. */
  readonly loop: { readonly first: number; readonly last: number } | undefined;
}

type Across = Pick<SequenceRoom, 'layout' | 'width' | 'left'>;
type Down = Pick<SequenceRoom, 'axis' | 'top'>;

/** A lifeline's name, and for how many it stands, which has a line of its own: `barrier`, `× 62`. */
export function headOf(label: string): readonly string[] {
  const at = label.lastIndexOf(' × ');
  return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 1)];
}

const widestName = ({ lanes }: SequenceLayout): number =>
  lanes
    .flatMap(({ label }) => headOf(label))
    .reduce((most, { length }) => Math.max(most, length), 0) *
    NAME_LETTER +
  NAME_FRAME;

/** Distance between lifelines: their names fit, and all of them fill the width. */
export function spacingOf(layout: SequenceLayout, width: number): number {
  const { lanes, run } = layout;
  return Math.max(
    run.timed ? LEAST_SPACING : LEAST_BESIDE,
    widestName(layout),
    (width - GUTTER - 8) / Math.max(1, lanes.length),
  );
}

export const contentWidth = (layout: SequenceLayout, width: number): number =>
  GUTTER + spacingOf(layout, width) * layout.lanes.length;

/** Where a lifeline stands, in pixels from the left edge: to the left of its room where statements stand beside it. */
export function laneX({ layout, width, left }: Across, lane: number): number {
  const spacing = spacingOf(layout, width);
  const within = layout.run.timed ? spacing / 2 : widestName(layout) / 2 + 4;
  return GUTTER + spacing * lane + within - left;
}

/** The lane at a distance from the left edge of the picture; -1 beside them. */
export function laneAt({ layout, width, left }: Across, x: number): number {
  const lane = Math.floor((x + left - GUTTER) / spacingOf(layout, width));
  return lane >= 0 && lane < layout.lanes.length ? lane : -1;
}

/** Where a row begins, in pixels from the upper edge. */
export const rowY = ({ axis, top }: Down, row: number): number => HEAD + axis.y(row) - top;

/** Where the arrow of a row lies. */
export const arrowY = (room: Down, row: number): number =>
  rowY(room, row) + Math.min(ARROW, room.axis.room(row) * 0.8);

/** Baseline of a text in the column beside the lifelines. */
export const gutterY = (y: number): number => y + ARROW;

/** The row at a height of the picture. */
export const rowAt = ({ axis, top }: Down, y: number): number => axis.rowAt(top + y - HEAD);

/** The row of an event or the last before it. */
export const rowOf = ({ rows }: SequenceLayout, event: number): number => lastAtMost(rows, event);
