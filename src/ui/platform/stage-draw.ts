import { EVENT, messageLabel, type Trace } from '../../trace/index.ts';
import type { Box, Brush } from '../drawing/brush.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import { timesInWords } from '../../base/words.ts';
import { inkOf } from '../trace/message-style.ts';
import type { Flight } from './stage-flights.ts';
import { edgeOf, middleOf, type PlacedPart, type StageLayout } from './stage-layout.ts';
import type { PartKind, PartNow, StagePart } from './stage-parts.ts';

export interface StageView {
  readonly layout: StageLayout;
  readonly trace: Trace;
  readonly width: number;
  readonly height: number;
  readonly event: number;
  readonly now: (part: StagePart) => PartNow;
  readonly flights: readonly Flight[];
  /** Steps come faster than words could be read. */
  readonly isFast: boolean;
  /** The parts that the charts are filtered to. */
  readonly chosen: ReadonlySet<number>;
}

/** Sizes of letters: smaller ones are left out, for what they say stands elsewhere too. */
const LEAST = 13;
const MOST = 22;
/** Below this size messages go without their words. */
const SMALL = { width: 320, height: 240 };
/** Width of a letter at size 1. */
const LETTER = 0.58;

/** The size at which words fit into a width and a height; undefined where they do not. */
function fitting(words: string, width: number, height: number, most: number): number | undefined {
  const size = Math.min(most, height, width / Math.max(1, words.length * LETTER));
  return size >= LEAST ? size : undefined;
}

/** Parts that hold others have a ground. */
const GROUNDS: Partial<Record<PartKind, 'sunken' | 'accentSoft'>> = {
  device: 'sunken',
  unit: 'accentSoft',
};

