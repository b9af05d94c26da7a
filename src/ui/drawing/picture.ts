import type { Brush } from './brush.ts';
import { canvasBrush } from './canvas-brush.ts';
import { svgBrush, svgFile } from './svg-brush.ts';

/** A chart as it is seen, drawn again into a file. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  draw(brush: Brush): void;
}

/** PNGs have so many pixels for one of the page. */
const SCALE = 2;
/** Pixels between two pictures. */
const GAP = 16;

/** Pictures from left to right, as one. */
export function sideBySide(pictures: readonly Picture[]): Picture {
  const lefts = pictures.map((_, index) =>
    pictures.slice(0, index).reduce((sum, { width }) => sum + width + GAP, 0),
  );
  return {
    width: (lefts.at(-1) ?? 0) + (pictures.at(-1)?.width ?? 0),
    height: Math.max(0, ...pictures.map(({ height }) => height)),
    draw: (brush) =>
      pictures.forEach((each, index) => brush.moved(lefts[index] ?? 0, () => each.draw(brush))),
  };
}

export function svgOf(picture: Picture, ground: string): string {
  const brush = svgBrush();
  picture.draw(brush);
  return svgFile(picture, ground, brush.parts());
}

export async function pngOf({ width, height, draw }: Picture, ground: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.ceil(width * SCALE), Math.ceil(height * SCALE));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas to draw on');
  context.scale(SCALE, SCALE);
  const brush = canvasBrush(context);
  brush.rect({ x: 0, y: 0, width, height }, { fill: ground });
  draw(brush);
  return canvas.convertToBlob({ type: 'image/png' });
}
