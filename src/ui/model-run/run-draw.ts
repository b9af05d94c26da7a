import { type Brush, cutTo, TEXT } from '../drawing/brush.ts';
import type { Palette } from '../drawing/palette.ts';
import { ROW } from '../trace/sequence-axis.ts';
import {
  drawGutterHead,
  drawHeadGround,
  HEAD,
  laneSpacing,
  type LifelinesView,
  nameWidth,
} from '../trace/lifelines.ts';
import type { RunArrow, RunLayout } from './run-layout.ts';
import { fieldsInWords, plainStatement } from './run-words.ts';

/** Width of the column of steps' numbers, with the bow of a loop. */
const GUTTER = 64;
const LEAST_SPACING = 104;
/** Width of a letter of a statement, on the average. */
const NARROW = 6.6;
/** How far right of a lifeline its statements stand. */
const BESIDE = 9;
/** How far a message reaches that a process sends to itself, or that nobody takes. */
const STUB = 30;

/** What is seen of the chart. */
export interface RunChartView extends LifelinesView {
  readonly layout: RunLayout;
}

/** Width of the longest name of a lifeline, with its frame. */
const widestName = ({ lanes, trace }: RunLayout): number =>
  Math.max(0, ...lanes.map((lane) => nameWidth(trace.processes[lane]?.label ?? '')));

/** How far a lifeline stands from the left of its room: its name fits. */
const insetOf = (layout: RunLayout): number => widestName(layout) / 2 + 4;

/** Distance between lifelines. */
function runSpacing(layout: RunLayout, width: number): number {
  const room = { width, gutter: GUTTER, lanes: layout.lanes.length };
  return laneSpacing(room, LEAST_SPACING, widestName(layout) + 8);
}

export const runWidth = (layout: RunLayout, width: number): number =>
  GUTTER + runSpacing(layout, width) * layout.lanes.length;

/** How far to scroll so that the lifeline of a step is seen; as far as now where it is. */
export function leftFor(
  view: Pick<RunChartView, 'layout' | 'width' | 'left'>,
  step: number,
): number {
  const { layout, width, left } = view;
  const process = layout.trace.step(step)?.process ?? -1;
  const lane = layout.lanes.indexOf(process);
  const spacing = runSpacing(layout, width);
  if (lane < 0 || width === 0) return left;
  const [from, to] = [spacing * lane, spacing * (lane + 1)];
  if (from >= left && to <= left + width - GUTTER) return left;
  return from < left ? from : Math.min(from, to - (width - GUTTER));
}

/** Of the whole run, with room for what is said below it. */
export const runHeight = ({ rows }: RunLayout): number => HEAD + LEAD + (rows.length + 2) * ROW;

/** Room above the first row, for the name of its message. */
const LEAD = 6;

/** Where a row begins, in pixels from the upper edge. */
export const runRowY = ({ top }: Pick<RunChartView, 'top'>, row: number): number =>
  HEAD + LEAD + row * ROW - top;

/** The row at a height of the picture, of which there may be none. */
export const runRowAt = ({ top }: Pick<RunChartView, 'top'>, y: number): number =>
  Math.max(0, Math.floor((y - HEAD - LEAD + top) / ROW));

