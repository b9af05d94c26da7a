import { EVENT, firstIndex, messageLabel, spaceOf } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { fitting } from '../shared/large-numbers.ts';
import { marksBetween } from '../drawing/axis.ts';
import { type Brush, TEXT } from '../drawing/brush.ts';
import { valuesInWords } from './event-words.ts';
import {
  drawGutterHead,
  drawHeadGround,
  HEAD,
  laneSpacing,
  type LifelinesView,
} from './lifelines.ts';
import { inkOf } from './message-style.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import { NAMED, ROW, type SequenceAxis } from './sequence-axis.ts';
import type { Bars, SequenceLayout } from './sequence-layout.ts';

/** Width of the column of ticks. */
export const GUTTER = 84;
/** Where in its row an arrow lies: low, so that its name has room above it. */
const ARROW = 16;
/** The least distance between lifelines at which the names of messages stay legible. */
const LEAST_SPACING = 60;
/** Width of a letter of a lifeline's name, and of the frame around the name, in CSS pixels. */
const LETTER = 7.2;
const NAME_FRAME = 14;
const BAR = 12;
/** What is finer than this lies on the same pixels. */
const FINE = 0.7;

/** What is seen of the chart. */
export interface SequenceView extends LifelinesView {
  readonly layout: SequenceLayout;
  /** Where its rows lie. */
  readonly axis: SequenceAxis;
  /** How far the message at the cursor has come on its way, from 0 to 1. */
  readonly travel: number;
  /** What each process does at the cursor, for the names of the lifelines. */
  readonly doing: (pid: number) => keyof Palette | undefined;
  /** Events that are marked, since they are unfolded: the first, and the first that is none. */
  readonly marked?: { readonly first: number; readonly end: number } | undefined;
}

/** A lifeline's name, and for how many it stands, which has a line of its own: `barrier`, `× 62`. */
function headOf(label: string): readonly string[] {
  const at = label.lastIndexOf(' × ');
  return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 1)];
}

/** Distance between lifelines. */
export function spacingOf({ lanes }: SequenceLayout, width: number): number {
  const longest = Math.max(
    0,
    ...lanes.flatMap(({ label }) => headOf(label)).map(({ length }) => length),
  );
  const room = { width, gutter: GUTTER, lanes: lanes.length };
  return laneSpacing(room, LEAST_SPACING, longest * LETTER + NAME_FRAME);
}

export const contentWidth = (layout: SequenceLayout, width: number): number =>
  GUTTER + spacingOf(layout, width) * layout.lanes.length;

