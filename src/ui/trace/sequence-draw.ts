import { EVENT, messageLabel, spaceOf } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { fitting } from '../shared/large-numbers.ts';
import { type Brush, TEXT } from '../drawing/brush.ts';
import { valuesInWords } from './event-words.ts';
import { inkOf } from './message-style.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import type { SequenceLayout } from './sequence-layout.ts';

/** Height of a row in CSS pixels. */
export const ROW = 22;
/** Width of the column of ticks. */
export const GUTTER = 84;
/** Height of the lifelines' names, in one line or two. */
export const HEAD = 36;
/** Where in its row an arrow lies: low, so that its name has room above it. */
const ARROW = 16;
/** The least distance between lifelines at which the names of messages stay legible. */
const LEAST_SPACING = 60;
/** Width of a letter of a lifeline's name, and of the frame around the name, in CSS pixels. */
const LETTER = 7.2;
const NAME_FRAME = 14;
const BAR = 12;

/** What is seen of the chart. */
export interface SequenceView {
  readonly layout: SequenceLayout;
  readonly width: number;
  readonly height: number;
  /** The row at the upper edge, with its fraction, and how far it is scrolled to the right in pixels. */
  readonly top: number;
  readonly left: number;
  /** The event at the cursor and its row. */
  readonly event: number;
  readonly row: number;
  /** How far the message at the cursor has come on its way, from 0 to 1. */
  readonly travel: number;
  /** What each process does at the cursor, for the names of the lifelines. */
  readonly doing: (pid: number) => keyof Palette | undefined;
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
  return Math.max(
    LEAST_SPACING,
    longest * LETTER + NAME_FRAME,
    (width - GUTTER - 8) / Math.max(1, lanes.length),
  );
}

export const contentWidth = (layout: SequenceLayout, width: number): number =>
  GUTTER + spacingOf(layout, width) * layout.lanes.length;

/** Draws what is visible, and nothing else. */
export function drawSequence(brush: Brush, view: SequenceView, palette: Palette): void {
  const { layout, width, height, top, left, row: current } = view;
  const { trace, lanes, rows, opensTick } = layout;
  const spacing = spacingOf(layout, width);
  const x = (lane: number): number => GUTTER + spacing * (lane + 0.5) - left;
  const y = (row: number): number => HEAD + (row - top) * ROW;
  const first = Math.max(0, Math.floor(top) - 1);
  const last = Math.min(rows.length - 1, Math.ceil(top + (height - HEAD) / ROW));
  const end = Math.min(height, y(rows.length));
  const firstLane = Math.max(0, Math.floor((left - GUTTER) / spacing) - 1);
  const lastLane = Math.min(lanes.length - 1, Math.ceil((left + width - GUTTER) / spacing));

  brush.clip({ x: 0, y: HEAD, width, height: height - HEAD }, () => {
    brush.rect({ x: 0, y: y(current), width, height: ROW }, { fill: palette.glow });
    for (let row = first; row <= last; row += 1) {
      if (opensTick[row] !== 1) continue;
      brush.line(GUTTER, Math.round(y(row)) + 0.5, width, Math.round(y(row)) + 0.5, {
        stroke: palette.line,
      });
    }
    for (let lane = firstLane; lane <= lastLane; lane += 1) {
      brush.line(x(lane), HEAD, x(lane), end, { stroke: palette.lineStrong, dash: [3, 3] });
      drawBars(lane);
    }
    for (let row = first; row <= last; row += 1) drawRow(row);
    brush.rect({ x: 0, y: HEAD, width: GUTTER - 6, height }, { fill: palette.surface });
    for (let row = first; row <= last; row += 1) {
      const isCurrent = row === current;
      if (row !== 0 && opensTick[row] !== 1 && !isCurrent) continue;
      const tick = fitting(trace.tickAt(rows[row] ?? 0), 9);
      brush.text(GUTTER - 12, y(row) + ARROW, tick, {
        fill: isCurrent ? palette.text : palette.soft,
        size: TEXT,
        weight: isCurrent ? 600 : 400,
        align: 'right',
      });
    }
  });
  drawHeads();

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
      for (let bar = from; bar < to; bar += 1) {
        const begin = y(bars.startRow[bar] ?? 0) + ARROW;
        const finish = Math.max(begin + 6, y(bars.endRow[bar] ?? 0) - 1);
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
      brush.text(GUTTER + 8 - left, y(row) + ARROW, words, {
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
      brush.text(GUTTER + 8 - left, y(row) + 16, words, style);
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
    const middle = y(row) + ARROW;
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
    const words = messageLabel(trace, index);
    const fits = words.length * LETTER <= Math.abs(tip - start) - 12;
    brush.text(start + direction * 6, middle - 3, fits ? words : message, {
      fill: ink,
      size: TEXT,
      weight: isCurrent ? 600 : 400,
      align: direction > 0 ? 'left' : 'right',
      halo: isCurrent ? palette.glow : palette.surface,
    });
    if (isCurrent && view.travel < 1) {
      brush.circle(start + (tip - start) * view.travel, middle, 4.5, {
        fill: ink,
        stroke: palette.surface,
      });
    }
  }

  function drawHeads(): void {
    brush.rect({ x: 0, y: 0, width, height: HEAD }, { fill: palette.surface });
    brush.line(0, HEAD - 0.5, width, HEAD - 0.5, { stroke: palette.line });
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
    brush.rect({ x: 0, y: 0, width: GUTTER - 6, height: HEAD - 1 }, { fill: palette.surface });
    brush.text(GUTTER - 12, 22, 'tick', { fill: palette.faint, size: TEXT, align: 'right' });
  }
}

/** Where a row begins, in pixels from the upper edge. */
export const rowY = (view: Pick<SequenceView, 'top'>, row: number): number =>
  HEAD + (row - view.top) * ROW;

/** Where a lifeline stands, in pixels from the left edge. */
export const laneX = (
  { layout, width, left }: Pick<SequenceView, 'layout' | 'width' | 'left'>,
  lane: number,
): number => GUTTER + spacingOf(layout, width) * (lane + 0.5) - left;

/** The row at a height of the picture. */
export const rowAt = (view: Pick<SequenceView, 'top'>, y: number): number =>
  Math.floor(view.top + (y - HEAD) / ROW);

/** The lane at a distance from the left edge of the picture; -1 beside them. */
export function laneAt(view: Pick<SequenceView, 'layout' | 'width' | 'left'>, x: number): number {
  const spacing = spacingOf(view.layout, view.width);
  const lane = Math.floor((x + view.left - GUTTER) / spacing);
  return lane >= 0 && lane < view.layout.lanes.length ? lane : -1;
}
