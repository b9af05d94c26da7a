import { firstIndex } from '../../base/search.ts';
import { spaceOf } from '../../trace/index.ts';
import { marksBetween } from '../drawing/axis.ts';
import { type Brush, TEXT } from '../drawing/brush.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import { fitting } from '../shared/large-numbers.ts';
import { ROW } from './sequence-axis.ts';
import {
  arrowY,
  GUTTER,
  gutterY,
  HEAD,
  headOf,
  laneX,
  NAME_FRAME,
  NAME_LETTER,
  rowY,
  type SequenceDrawing as Drawing,
  type SequenceView,
  spacingOf,
} from './sequence-geometry.ts';
import { type Bars, loopRows } from './sequence-layout.ts';
import { BAR, drawHead, drawMark } from './sequence-marks.ts';

/** Finer than this lies on the same pixels. */
const FINE = 0.7;

interface Seen {
  readonly first: number;
  readonly last: number;
}

/** Draws what is visible, and nothing else. */
export function drawSequence(brush: Brush, view: SequenceView, palette: Palette): void {
  const { layout, axis, width, height, top, left, row: current } = view;
  const { lanes, rows, crossing, run } = layout;
  const spacing = spacingOf(layout, width);
  const loop = loopRows(layout);
  const drawing = { brush, view, palette, spacing, loop };
  const seen = { first: Math.max(0, axis.rowAt(top) - 1), last: axis.rowAt(top + height - HEAD) };
  const { first, last } = seen;
  const end = Math.min(height, rowY(view, rows.length));
  /** The next row that lies on other pixels. */
  const after = (row: number): number =>
    axis.room(row) >= FINE ? row + 1 : Math.max(row + 1, axis.rowAt(axis.y(row) + FINE));
  const lanesSeen = {
    first: Math.max(0, Math.floor((left - GUTTER) / spacing) - 1),
    last: Math.min(lanes.length - 1, Math.ceil((left + width - GUTTER) / spacing)),
  };
  const ticks = run.timed ? tickMarks(view, seen) : [];

  brush.clip({ x: 0, y: HEAD, width, height: height - HEAD }, () => {
    if (loop) {
      const [y, below] = [rowY(view, loop.first), rowY(view, loop.last + 1)];
      const box = { x: GUTTER - 6, y, width, height: below - y };
      brush.rect(box, { fill: palette.accentSoft });
    }
    const glowing = Math.max(4, Math.min(ROW, axis.room(current)));
    brush.rect({ x: 0, y: rowY(view, current), width, height: glowing }, { fill: palette.glow });
    for (const at of ticks.map((mark) => Math.round(mark.y) + 0.5)) {
      brush.line(GUTTER, at, width, at, { stroke: palette.line });
    }
    for (let lane = lanesSeen.first; lane <= lanesSeen.last; lane += 1) {
      const x = laneX(view, lane);
      brush.line(x, HEAD, x, end, { stroke: palette.lineStrong, dash: [3, 3] });
      drawBars(drawing, lane, seen);
    }
    for (const { row, until } of crossing)
      if (row < first && until >= first) drawMark(drawing, row);
    for (let row = first; row <= last; row = after(row)) drawMark(drawing, row);
    if (current >= first && current <= last) drawMark(drawing, current);
    brush.rect({ x: 0, y: HEAD, width: GUTTER - 6, height }, { fill: palette.surface });
    drawMarked(drawing);
    if (run.timed) drawTicks(drawing, ticks);
    else drawNumbers(drawing, seen);
    if (loop) drawLoop(drawing, loop);
  });
  drawHeads(drawing, lanesSeen);
}

interface TickMark {
  readonly tick: number | bigint;
  readonly y: number;
}

/** The ticks that are named: each at which there is a row, or round ones where heights are time. */
function tickMarks(view: SequenceView, { first, last }: Seen): TickMark[] {
  const { axis, top, height, layout } = view;
  const { timed } = layout.run;
  const { ofTick } = axis;
  if (!timed) return [];
  if (ofTick) {
    const perTick = ofTick(1) - ofTick(0);
    const [from, to] = [Math.max(0, top / perTick), (top + height) / perTick];
    const most = Math.min(to, Number(timed.endTick));
    const round = marksBetween(from, most, ((most - from) * perTick) / 64);
    return round.map((tick) => ({ tick, y: HEAD + ofTick(tick) - top }));
  }
  const found = [];
  for (let row = first; row <= last; row += 1) {
    if (row !== 0 && layout.opensTick[row] !== 1) continue;
    found.push({ tick: timed.tickAt(layout.rows[row] ?? 0), y: rowY(view, row) });
  }
  return found;
}

