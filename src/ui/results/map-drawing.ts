import type { Status } from '../../session/index.ts';
import { whole } from '../shared/format.ts';
import { brightness, css, textOn, viridisRgb } from './color-scale.ts';
import { type MapData, optimaOf } from './map-data.ts';
import type { Box, Painter } from './painter.ts';

/** Colours of a map beside those of the scale; fixed values, for a canvas knows no variables. */
export interface MapTheme {
  readonly text: string;
  readonly soft: string;
  readonly ground: string;
  readonly hatch: string;
  readonly ring: string;
  readonly ringEdge: string;
  readonly focus: string;
}

export const MAP_THEMES: Readonly<Record<'light' | 'dark', MapTheme>> = {
  light: {
    text: '#16191d',
    soft: '#525a65',
    ground: '#eceff2',
    hatch: '#9aa3ae',
    ring: '#16191d',
    ringEdge: '#ffffff',
    focus: '#0b5c95',
  },
  dark: {
    text: '#e8ebef',
    soft: '#a6afba',
    ground: '#22282f',
    hatch: '#59636f',
    ring: '#ffffff',
    ringEdge: '#16191d',
    focus: '#6cb8f0',
  },
};

/** More cells than this become a picture of pixels: they are too small for text and rings of their own. */
const MOST_BOXES = 4000;
const TEXT_SIZE = 11;
/** Pixels that a letter of a tick label takes, and a line of them. */
const LETTER = 6.6;
const LINE = 15;

/** Where the cells of a map are. */
export interface MapFrame extends Box {
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export function frameOf({ x, xs, ys }: MapData, width: number, height: number): MapFrame {
  const longest = Math.max(...[ys[0] ?? 0, ys.at(-1) ?? 0].map((value) => whole(value).length));
  const left = Math.ceil(Math.max(40, 14 + longest * LETTER));
  const top = 6;
  // The name of the axis stands at the end of its values.
  const right = 12 + x.length * (LETTER + 1);
  const inner = {
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - 20),
  };
  return {
    x: left,
    y: top,
    ...inner,
    cellWidth: inner.width / Math.max(1, xs.length),
    cellHeight: inner.height / Math.max(1, ys.length),
  };
}

/** The box of a cell. The largest `y` is at the top, as in a chart. */
export function boxOf({ xs, ys }: MapData, frame: MapFrame, cell: number): Box {
  const column = cell % xs.length;
  const row = ys.length - 1 - Math.floor(cell / xs.length);
  const { cellWidth: width, cellHeight: height } = frame;
  return { x: frame.x + column * width, y: frame.y + row * height, width, height };
}

/** The cell at a point, -1 where there is none. */
export function cellAt({ xs, ys }: MapData, frame: MapFrame, x: number, y: number): number {
  const column = Math.floor((x - frame.x) / frame.cellWidth);
  const row = ys.length - 1 - Math.floor((y - frame.y) / frame.cellHeight);
  const inside = column >= 0 && column < xs.length && row >= 0 && row < ys.length;
  return inside ? row * xs.length + column : -1;
}

export interface MapDrawing {
  readonly data: MapData;
  readonly frame: MapFrame;
  readonly theme: MapTheme;
  readonly status: (row: number) => Status;
}

/** Draws the cells with their times, the optima ringed, and the axes. A proved cell has a disc in its
 * corner; what cannot run is hatched; what is not known yet is empty. */
export function drawMap(painter: Painter, drawing: MapDrawing): void {
  const { data, frame, theme } = drawing;
  painter.rect(frame, theme.ground);
  if (data.times.length > MOST_BOXES) drawPixels(painter, drawing);
  else for (let cell = 0; cell < data.times.length; cell += 1) drawCell(painter, drawing, cell);
  const optima = optimaOf(data);
  // Where half of the map is best, rings on everything say nothing more.
  for (const cell of optima.slice(0, 200)) drawRing(painter, drawing, cell);
  drawAxes(painter, drawing);
}

function drawCell(
  painter: Painter,
  { data, frame, theme, status }: MapDrawing,
  cell: number,
): void {
  const row = data.rows[cell] ?? -1;
  if (row < 0) return;
  const gap = frame.cellWidth > 8 && frame.cellHeight > 8 ? 1 : 0;
  const full = boxOf(data, frame, cell);
  const box = { ...full, width: full.width - gap, height: full.height - gap };
  const time = data.times[cell] ?? Number.NaN;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  if (Number.isNaN(time)) {
    painter.hatch(box, theme.hatch);
    if (status(row) === 'deadlock' && box.width > 56 && box.height > 14) {
      painter.rect({ x: middle[0] - 27, y: middle[1] - 8, width: 54, height: 16 }, theme.ground);
      painter.text('deadlock', ...middle, { fill: theme.text, size: TEXT_SIZE, align: 'center' });
    }
    return;
  }
  const ground = viridisRgb(brightness(time, data.least, data.most));
  painter.rect(box, css(ground));
  const fill = textOn(ground);
  const best = time === data.least;
  const words = whole(time);
  if (box.height >= 14 && box.width >= words.length * LETTER + (best ? 12 : 6)) {
    const weight = best ? 700 : 400;
    painter.text(words, ...middle, { fill, size: TEXT_SIZE, weight, align: 'center' });
  }
  if (status(row) === 'proved' && box.width > 16 && box.height > 12)
    painter.disc(box.x + box.width - 9, box.y + 9, 3, fill);
}

