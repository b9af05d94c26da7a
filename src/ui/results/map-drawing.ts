import type { Status } from '../../tuning/index.ts';
import { labelledEvery } from '../drawing/axis.ts';
import { type Box, type Brush, hatch, LETTER, type Point, TEXT } from '../drawing/brush.ts';
import type { Palette } from '../drawing/palette.ts';
import { whole } from '../../base/words.ts';
import { short } from '../shared/large-numbers.ts';
import { brightness, css, textOn, viridisRgb } from './color-scale.ts';
import { type MapData, optimaOf } from './map-data.ts';

/** Beyond this, cells are too small for text and become pixels. */
const MOST_BOXES = 4000;
const CENTRED = { size: TEXT, align: 'center', baseline: 'middle' } as const;
/** Pixels that a line of tick labels takes. */
const LINE = 17;

/** Where the cells of a map are. */
export interface MapFrame extends Box {
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** Letters of the longest of up to a million ascending values. */
const longestOf = (values: readonly number[]): number =>
  Math.max(whole(values[0] ?? 0).length, whole(values.at(-1) ?? 0).length);

export function frameOf({ x, xs, ys }: MapData, width: number, height: number): MapFrame {
  const longest = longestOf(ys);
  const left = Math.ceil(Math.max(40, 14 + longest * LETTER));
  const top = 6;
  // The name of the axis stands at the end of its values.
  const right = 18 + x.length * (LETTER + 1);
  const inner = {
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - 22),
  };
  return {
    x: left,
    y: top,
    ...inner,
    cellWidth: inner.width / Math.max(1, xs.length),
    cellHeight: inner.height / Math.max(1, ys.length),
  };
}

/** The box of a cell, with the largest `y` at the top. */
export function boxOf({ xs, ys }: MapData, frame: MapFrame, cell: number): Box {
  const column = cell % xs.length;
  const row = ys.length - 1 - Math.floor(cell / xs.length);
  const { cellWidth: width, cellHeight: height } = frame;
  return { x: frame.x + column * width, y: frame.y + row * height, width, height };
}

/** Column and row at a point, perhaps outside the map. */
export const placeAt = ({ ys }: MapData, frame: MapFrame, { x, y }: Point) => ({
  column: Math.floor((x - frame.x) / frame.cellWidth),
  row: ys.length - 1 - Math.floor((y - frame.y) / frame.cellHeight),
});

/** The cell at a point, -1 where there is none. */
export function cellAt(data: MapData, frame: MapFrame, point: Point): number {
  const { column, row } = placeAt(data, frame, point);
  return data.xs[column] === undefined || data.ys[row] === undefined
    ? -1
    : row * data.xs.length + column;
}

export interface MapDrawing {
  readonly data: MapData;
  readonly frame: MapFrame;
  readonly palette: Palette;
  readonly status: (row: number) => Status;
  /** The kernel is wrong, so its best is doubtful. */
  readonly isSpoiled: boolean;
  readonly words: (value: number) => string;
}

/** Cells, ringed optima and axes. Discs are proved, hatched cells invalid, empty ones unknown. */
export function drawMap(brush: Brush, drawing: MapDrawing): void {
  const { data, frame, palette } = drawing;
  brush.rect(frame, { fill: palette.idle });
  if (data.times.length > MOST_BOXES) drawPixels(brush, drawing);
  else for (let cell = 0; cell < data.times.length; cell += 1) drawCell(brush, drawing, cell);
  const optima = optimaOf(data);
  // Rings on half of the map say nothing.
  for (const cell of optima.slice(0, 200)) drawRing(brush, drawing, cell);
  drawAxes(brush, drawing);
}

function drawCell(
  brush: Brush,
  { data, frame, palette, isSpoiled, status, words: wordsFor }: MapDrawing,
  cell: number,
): void {
  const row = data.rows[cell] ?? -1;
  if (row < 0) return;
  const gap = frame.cellWidth > 8 && frame.cellHeight > 8 ? 1 : 0;
  const outer = boxOf(data, frame, cell);
  const box = { ...outer, width: outer.width - gap, height: outer.height - gap };
  const time = data.times[cell] ?? Number.NaN;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  if (Number.isNaN(time)) {
    hatch(brush, box, palette.hatch);
    if (status(row) === 'deadlock' && box.width > 68 && box.height > 16) {
      const plate = { x: middle[0] - 33, y: middle[1] - 9, width: 66, height: 18 };
      brush.rect(plate, { fill: palette.idle });
      brush.text(...middle, 'deadlock', { ...CENTRED, fill: palette.text });
    }
    return;
  }
  const ground = viridisRgb(brightness(time, data.least, data.most));
  brush.rect(box, { fill: css(ground) });
  const fill = textOn(ground);
  const best = time === data.least;
  const room = Math.floor((box.width - (best ? 12 : 6)) / LETTER);
  const full = wordsFor(time);
  const words = full.length <= room ? full : short(time);
  if (box.height >= 16 && words.length <= room) {
    brush.text(...middle, words, { ...CENTRED, fill, weight: best ? 700 : 400 });
  }
  if (status(row) === 'proved' && !isSpoiled && box.width > 16 && box.height > 12)
    brush.circle(box.x + box.width - 9, box.y + 9, 3, { fill });
}

