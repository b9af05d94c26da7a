import { type Brush, LETTER, TEXT } from '../drawing/brush.ts';
import type { Palette } from '../drawing/palette.ts';

/** Height of the lifelines' names, in one line or two. */
export const HEAD = 36;

/** What is seen of a chart of lifelines. */
export interface LifelinesView {
  readonly width: number;
  readonly height: number;
  /** How far it is scrolled down and to the right, in pixels. */
  readonly top: number;
  readonly left: number;
  /** What is at the cursor, and its row. */
  readonly event: number;
  readonly row: number;
}

/** Distance between lifelines: their names fit, and all of them fill the width.
 * @param gutter the width of the column beside them.
 * @param widest the room that the widest name takes. */
export const laneSpacing = (
  { width, gutter, lanes }: Record<'width' | 'gutter' | 'lanes', number>,
  least: number,
  widest: number,
): number => Math.max(least, widest, (width - gutter - 8) / Math.max(1, lanes));

/** Room of a name in a frame. */
export const nameWidth = (name: string): number => name.length * LETTER + 14;

/** The ground of the names, above all else. */
export function drawHeadGround(brush: Brush, width: number, palette: Palette): void {
  brush.rect({ x: 0, y: 0, width, height: HEAD }, { fill: palette.surface });
  brush.line(0, HEAD - 0.5, width, HEAD - 0.5, { stroke: palette.line });
}

/** What the column beside the lifelines counts, over what has been scrolled beneath it. */
export function drawGutterHead(
  brush: Brush,
  gutter: number,
  words: string,
  palette: Palette,
): void {
  brush.rect({ x: 0, y: 0, width: gutter - 6, height: HEAD - 1 }, { fill: palette.surface });
  brush.text(gutter - 12, 22, words, { fill: palette.faint, size: TEXT, align: 'right' });
}