/** Many cells as one picture, no larger than the screen shows: a pixel is the fastest of its cells. */
function drawPixels(painter: Painter, { data, frame }: MapDrawing): void {
  const { xs, ys, times, rows } = data;
  const width = Math.min(xs.length, Math.max(1, Math.floor(frame.width)));
  const height = Math.min(ys.length, Math.max(1, Math.floor(frame.height)));
  const fastest = new Float64Array(width * height).fill(Number.NaN);
  const known = new Uint8Array(width * height);
  for (let cell = 0; cell < times.length; cell += 1) {
    if (rows[cell] === -1) continue;
    const column = Math.floor(((cell % xs.length) * width) / xs.length);
    const row = height - 1 - Math.floor((Math.floor(cell / xs.length) * height) / ys.length);
    const pixel = row * width + column;
    known[pixel] = 1;
    const time = times[cell] ?? Number.NaN;
    if (!((fastest[pixel] ?? 0) <= time) && !Number.isNaN(time)) fastest[pixel] = time;
  }
  const image = document.createElement('canvas');
  image.width = width;
  image.height = height;
  const context = image.getContext('2d');
  if (!context) return;
  const pixels = context.createImageData(width, height);
  for (let pixel = 0; pixel < fastest.length; pixel += 1) {
    if (known[pixel] === 0) continue;
    const time = fastest[pixel] ?? Number.NaN;
    // What cannot run is hatched as far as pixels go.
    const stripe = ((pixel % width) + Math.floor(pixel / width)) % 4 === 0 ? 120 : 170;
    const color = Number.isNaN(time)
      ? ([stripe, stripe, stripe] as const)
      : viridisRgb(brightness(time, data.least, data.most));
    pixels.data.set([...color, 255], 4 * pixel);
  }
  context.putImageData(pixels, 0, 0);
  painter.picture(image, frame);
}

function drawRing(painter: Painter, { data, frame, theme }: MapDrawing, cell: number): void {
  const box = boxOf(data, frame, cell);
  if (box.width < 10 || box.height < 10) {
    const around = { x: box.x + box.width / 2 - 6, y: box.y + box.height / 2 - 6 };
    painter.frame({ ...around, width: 12, height: 12 }, theme.ringEdge, 4, { radius: 6 });
    painter.frame({ ...around, width: 12, height: 12 }, theme.ring, 2, { radius: 6 });
    return;
  }
  painter.frame(inset(box, 2.5), theme.ringEdge, 4, { radius: 4 });
  painter.frame(inset(box, 2.5), theme.ring, 2, { radius: 4 });
}

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(1, width - 2 * by - 1),
  height: Math.max(1, height - 2 * by - 1),
});

function drawAxes(painter: Painter, { data, frame, theme }: MapDrawing): void {
  const style = { fill: theme.soft, size: TEXT_SIZE } as const;
  const widest = Math.max(...data.xs.map((value) => whole(value).length), 1) * LETTER + 8;
  const everyX = Math.max(1, Math.ceil(widest / frame.cellWidth));
  const bottom = frame.y + frame.height;
  data.xs.forEach((value, index) => {
    if (index % everyX !== 0) return;
    const x = frame.x + (index + 0.5) * frame.cellWidth;
    painter.text(whole(value), x, bottom + 9, { ...style, align: 'center' });
  });
  painter.text(data.x, frame.x + frame.width + 6, bottom + 9, {
    fill: theme.text,
    size: TEXT_SIZE,
    weight: 600,
    align: 'left',
  });
  if (data.y === undefined) return;
  const everyY = Math.max(1, Math.ceil(LINE / frame.cellHeight));
  data.ys.forEach((value, index) => {
    if (index % everyY !== 0) return;
    const y = frame.y + (data.ys.length - index - 0.5) * frame.cellHeight;
    if (y > bottom - 6) return; // the name of the axis stands there
    painter.text(whole(value), frame.x - 6, y, { ...style, align: 'right' });
  });
  painter.text(data.y, frame.x - 6, bottom + 9, {
    fill: theme.text,
    size: TEXT_SIZE,
    weight: 600,
    align: 'right',
  });
}