/** A text in the column beside the lifelines. */
function drawInGutter({ brush, palette }: Drawing, y: number, words: string, isNow: boolean): void {
  brush.text(GUTTER - 12, gutterY(y), words, {
    fill: isNow ? palette.text : palette.soft,
    size: TEXT,
    weight: isNow ? 600 : 400,
    align: 'right',
  });
}

function drawTicks(drawing: Drawing, ticks: readonly TickMark[]): void {
  const { view } = drawing;
  const { axis, layout, event, row, top } = view;
  // Work hangs from an earlier message; in what is unfolded, from one of an earlier tick.
  const tick = layout.run.timed?.tickAt(event) ?? 0;
  const ofTick = axis.ofTick?.(Number(tick));
  const now = { tick, y: ofTick === undefined ? rowY(view, row) : HEAD + ofTick - top };
  for (const mark of [...ticks.filter((each) => Math.abs(each.y - now.y) >= ROW * 0.7), now])
    drawInGutter(drawing, mark.y, fitting(mark.tick, 9), mark === now);
}

function drawNumbers(drawing: Drawing, { first, last }: Seen): void {
  const { view } = drawing;
  const { run, rows } = view.layout;
  for (let row = first; row <= last && row < rows.length; row += 1) {
    const words = String(run.numberAt(rows[row] ?? 0));
    drawInGutter(drawing, rowY(view, row), words, row === view.row);
  }
}

/** A bar beside the lifelines, as high as the rows of what is unfolded. */
function drawMarked({ brush, view, palette }: Drawing): void {
  const { marked, layout } = view;
  if (!marked) return;
  const { rows } = layout;
  const above = rowY(
    view,
    firstIndex(rows.length, (row) => (rows[row] ?? 0) >= marked.first),
  );
  const below = rowY(
    view,
    firstIndex(rows.length, (row) => (rows[row] ?? 0) >= marked.end),
  );
  const bar = { x: GUTTER - 6, y: above, width: 4, height: below - above };
  brush.rect(bar, { fill: palette.accent });
}

/** The bow from the last step back to where the loop begins. */
function drawLoop({ brush, view, palette }: Drawing, { first, last }: Seen): void {
  const line = { stroke: palette.accent, width: 2 };
  const [above, below] = [arrowY(view, first), arrowY(view, last)];
  const [begin, end] = [rowY(view, first), rowY(view, last + 1)];
  const right = GUTTER - 44;
  brush.path([right, below, right - 18, below, right - 18, above, right - 4, above], line);
  drawHead(brush, { x: right, y: above }, 0, palette.accent, false);
  for (const y of [begin, end]) brush.line(GUTTER - 6, y, view.width, y, { ...line, dash: [6, 3] });
  const { run, rows } = view.layout;
  const words = `Start of cycle: step ${run.numberAt(rows[first] ?? 0)}. It goes on there for ever.`;
  const style = { fill: palette.accent, size: TEXT, weight: 600, halo: palette.surface };
  brush.text(GUTTER, end + 16, words, style);
}

/** From where to where a bar reaches: as long as the work takes where heights are time. */
function reachOf({ view }: Drawing, bars: Bars, bar: number): readonly [number, number] {
  const { axis, top, layout } = view;
  const event = bars.event[bar] ?? 0;
  const isWork = bars.code[bar] !== 0;
  const { tick, until } = layout.run.columns;
  if (axis.ofTick) {
    const most = Number(layout.run.timed?.endTick ?? 0);
    const released = layout.rows[bars.endRow[bar] ?? 0];
    const ends = isWork ? Math.min(most, until[event] ?? 0) : (tick[released ?? -1] ?? most);
    return [HEAD + axis.ofTick(tick[event] ?? 0) - top, HEAD + axis.ofTick(ends) - top];
  }
  const begin = arrowY(view, bars.startRow[bar] ?? 0);
  const finish = rowY(view, bars.endRow[bar] ?? 0) - 1;
  return [begin, Math.max(begin + 6, finish)];
}