/** Draws what is visible, and nothing else. */
export function drawSequence(brush: Brush, view: SequenceView, palette: Palette): void {
  const { layout, axis, width, height, top, left, row: current } = view;
  const { trace, lanes, rows, opensTick } = layout;
  const spacing = spacingOf(layout, width);
  const x = (lane: number): number => GUTTER + spacing * (lane + 0.5) - left;
  const y = (row: number): number => HEAD + axis.y(row) - top;
  /** Where the arrow of a row lies. */
  const arrowAt = (row: number): number => y(row) + Math.min(ARROW, axis.room(row) * 0.8);
  const first = Math.max(0, axis.rowAt(top) - 1);
  const last = axis.rowAt(top + height - HEAD);
  const end = Math.min(height, y(rows.length));
  /** The next row that lies on other pixels. */
  const after = (row: number): number =>
    axis.room(row) >= FINE ? row + 1 : Math.max(row + 1, axis.rowAt(axis.y(row) + FINE));
  const firstLane = Math.max(0, Math.floor((left - GUTTER) / spacing) - 1);
  const lastLane = Math.min(lanes.length - 1, Math.ceil((left + width - GUTTER) / spacing));
  const marks = tickMarks();

  brush.clip({ x: 0, y: HEAD, width, height: height - HEAD }, () => {
    const glowing = Math.max(4, Math.min(ROW, axis.room(current)));
    brush.rect({ x: 0, y: y(current), width, height: glowing }, { fill: palette.glow });
    for (const at of marks.map((mark) => Math.round(mark.y) + 0.5)) {
      brush.line(GUTTER, at, width, at, { stroke: palette.line });
    }
    for (let lane = firstLane; lane <= lastLane; lane += 1) {
      brush.line(x(lane), HEAD, x(lane), end, { stroke: palette.lineStrong, dash: [3, 3] });
      drawBars(lane);
    }
    for (let row = first; row <= last; row = after(row)) drawRow(row);
    if (current >= first && current <= last) drawRow(current);
    brush.rect({ x: 0, y: HEAD, width: GUTTER - 6, height }, { fill: palette.surface });
    if (view.marked) {
      // Beside the lifelines, as high as the rows of what is unfolded.
      const { first: begin, end: over } = view.marked;
      const above = firstIndex(rows.length, (row) => (rows[row] ?? 0) >= begin);
      const below = firstIndex(rows.length, (row) => (rows[row] ?? 0) >= over);
      const bar = { x: GUTTER - 6, y: y(above), width: 4, height: y(below) - y(above) };
      brush.rect(bar, { fill: palette.accent });
    }
    // Work hangs from an earlier message; in what is unfolded, from one of an earlier tick.
    const tickNow = trace.tickAt(view.event);
    const ofTick = axis.ofTick?.(Number(tickNow));
    const now = { tick: tickNow, y: ofTick === undefined ? y(current) : HEAD + ofTick - top };
    for (const mark of [...marks.filter((each) => Math.abs(each.y - now.y) >= ROW * 0.7), now]) {
      const isCurrent = mark === now;
      brush.text(GUTTER - 12, mark.y + ARROW, fitting(mark.tick, 9), {
        fill: isCurrent ? palette.text : palette.soft,
        size: TEXT,
        weight: isCurrent ? 600 : 400,
        align: 'right',
      });
    }
  });
  drawHeads();

  /** The ticks that are named: each at which there is a row, or round ones where heights are time. */
  function tickMarks(): { readonly tick: number | bigint; readonly y: number }[] {
    const { ofTick } = axis;
    if (ofTick) {
      const perTick = ofTick(1) - ofTick(0);
      const [from, to] = [Math.max(0, top / perTick), (top + height) / perTick];
      const most = Math.min(to, Number(trace.endTick));
      const round = marksBetween(from, most, ((most - from) * perTick) / 64);
      return round.map((tick) => ({ tick, y: HEAD + ofTick(tick) - top }));
    }
    const found = [];
    for (let row = first; row <= last; row += 1) {
      if (row !== 0 && opensTick[row] !== 1) continue;
      found.push({ tick: trace.tickAt(rows[row] ?? 0), y: y(row) });
    }
    return found;
  }

  /** From where to where a bar reaches: as long as the work takes where heights are time. */
  function reachOf(bars: Bars, bar: number): readonly [number, number] {
    const event = bars.event[bar] ?? 0;
    const isWork = bars.code[bar] !== 0;
    const { tick, until } = trace.columns;
    if (axis.ofTick) {
      const most = Number(trace.endTick);
      const released = rows[bars.endRow[bar] ?? 0];
      const ends = isWork ? Math.min(most, until[event] ?? 0) : (tick[released ?? -1] ?? most);
      return [HEAD + axis.ofTick(tick[event] ?? 0) - top, HEAD + axis.ofTick(ends) - top];
    }
    const begin = arrowAt(bars.startRow[bar] ?? 0);
    const finish = y(bars.endRow[bar] ?? 0) - 1;
    return [begin, Math.max(begin + 6, finish)];
  }

  function drawBars(lane: number): void {
    const pids = lanes[lane]?.pids ?? [];
    const drawn = pids.filter((pid) => layout.bars[pid] !== undefined).slice(0, 16);
    // Processes that share a lifeline have thin bars side by side.
    const wide =
      drawn.length === 1 ? BAR : Math.max(3, Math.min(8, (spacing * 0.6) / drawn.length));
    drawn.forEach((pid, index) => {
      const bars = layout.bars[pid];
      if (!bars) return;
      const middle = x(lane) + (index - (drawn.length - 1) / 2) * wide;
      const [from, to] = bars.between(first, last);
      let drawnTo = -Infinity;
      for (let bar = from; bar < to; bar += 1) {
        const [begin, finish] = reachOf(bars, bar);
        if (finish < drawnTo + FINE && finish - begin < FINE) {
          // Many on one pixel: on with the first that reaches beyond it.
          const beyond = axis.rowAt(drawnTo + FINE + top - HEAD);
          const next = firstIndex(bars.endRow.length, (each) => (bars.endRow[each] ?? 0) > beyond);
          bar = Math.max(bar, next - 1);
          continue;
        }
        drawnTo = finish;
        const code = bars.code[bar] ?? 0;
        const isCurrent = bars.event[bar] === view.event;
        if (code === 0) {
          brush.line(middle, begin, middle, finish, {
            stroke: palette.barrier,
            width: 3,
            dash: [2, 2],
          });
          continue;
        }
        const space = spaceOf(trace.columns.words[code - 1]);
        brush.rect(
          { x: middle - wide / 2, y: begin, width: wide, height: finish - begin },
          {
            fill: palette[space],
            texture: STATE_TEXTURES[space],
            stroke: isCurrent ? palette.text : palette.soft,
            width: isCurrent ? 2 : 0.6,
          },
        );
      }
    });
  }

  function drawRow(row: number): void {
    const index = rows[row] ?? 0;
    const { kind, pid, other } = trace.columns;
    if (kind[index] === EVENT.finish) {
      const values = valuesInWords(trace.columns.finishes.get(index) ?? {});
      const words = `finished at tick ${whole(trace.tickAt(index))}${values === '' ? '' : `: ${values}`}`;
      brush.text(GUTTER + 8 - left, arrowAt(row), words, {
        fill: palette.proved,
        size: TEXT,
        weight: 600,
      });
      return;
    }
    if (kind[index] === EVENT.stuck) {
      const words = `nobody can go on: stopped for ever at tick ${whole(trace.tickAt(index))}`;
      const line = Math.round(y(row)) + 1.5;
      brush.line(GUTTER, line, width, line, { stroke: palette.failed, width: 3 });
      const style = { fill: palette.failed, size: TEXT, weight: 600 };
      brush.text(GUTTER + 8, y(row) + 18, words, { ...style, halo: palette.surface });
      return;
    }
    if (kind[index] !== EVENT.message) return;
    const from = layout.laneOf[pid[index] ?? 0] ?? 0;
    const to = layout.laneOf[other[index] ?? 0] ?? 0;
    drawArrow(row, index, x(from), x(to));
  }

  function drawArrow(row: number, index: number, from: number, to: number): void {
    const message = trace.messageAt(index);
    const { ink, dash } = inkOf(message, palette);
    const isCurrent = index === view.event;
    const direction = to >= from ? 1 : -1;
    const start = from + (direction * BAR) / 2;
    const tip = to - (direction * BAR) / 2;
    const middle = arrowAt(row);
    const width = isCurrent ? 2.4 : 1.4;
    const open = message === 'done' || message === 'wait';
    const back = tip - direction * 7;
    brush.line(start, middle, open ? tip : tip - direction * 4, middle, {
      stroke: ink,
      width,
      dash,
    });
    brush.path([back, middle - 4, tip, middle, back, middle + 4], {
      ...(open ? { stroke: ink, width } : { fill: ink, close: true }),
    });
    // The name stands near its sender, where no other arrow of the row can be.
    if (isCurrent || axis.room(row) >= NAMED) {
      const words = messageLabel(trace, index);
      const fits = words.length * LETTER < Math.abs(to - from) - BAR;
      brush.text(start + direction * 6, middle - 3, fits ? words : message, {
        fill: ink,
        size: TEXT,
        weight: isCurrent ? 600 : 400,
        align: direction > 0 ? 'left' : 'right',
        halo: isCurrent ? palette.glow : palette.surface,
      });
    }
    if (isCurrent && view.travel < 1) {
      brush.circle(start + (tip - start) * view.travel, middle, 4.5, {
        fill: ink,
        stroke: palette.surface,
      });
    }
  }

  function drawHeads(): void {
    drawHeadGround(brush, width, palette);
    // All of them in one line, or each in two.
    const inOneLine = lanes.every(({ label }) => label.length * LETTER + NAME_FRAME <= spacing);
    for (let lane = firstLane; lane <= lastLane; lane += 1) {
      const { label = '', kind = '', pids = [] } = lanes[lane] ?? {};
      const lines = inOneLine ? [label] : headOf(label);
      const wide = Math.max(...lines.map(({ length }) => length)) * LETTER + 10;
      const [top, tall] = lines.length === 1 ? [7, 22] : [2, 32];
      const state = pids.length === 1 ? view.doing(pids[0] ?? 0) : undefined;
      const frame = { x: x(lane) - wide / 2, y: top, width: wide, height: tall };
      const fill = kind === 'pex' ? palette.accentSoft : palette.sunken;
      brush.rect(frame, { fill, stroke: palette.line });
      if (state) brush.rect({ ...frame, y: top + tall - 3, height: 3 }, { fill: palette[state] });
      lines.forEach((words, line) =>
        brush.text(x(lane), (lines.length === 1 ? 22 : 14) + 13 * line, words, {
          fill: palette.text,
          size: TEXT,
          weight: 500,
          align: 'center',
        }),
      );
    }
    drawGutterHead(brush, GUTTER, 'tick', palette);
  }
}

/** Where a row begins, in pixels from the upper edge. */
export const rowY = ({ axis, top }: Pick<SequenceView, 'top' | 'axis'>, row: number): number =>
  HEAD + axis.y(row) - top;

/** Where a lifeline stands, in pixels from the left edge. */
export const laneX = (
  { layout, width, left }: Pick<SequenceView, 'layout' | 'width' | 'left'>,
  lane: number,
): number => GUTTER + spacingOf(layout, width) * (lane + 0.5) - left;

/** The row at a height of the picture. */
export const rowAt = (view: Pick<SequenceView, 'top' | 'axis'>, y: number): number =>
  view.axis.rowAt(view.top + y - HEAD);

/** The lane at a distance from the left edge of the picture; -1 beside them. */
export function laneAt(view: Pick<SequenceView, 'layout' | 'width' | 'left'>, x: number): number {
  const spacing = spacingOf(view.layout, view.width);
  const lane = Math.floor((x + view.left - GUTTER) / spacing);
  return lane >= 0 && lane < view.layout.lanes.length ? lane : -1;
}
