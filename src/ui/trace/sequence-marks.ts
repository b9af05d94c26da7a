import type { Mark } from '../../trace/index.ts';
import { type Brush, cutTo, LETTER, type Point, TEXT } from '../drawing/brush.ts';
import { inkOf } from './message-style.ts';
import { NAMED } from './sequence-axis.ts';
import {
  arrowY,
  GUTTER,
  laneX,
  rowOf,
  rowY,
  type SequenceDrawing as Drawing,
} from './sequence-geometry.ts';

export const BAR = 12;
/** Width of a letter of a statement, on the average. */
const NARROW = 6.6;
/** Distance of statements from their lifeline. */
const BESIDE = 9;
/** Length of a message to oneself, or that nobody takes. */
const STUB = 30;

type Message = Extract<Mark, { kind: 'message' }>;

/** Draws a row: an arrow, a step, or the end. */
export function drawMark(drawing: Drawing, row: number): void {
  const { run, rows } = drawing.view.layout;
  const event = rows[row];
  if (event === undefined) return;
  const mark = run.markAt(event);
  switch (mark.kind) {
    case 'message':
      return drawMessage(drawing, row, event, mark);
    case 'step':
      return drawStep(drawing, row, event, mark);
    case 'end':
      return drawEnd(drawing, row, mark);
    case 'none':
  }
}

/** The ground that a text of a row stands on. */
function groundOf({ palette, loop }: Drawing, row: number, isNow: boolean): string {
  if (isNow) return palette.glow;
  return loop && row >= loop.first && row <= loop.last ? palette.accentSoft : palette.surface;
}

function drawEnd(
  { brush, view, palette }: Drawing,
  row: number,
  { words, isStuck }: Extract<Mark, { kind: 'end' }>,
): void {
  const style = { size: TEXT, weight: 600 };
  if (!isStuck) {
    const x = GUTTER + 8 - view.left;
    return brush.text(x, arrowY(view, row), words, { ...style, fill: palette.proved });
  }
  const y = rowY(view, row);
  const line = Math.round(y) + 1.5;
  brush.line(GUTTER, line, view.width, line, { stroke: palette.failed, width: 3 });
  const text = { ...style, fill: palette.failed, halo: palette.surface };
  brush.text(GUTTER + 8, y + 18, words, text);
}

function drawStep(
  drawing: Drawing,
  row: number,
  event: number,
  { pid, words, isWrong = false, ends = false }: Extract<Mark, { kind: 'step' }>,
): void {
  const { brush, view, palette, spacing } = drawing;
  const isNow = event === view.event;
  const [x, y] = [laneX(view, view.layout.laneOf[pid] ?? 0), arrowY(view, row)];
  const fill = isWrong ? palette.failed : isNow ? palette.accent : palette.soft;
  brush.circle(x, y - 2, isNow ? 5 : 3.5, { fill, stroke: palette.surface });
  if (words !== '')
    brush.text(x + BESIDE, y + 3, cutTo(words, spacing - BESIDE - 8, NARROW), {
      fill: isWrong ? palette.failed : isNow ? palette.text : palette.soft,
      size: TEXT,
      weight: isNow ? 600 : 400,
      halo: groundOf(drawing, row, isNow),
    });
  if (ends) brush.line(x - 7, y + 6, x + 7, y + 6, { stroke: palette.text, width: 2 });
}

/** Two lines back from a tip; open, or filled. */
export function drawHead(
  brush: Brush,
  { x, y }: Point,
  angle: number,
  ink: string,
  isOpen: boolean,
  width = 1.8,
): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const wing = (side: number): readonly [number, number] => [
    x - 7 * cos - side * 4 * sin,
    y - 7 * sin + side * 4 * cos,
  ];
  brush.path(
    [...wing(-1), x, y, ...wing(1)],
    isOpen ? { stroke: ink, width } : { fill: ink, close: true },
  );
}

function drawMessage(drawing: Drawing, row: number, event: number, mark: Message): void {
  const { brush, view, palette, spacing } = drawing;
  const { layout, axis } = view;
  const { from, to, taken, words, short, style, isOpen } = mark;
  const isNow = event === view.event || (taken !== undefined && taken === view.event);
  const { ink, dash } = inkOf(style, palette);
  const width = isNow ? 2.4 : 1.4;
  const line = { stroke: ink, width, dash };
  const lane = layout.laneOf[from] ?? 0;
  const target = to === undefined ? undefined : layout.laneOf[to];
  const direction = target === undefined || target >= lane ? 1 : -1;
  const x = laneX(view, lane);
  const start = { x: x + (direction * BAR) / 2, y: arrowY(view, row) };
  let tip: Point;
  if (target === undefined || target === lane) {
    tip = { x: x + STUB, y: start.y };
    if (target === undefined) {
      brush.line(start.x, start.y, tip.x, tip.y, line);
      brush.circle(tip.x, tip.y, 4, { ...line, fill: palette.surface });
    } else {
      const low = arrowY(view, rowOf(layout, taken ?? event));
      brush.path([start.x, start.y, tip.x, start.y, tip.x, low, x + 8, low], line);
      drawHead(brush, { x: x + BAR / 2, y: low }, Math.PI, ink, isOpen, width);
    }
  } else {
    // Both take part in a rendezvous at once; what waits in a channel is taken later.
    const below = isOpen && taken !== undefined ? rowOf(layout, taken) : row;
    tip = { x: laneX(view, target) - (direction * BAR) / 2, y: arrowY(view, below) };
    const angle = Math.atan2(tip.y - start.y, tip.x - start.x);
    const back = isOpen ? 0 : 4;
    const over = { x: tip.x - back * Math.cos(angle), y: tip.y - back * Math.sin(angle) };
    brush.line(start.x, start.y, over.x, over.y, line);
    drawHead(brush, tip, angle, ink, isOpen, width);
  }
  // The name stands near its sender, where no other arrow of the row can be.
  if (isNow || axis.room(row) >= NAMED) {
    const isStub = target === undefined || target === lane;
    const room = isStub ? spacing - 18 : Math.abs(tip.x - start.x);
    const shown = layout.run.timed
      ? words.length * LETTER < room
        ? words
        : short
      : cutTo(words, room, NARROW);
    brush.text(start.x + direction * 6, start.y - 3, shown, {
      fill: ink,
      size: TEXT,
      weight: isNow ? 600 : 400,
      align: direction > 0 ? 'left' : 'right',
      halo: groundOf(drawing, row, layout.run.timed ? isNow : row === view.row),
    });
  }
  if (event === view.event && view.travel < 1) {
    const along = (a: number, b: number): number => a + (b - a) * view.travel;
    const at = { x: along(start.x, tip.x), y: along(start.y, tip.y) };
    brush.circle(at.x, at.y, 4.5, { fill: ink, stroke: palette.surface });
  }
}