/** Draws the platform with what its parts do, and the messages that are under way. */
export function drawStage(brush: Brush, view: StageView, palette: Palette): void {
  const { layout, trace, width, height, event, chosen } = view;
  /** Letters grow with the picture: it may be read from the last row of a room. */
  const most = Math.max(LEAST, Math.min(MOST, 8 + height * 0.018));
  /** Words of a message would cover the names of the parts; the trace says them. */
  const isSmall = width < SMALL.width || height < SMALL.height;
  brush.rect({ x: 0, y: 0, width, height }, { fill: palette.surface });
  const { kind, pid, other } = trace.columns;
  const isMessage = kind[event] === EVENT.message;
  const acting = new Set([pid[event] ?? -1, ...(isMessage ? [other[event] ?? -1] : [])]);
  for (const placed of layout.parts) drawPart(placed);
  for (const placed of layout.parts) {
    const isChosen = chosen.has(placed.part.pid);
    if (!isChosen && !acting.has(placed.part.pid)) continue;
    const { x, y, width: wide, height: tall } = isChosen ? placed.box : placed.head;
    const frame = { x: x - 1.5, y: y - 1.5, width: wide + 3, height: tall + 3 };
    const stroke = isChosen ? palette.accent : palette.glowEdge;
    brush.rect(frame, { stroke, width: isChosen ? 2.5 : 2, radius: 5 });
  }
  for (const flight of view.flights) drawFlight(flight);

  function drawPart({ part, box, head }: PlacedPart): void {
    const now = view.now(part);
    const name = timesInWords(part.name, part.times);
    const radius = Math.min(4, box.height / 5);
    // A shadow marks several.
    if (part.times > 1 && box.width > 24) {
      for (const offset of [5, 2.5]) {
        const behind = { ...box, x: box.x + offset, y: box.y + offset };
        brush.rect(behind, { fill: palette.surface, stroke: palette.lineStrong, radius });
      }
    }
    const ground = GROUNDS[part.kind];
    if (ground !== undefined) {
      brush.rect(box, { fill: palette[ground], stroke: palette.lineStrong, radius });
      return drawHead(head, name, now);
    }
    switch (part.kind) {
      case 'clock': {
        brush.rect(box, { fill: palette.sunken, stroke: palette.lineStrong, radius });
        const { words, short } = now;
        const fits = fitting(words, box.width - 8, box.height - 4, most + 2) !== undefined;
        drawLine(box, fits ? words : short, 600, palette.text);
        break;
      }
      case 'host': {
        brush.rect(box, { fill: palette.sunken, stroke: palette.lineStrong, radius });
        const both = `${name}: ${now.words}`;
        drawLine(
          box,
          fitting(both, box.width - 8, box.height - 6, most) ? both : name,
          500,
          palette.text,
        );
        break;
      }
      case 'service':
        if (box.height < 18) return drawWorker(box, name, now, radius);
        brush.rect(box, { fill: palette.surface, stroke: palette.soft, width: 0.8, radius });
        drawHead(box, name, now);
        break;
      case 'worker':
        drawWorker(box, name, now, radius);
    }
  }

  /** The state as the chart over time draws it. */
  function drawState(box: Box, { state }: PartNow, radius: number): void {
    const known = state === 'finished' ? 'idle' : state;
    brush.rect(box, { fill: palette[known], texture: STATE_TEXTURES[known], radius });
  }

  function drawLine(box: Box, words: string, weight: number, fill: string): void {
    const size = fitting(words, box.width - 8, box.height - 4, most + 2);
    if (size === undefined) return;
    const { x, y } = middleOf(box);
    brush.text(x, y, words, { fill, size, weight, align: 'center', baseline: 'middle' });
  }

  function drawHead(head: Box, name: string, now: PartNow): void {
    const side = Math.min(head.height - 2, 16);
    const swatch = {
      x: head.x + 4,
      y: head.y + (head.height - side) / 2,
      width: side,
      height: side,
    };
    const isIdle = now.state === 'idle' || now.state === 'finished';
    if (side >= 5) {
      drawState(swatch, now, 2);
      brush.rect(swatch, { stroke: palette.soft, width: 0.6, radius: 2 });
    }
    const room = head.width - side - 16;
    const both = `${name}: ${now.words}`;
    const words = fitting(both, room, head.height - 3, most) === undefined ? name : both;
    const size = fitting(words, room, head.height - 3, most);
    if (size === undefined) return;
    brush.text(swatch.x + side + 6, head.y + head.height / 2 + 1, words, {
      fill: isIdle ? palette.soft : palette.text,
      size,
      weight: 600,
      baseline: 'middle',
    });
  }

  /** Who works: its state on top, its name and what it does below, as far as there is room. */
  function drawWorker(box: Box, name: string, now: PartNow, radius: number): void {
    const { x, y, width: wide, height: tall } = box;
    const nameSize = fitting(name, wide - 6, tall * 0.3, most + 2);
    if (nameSize === undefined || tall < 30) {
      drawState(box, now, radius);
      brush.rect(box, { stroke: palette.soft, width: 0.6, radius });
      const size = fitting(name, wide - 4, tall - 4, most);
      if (size === undefined) return;
      const place = middleOf(box);
      const style = { size, weight: 600, align: 'center', baseline: 'middle' } as const;
      brush.text(place.x, place.y, name, { ...style, fill: palette.text, halo: palette.surface });
      return;
    }
    const band = Math.min(40, tall * 0.32);
    brush.rect(box, { fill: palette.surface, radius });
    drawState({ ...box, height: band }, now, radius);
    brush.rect(box, { stroke: palette.soft, width: 0.8, radius });
    const middle = x + wide / 2;
    const rest = tall - band;
    const lines = [[name], [now.words, now.short], now.items === undefined ? [] : [now.items]];
    const tallest = rest / (lines.filter((each) => each.length > 0).length + 0.6);
    const shown = lines.flatMap((ways, index) => {
      if (index === 0) return [{ line: name, size: nameSize, weight: 600 }];
      for (const line of ways) {
        const size = fitting(line, wide - 6, tallest, most);
        if (size !== undefined) return [{ line, size, weight: 400 }];
      }
      return [];
    });
    const high = shown.reduce((all, { size }) => all + size * 1.25, 0);
    let at = y + band + (rest - high) / 2;
    for (const { line, size, weight } of shown) {
      const fill = weight === 600 ? palette.text : palette.soft;
      brush.text(middle, at + size, line, { fill, size, weight, align: 'center' });
      at += size * 1.25;
    }
  }

  function drawFlight({ event: sent, way, shown }: Flight): void {
    if (kind[sent] !== EVENT.message) return;
    const from = layout.byPid.get(pid[sent] ?? -1);
    const to = layout.byPid.get(other[sent] ?? -1);
    if (!from || !to) return;
    const start = edgeOf(from.head, middleOf(to.head));
    const tip = edgeOf(to.head, middleOf(from.head));
    const message = trace.messageAt(sent);
    const { ink, dash } = inkOf(message, palette);
    const scale = Math.max(1, Math.min(1.8, height / 420));
    const thick = 1.6 * scale * shown;
    if (thick < 0.3) return;
    brush.line(start.x, start.y, tip.x, tip.y, { stroke: palette.surface, width: thick + 2.5 });
    brush.line(start.x, start.y, tip.x, tip.y, { stroke: ink, width: thick, dash });
    drawTip(start, tip, ink, 6 * scale * shown);
    if (view.isFast) return;
    const dot = { x: start.x + (tip.x - start.x) * way, y: start.y + (tip.y - start.y) * way };
    brush.circle(dot.x, dot.y, 5 * scale * shown, { fill: ink, stroke: palette.surface });
    if (shown < 1 || isSmall) return;
    const words = messageLabel(trace, sent);
    const size = 13 * scale;
    const half = (words.length * LETTER * size) / 2 + 3;
    // At its end the words stand beside the line, not on the part.
    const place = way < 1 ? dot : middleBetween(start, tip);
    brush.text(
      Math.max(half, Math.min(width - half, place.x)),
      Math.max(size + 2, place.y - 8 * scale),
      words,
      { fill: ink, size, weight: 600, align: 'center', halo: palette.surface },
    );
  }

  function drawTip(start: Place, tip: Place, fill: string, side: number): void {
    const length = Math.hypot(tip.x - start.x, tip.y - start.y);
    if (length < 1) return;
    const [ux, uy] = [(tip.x - start.x) / length, (tip.y - start.y) / length];
    const back = { x: tip.x - ux * side * 1.5, y: tip.y - uy * side * 1.5 };
    brush.path(
      [
        tip.x,
        tip.y,
        back.x - uy * side * 0.7,
        back.y + ux * side * 0.7,
        back.x + uy * side * 0.7,
        back.y - ux * side * 0.7,
      ],
      { fill, close: true },
    );
  }
}

type Place = { readonly x: number; readonly y: number };

const middleBetween = (one: Place, other: Place): Place => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