/** Many cells as one picture: each pixel is its fastest cell. */
function drawPixels(brush: Brush, { data, frame }: MapDrawing): void {
  const { xs, ys, times, rows } = data;
  const width = Math.min(xs.length, Math.max(1, Math.floor(frame.width)));
  const height = Math.min(ys.length, Math.max(1, Math.floor(frame.height)));
  // Per pixel; negative if unknown.
  const fastest = new Float64Array(width * height).fill(-1);
  for (let cell = 0; cell < times.length; cell += 1) {
    if (rows[cell] === -1) continue;
    const column = Math.floor(((cell % xs.length) * width) / xs.length);
    const row = height - 1 - Math.floor((Math.floor(cell / xs.length) * height) / ys.length);
    const pixel = row * width + column;
    const time = times[cell] ?? Number.NaN;
    const before = fastest[pixel] ?? -1;
    if (before < 0 || (!(before <= time) && !Number.isNaN(time))) fastest[pixel] = time;
  }
  const image = document.createElement('canvas');
  image.width = width;
  image.height = height;
  const context = image.getContext('2d');
  if (!context) return;
  const pixels = context.createImageData(width, height);
  for (let pixel = 0; pixel < fastest.length; pixel += 1) {
    const time = fastest[pixel] ?? -1;
    if (time < 0) continue;
    // Invalid cells are hatched as far as pixels allow.
    const stripe = ((pixel % width) + Math.floor(pixel / width)) % 4 === 0 ? 120 : 170;
    const color = Number.isNaN(time)
      ? ([stripe, stripe, stripe] as const)
      : viridisRgb(brightness(time, data.least, data.most));
    pixels.data.set([...color, 255], 4 * pixel);
  }
  context.putImageData(pixels, 0, 0);
  brush.picture(image, frame);
}

/** The optimum's ring, dashed if the kernel is wrong. */
function drawRing(
  brush: Brush,
  { data, frame, palette, isSpoiled }: MapDrawing,
  cell: number,
): void {
  const { x, y, width, height } = boxOf(data, frame, cell);
  // Around a cell that is too small for it.
  const [ring, radius] =
    width < 10 || height < 10
      ? [{ x: x + width / 2 - 6, y: y + height / 2 - 6, width: 12, height: 12 }, 6]
      : [{ x: x + 2.5, y: y + 2.5, width: width - 6, height: height - 6 }, 4];
  brush.rect(ring, { stroke: palette.surface, width: 4, radius });
  if (!isSpoiled) brush.rect(ring, { stroke: palette.text, width: 2, radius });
  else brush.rect(ring, { stroke: palette.failed, width: 3, radius, dash: [5, 3] });
}

function drawAxes(brush: Brush, { data, frame, palette }: MapDrawing): void {
  const style = { ...CENTRED, fill: palette.soft };
  const name = { ...CENTRED, fill: palette.text, weight: 600 };
  const { x: left, width, cellWidth, cellHeight } = frame;
  const bottom = frame.y + frame.height;
  const widest = longestOf(data.xs) * LETTER + 8;
  const everyX = labelledEvery(widest, cellWidth);
  // A long name of the other axis reaches under the first columns.
  const nameEnd = Math.max(left - 6, 4 + (data.y?.length ?? 0) * (LETTER + 1));
  data.xs.forEach((value, index) => {
    const x = left + (index + 0.5) * cellWidth;
    const isFree = x - (whole(value).length * LETTER) / 2 > nameEnd + 6;
    if (index % everyX === 0 && isFree) brush.text(x, bottom + 11, whole(value), style);
  });
  brush.text(left + width + 6, bottom + 11, data.x, { ...name, align: 'left' });
  if (data.y === undefined) return;
  const everyY = labelledEvery(LINE, cellHeight);
  data.ys.forEach((value, index) => {
    const y = frame.y + (data.ys.length - index - 0.5) * cellHeight;
    // The name of the axis stands at its lower end.
    if (index % everyY === 0 && y <= bottom - 6)
      brush.text(left - 6, y, whole(value), { ...style, align: 'right' });
  });
  brush.text(nameEnd, bottom + 11, data.y, { ...name, align: 'right' });
}