/** Work and waits on a lifeline. */
function drawBars(drawing: Drawing, lane: number, seen: Seen): void {
  const { view, spacing } = drawing;
  const { lanes, bars } = view.layout;
  const drawn = (lanes[lane]?.pids ?? []).flatMap((pid) => bars[pid] ?? []).slice(0, 16);
  // Processes that share a lifeline have thin bars side by side.
  const wide = drawn.length === 1 ? BAR : Math.max(3, Math.min(8, (spacing * 0.6) / drawn.length));
  drawn.forEach((each, index) => {
    const middle = laneX(view, lane) + (index - (drawn.length - 1) / 2) * wide;
    drawBarsOf(drawing, each, { middle, wide }, seen);
  });
}

interface Place {
  readonly middle: number;
  readonly wide: number;
}

function drawBarsOf(drawing: Drawing, bars: Bars, { middle, wide }: Place, seen: Seen): void {
  const { brush, view, palette } = drawing;
  const { axis, top, layout } = view;
  const [from, to] = bars.between(seen.first, seen.last);
  let drawnTo = -Infinity;
  for (let bar = from; bar < to; bar += 1) {
    const [begin, finish] = reachOf(drawing, bars, bar);
    if (finish < drawnTo + FINE && finish - begin < FINE) {
      // Many on one pixel: on with the first that reaches beyond it.
      const beyond = axis.rowAt(drawnTo + FINE + top - HEAD);
      const next = firstIndex(bars.endRow.length, (each) => (bars.endRow[each] ?? 0) > beyond);
      bar = Math.max(bar, next - 1);
      continue;
    }
    drawnTo = finish;
    const code = bars.code[bar] ?? 0;
    if (code === 0) {
      const style = { stroke: palette.barrier, width: 3, dash: [2, 2] };
      brush.line(middle, begin, middle, finish, style);
      continue;
    }
    const space = spaceOf(layout.run.timed?.columns.words[code - 1]);
    const isCurrent = bars.event[bar] === view.event;
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
}

/** Names above the lifelines, in one line or each in two, and below each what its process does. */
function drawHeads({ brush, view, palette, spacing }: Drawing, { first, last }: Seen): void {
  const { layout, width, event } = view;
  const { lanes, laneOf, run } = layout;
  brush.rect({ x: 0, y: 0, width, height: HEAD }, { fill: palette.surface });
  brush.line(0, HEAD - 0.5, width, HEAD - 0.5, { stroke: palette.line });
  const inOneLine = lanes.every(({ label }) => label.length * NAME_LETTER + NAME_FRAME <= spacing);
  // Over model time the names show a state of their own.
  const now = run.timed ? -1 : laneOf[run.columns.pid[event] ?? -1];
  for (let lane = first; lane <= last; lane += 1) {
    const { label = '', kind = '', pids = [] } = lanes[lane] ?? {};
    const lines = inOneLine ? [label] : headOf(label);
    const wide = Math.max(...lines.map(({ length }) => length)) * NAME_LETTER + 10;
    const [top, tall] = lines.length === 1 ? [7, 22] : [2, 32];
    const state = pids.length === 1 ? view.doing(pids[0] ?? 0) : undefined;
    const x = laneX(view, lane);
    const frame = { x: x - wide / 2, y: top, width: wide, height: tall };
    const isNow = lane === now;
    const fill = isNow || (run.timed && kind === 'pex') ? palette.accentSoft : palette.sunken;
    brush.rect(frame, { fill, stroke: isNow ? palette.accent : palette.line });
    if (state) brush.rect({ ...frame, y: top + tall - 3, height: 3 }, { fill: palette[state] });
    lines.forEach((words, line) =>
      brush.text(x, (lines.length === 1 ? 22 : 14) + 13 * line, words, {
        fill: palette.text,
        size: TEXT,
        weight: isNow ? 600 : 500,
        align: 'center',
      }),
    );
  }
  brush.rect({ x: 0, y: 0, width: GUTTER - 6, height: HEAD - 1 }, { fill: palette.surface });
  const style = { fill: palette.faint, size: TEXT, align: 'right' } as const;
  brush.text(GUTTER - 12, 22, run.timed ? 'tick' : 'step', style);
}
