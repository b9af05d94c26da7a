import { TIME_PARTS, type TimePart } from '../../trace/index.ts';
import { scaleOf } from '../drawing/axis.ts';
import { type Brush, cutTo, LETTER, TEXT } from '../drawing/brush.ts';
import { type Palette, STATE_TEXTURES } from '../drawing/palette.ts';
import { svgOf } from '../drawing/picture.ts';
import { STATE_WORDS } from '../shared/state-words.ts';
import { whole } from '../../base/words.ts';
import type { ReportPicture } from './report-pictures.ts';

/** The time of some elements that do alike. */
export interface SplitBar {
  readonly name: string;
  readonly ticks: Readonly<Record<TimePart, number>>;
  readonly time: number;
}

const WIDTH = 680;
/** Height of a bar with its name, and of the legend. */
const ROW = 40;
const LEGEND = 24;
/** Bars that fit a page. */
const MOST_BARS = 12;

/** Where the time goes, as bars on one scale. */
export function splitPicture(bars: readonly SplitBar[], palette: Palette): ReportPicture {
  const shown = bars.slice(0, MOST_BARS);
  const height = LEGEND + shown.length * ROW + 4;
  const more = bars.length > shown.length ? `, the first ${shown.length} of ${bars.length}` : '';
  return {
    title: `Where the time goes, as bars on one scale${more}`,
    svg: svgOf(
      { width: WIDTH, height, draw: (brush) => drawBars(brush, shown, palette) },
      palette.surface,
    ),
  };
}

function drawBars(brush: Brush, bars: readonly SplitBar[], palette: Palette): void {
  const most = Math.max(1, ...bars.map(({ time }) => time));
  const { at: x } = scaleOf(0, most, 0, WIDTH - 8);
  const used = TIME_PARTS.filter((part) => bars.some(({ ticks }) => ticks[part] > 0));
  let left = 0;
  for (const part of used) {
    const { name } = STATE_WORDS[part];
    brush.rect({ x: left, y: 4, width: 16, height: 12 }, styleOf(part, palette));
    brush.text(left + 22, 10, name, { fill: palette.text, size: TEXT, baseline: 'middle' });
    left += 22 + name.length * LETTER + 18;
  }
  bars.forEach(({ name, ticks }, index) => {
    const top = LEGEND + index * ROW;
    brush.text(0, top + 13, cutTo(name, WIDTH), { fill: palette.text, size: TEXT });
    let start = 0;
    for (const part of used) {
      const box = { x: x(start), y: top + 18, width: x(ticks[part]) - x(0), height: 18 };
      start += ticks[part];
      if (box.width <= 0) continue;
      brush.rect(box, { ...styleOf(part, palette), stroke: palette.surface });
      const words = whole(ticks[part]);
      if (box.width < words.length * LETTER + 8) continue;
      const middle = box.x + box.width / 2;
      const plate = { width: words.length * LETTER + 4, height: 14 };
      brush.rect(
        { x: middle - plate.width / 2, y: box.y + 2, ...plate },
        { fill: palette.surface },
      );
      brush.text(middle, box.y + 9, words, {
        fill: palette.text,
        size: TEXT,
        align: 'center',
        baseline: 'middle',
      });
    }
  });
}

function styleOf(part: TimePart, palette: Palette) {
  const texture = STATE_TEXTURES[part];
  return { fill: palette[part], ...(texture && { texture }) };
}