/** Draws what is visible: lifelines, what each process does, messages from who sends to who takes them, and the loop. */
export function drawRun(brush: Brush, view: RunChartView, palette: Palette): void {
  const { layout, width, height, top, left, row: current, event } = view;
  const { trace, lanes, rows, loop, arrows } = layout;
  const spacing = runSpacing(layout, width);
  const laneOf = new Map(lanes.map((process, lane) => [process, lane]));
  // To the left of its room, since what a process does stands beside its lifeline.
  const x = (lane: number): number => GUTTER + spacing * lane + insetOf(layout) - left;
  const y = (row: number): number => runRowY(view, row);
  /** Where in a row its arrow lies: low, so that its name has room above it. */
  const middle = (row: number): number => y(row) + 14;
  const first = Math.max(0, Math.floor(top / ROW) - 1);
  const last = Math.min(rows.length - 1, Math.ceil((top + height) / ROW));
  const laneOfStep = (step: number): number => laneOf.get(trace.step(step)?.process ?? -1) ?? -1;

  brush.clip({ x: 0, y: HEAD, width, height: height - HEAD }, () => {
    if (loop) {
      const box = {
        x: GUTTER - 6,
        y: y(loop.first),
        width,
        height: (loop.last - loop.first + 1) * ROW,
      };
      brush.rect(box, { fill: palette.accentSoft });
    }
    brush.rect({ x: 0, y: y(current), width, height: ROW }, { fill: palette.glow });
    const end = Math.min(height, y(rows.length));
    lanes.forEach((_, lane) =>
      brush.line(x(lane), HEAD, x(lane), end, { stroke: palette.lineStrong, dash: [3, 3] }),
    );
    for (let row = first; row <= last; row += 1) drawStep(row);
    for (const arrow of arrows)
      if (arrow.from <= last + 1 && (arrow.to ?? arrow.from) >= first - 1) drawArrow(arrow);
    brush.rect({ x: 0, y: HEAD, width: GUTTER - 6, height }, { fill: palette.surface });
    for (let row = first; row <= last; row += 1) drawNumber(row);
    if (loop) drawLoop(loop);
  });
  drawHeads();

  function drawNumber(row: number): void {
    const isCurrent = row === current;
    brush.text(GUTTER - 12, middle(row) + 4, String(trace.stopAt(rows[row] ?? 0) + 1), {
      ...{ fill: isCurrent ? palette.text : palette.soft, size: TEXT, align: 'right' },
      weight: isCurrent ? 600 : 400,
    });
  }

  function drawStep(row: number): void {
    const step = rows[row] ?? 0;
    const lane = laneOfStep(step);
    const { statement = '', ends = false } = trace.step(step) ?? {};
    const isCurrent = step === event;
    const at = { x: x(lane), y: middle(row) };
    const fill = isCurrent ? palette.accent : palette.soft;
    brush.circle(at.x, at.y, isCurrent ? 5 : 3.5, { fill, stroke: palette.surface });
    // What is sent is named on its arrow, what is taken where it was sent.
    if (trace.transferAt(step) === undefined) {
      brush.text(
        at.x + BESIDE,
        at.y + 5,
        cutTo(plainStatement(statement), spacing - BESIDE - 8, NARROW),
        {
          ...{ fill: isCurrent ? palette.text : palette.soft, size: TEXT },
          weight: isCurrent ? 600 : 400,
          halo: isCurrent ? palette.glow : isInLoop(row) ? palette.accentSoft : palette.surface,
        },
      );
    }
    if (ends)
      brush.line(at.x - 7, at.y + 9, at.x + 7, at.y + 9, { stroke: palette.text, width: 2 });
  }

  function isInLoop(row: number): boolean {
    return loop !== undefined && row >= loop.first && row <= loop.last;
  }

  function drawArrow({ transfer, from, to }: RunArrow): void {
    const sender = laneOfStep(transfer.send);
    const receiver = transfer.receive === undefined ? -1 : laneOfStep(transfer.receive);
    const isCurrent = transfer.send === event || transfer.receive === event;
    const ink = transfer.isRendezvous ? palette.go : palette.done;
    const style = { stroke: ink, width: isCurrent ? 2.6 : 1.5 };
    const start = { x: x(sender), y: middle(from) };
    const words = `${transfer.channel}: ${fieldsInWords(transfer)}`;
    const isOwn = receiver === sender || receiver < 0 || to === undefined;
    const direction = isOwn || receiver > sender ? 1 : -1;
    // Both take part in a rendezvous at once.
    const tip = isOwn
      ? { x: start.x + STUB, y: start.y }
      : { x: x(receiver) - direction * 6, y: transfer.isRendezvous ? start.y : middle(to) };
    brush.line(start.x + direction * 5, start.y, tip.x, tip.y, style);
    if (to === undefined) brush.circle(tip.x, tip.y, 4, { fill: palette.surface, ...style });
    else if (isOwn) {
      const low = middle(to);
      brush.path([tip.x, tip.y, tip.x, low, start.x + 8, low], style);
      head({ x: start.x + 6, y: low }, Math.PI, ink, transfer.isRendezvous);
    } else {
      const angle = Math.atan2(tip.y - start.y, tip.x - start.x);
      head(tip, angle, ink, transfer.isRendezvous);
    }
    const room = isOwn ? spacing - 18 : Math.abs(tip.x - start.x) - 12;
    brush.text(start.x + direction * 10, start.y - 3, cutTo(words, room, NARROW), {
      ...{ fill: ink, size: TEXT, weight: isCurrent ? 600 : 400 },
      align: direction > 0 ? 'left' : 'right',
      halo: from === current ? palette.glow : isInLoop(from) ? palette.accentSoft : palette.surface,
    });
  }

  /** A full head where both take part at once, an open one where a channel is between them. */
  function head(tip: { x: number; y: number }, angle: number, ink: string, isFull: boolean): void {
    const wing = (side: number): readonly [number, number] => [
      tip.x - 9 * Math.cos(angle + side * 0.5),
      tip.y - 9 * Math.sin(angle + side * 0.5),
    ];
    brush.path(
      [...wing(1), tip.x, tip.y, ...wing(-1)],
      isFull ? { fill: ink, close: true } : { stroke: ink, width: 1.8 },
    );
  }

  /** The bow from the last step back to where the loop begins. */
  function drawLoop({ first: begin, last: over }: NonNullable<RunLayout['loop']>): void {
    const line = { stroke: palette.accent, width: 2 };
    const [above, below] = [middle(begin), middle(over)];
    const right = GUTTER - 44;
    brush.path([right, below, right - 18, below, right - 18, above, right - 4, above], line);
    head({ x: right, y: above }, 0, palette.accent, true);
    brush.line(GUTTER - 6, y(begin), width, y(begin), { ...line, dash: [6, 3] });
    brush.line(GUTTER - 6, y(over + 1), width, y(over + 1), { ...line, dash: [6, 3] });
    const number = trace.stopAt(rows[begin] ?? 0) + 1;
    brush.text(
      GUTTER,
      y(over + 1) + 16,
      `Start of cycle: step ${number}. It goes on there for ever.`,
      {
        ...{ fill: palette.accent, size: TEXT, weight: 600, halo: palette.surface },
      },
    );
  }

  function drawHeads(): void {
    drawHeadGround(brush, width, palette);
    const now = laneOfStep(event);
    lanes.forEach((process, lane) => {
      const label = trace.processes[process]?.label ?? '';
      const wide = nameWidth(label);
      const frame = { x: x(lane) - wide / 2, y: 6, width: wide, height: 24 };
      const fill = lane === now ? palette.accentSoft : palette.sunken;
      brush.rect(frame, { fill, stroke: lane === now ? palette.accent : palette.line });
      brush.text(x(lane), 23, label, {
        ...{ fill: palette.text, size: TEXT, weight: lane === now ? 600 : 500, align: 'center' },
      });
    });
    drawGutterHead(brush, GUTTER, 'step', palette);
  }
}
